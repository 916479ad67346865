package Classroom;
# A class of students who do not exist: each hands in exercises that are right, right in another style, wrong, unsolved or
# missing, under names of many scripts, packed in many ways. What each exercise must get is known.
use strict;
use warnings;
use Cases;
use Course;
use Exporter 'import';
use File::Path qw(make_path remove_tree);
use Lab;
use Styles;
our @EXPORT = qw(make_class read_expected read_grades is_expected);

# First names and last names; blanks, quotes, dashes and what a spreadsheet would reckon with are in some.
my @first = ('Anna', 'Ben', 'Zoë', '=Carl', '-Dora', 'José', 'Ольга', 'Ελένη', 'ليلى', 'はる', 'Øystein', 'a\'b', '+1', '@home', 'Nữ', '%s', '$HOME');
my @last = ('Doe', 'Müller', 'Nguyễn', 'Иванов', 'de la Cruz', '张三', '李雷', '양미', 'O\'Brien', 'x (2)', 'あかね', '*');

# The n-th name: of all pairs, none twice; as some systems for courses write folders, the last name comes first.
sub name_of {
    my ($turn) = @_;
    my ($first, $last) = ($first[$turn % @first], $last[$turn % @last]);
    return $turn % 7 == 3 ? "$last, ${first}_$turn" : "$first $last $turn";
}

# Kernels by exercise: of each what it is, its source, and whether all points are due.
sub kernels_of {
    my ($number) = @_;
    my $step = folder_of($number);
    my $solution = read_file("$step/reduce.cu");
    my (@right, @wrong);
    for my $style ($number <= 13 ? styles() : ()) {
        my $source = restyled($solution, $style);
        push @right, ["style $style", $source] if $source ne $solution;
    }
    for my $script (glob "course/variants/step${number}_*.sed course/mutants/step${number}_*.sed") {
        my ($kind) = read_file($script) =~ /^# ([\w-]+): \w/;
        my $source = `sed -f $script $step/reduce.cu`;
        push @{!defined $kind || $script =~ /variants/ || $kind eq 'same' ? \@right : \@wrong}, [$script =~ s{.*/}{}r, $source];
    }
    for my $file (qw(right wrong cheats)) {
        for my $case (grep { $_->{number} eq $number } read_cases("course/cases/$file.txt")) {
            my $is_right = $file eq 'right' || $case->{test} eq 'same';
            push @{$is_right ? \@right : \@wrong}, [$case->{name}, changed_source($case, $solution)];
        }
    }
    return {step => $step, solution => $solution, right => \@right, wrong => \@wrong,
            unsolved => read_file(handout() . "/$step/reduce.cu"), predict => read_file("course/predict/step$number.txt")};
}

# What a student hands in of an exercise: what it is, source, predictions, and the points that are due:
# a number, or "less" for fewer than all.
sub handed_in {
    my ($kernels) = @_;
    my $turn = int rand 100;
    my $predict = $kernels->{predict};
    if ($turn < 40) {
        return ('no predictions', $kernels->{solution}, undef, 90) if $turn < 4;
        return ('solution', $kernels->{solution}, $predict, 100);
    }
    return ('nothing', undef, undef, 0) if $turn < 45;
    return ('unsolved', $kernels->{unsolved}, undef, 'less') if $turn < 52;
    return ('no source', "\x00\xFFnothing\n" x 20, $predict, 0) if $turn < 54;
    my ($list, $points) = $turn < 75 ? ($kernels->{right}, 100) : ($kernels->{wrong}, 'less');
    my ($what, $source) = @$list ? @{$list->[rand @$list]} : ('solution', $kernels->{solution});
    return ($what, $source, $predict, @$list ? $points : 100);
}

# The name of a step's folder, as some students write it.
sub folder_by {
    my ($step, $number) = @_;
    my @ways = ($step, $step, $step, $step, 'Step ' . ($number + 0), "STEP_$number", "step$number", uc $step);
    return $ways[rand @ways];
}

sub has_zip { return system('command -v zip >/dev/null 2>&1 && command -v unzip >/dev/null 2>&1') == 0 }

# Packs a folder as the submission NAME of the class: a folder, deeper, or an archive.
sub pack_up {
    my ($folder, $class, $name) = @_;
    my $way = int rand 8;
    my $inner = $way == 1 ? "$class/$name/my work/lab 1" : "$class/$name";
    if ($way >= 4) {
        make_path($inner);
        rename $folder, "$inner/lab" or die "$inner: $!\n";
        return 'a folder in a folder';
    }
    make_path($way == 3 ? () : $inner);
    my ($ending, @pack) = has_zip() && $way != 3 ? ('zip', 'zip', '-qr') : ('tar.gz', 'tar', 'czf');
    my $archive = $way == 3 ? "$class/$name.tar.gz" : "$inner/hand in.$ending";
    $archive = "$ENV{PWD}/$archive" if $archive !~ m{^/};
    system('sh', '-c', 'cd "$1" && shift && exec "$@" .', 'sh', $folder, @pack, $archive) == 0 or die "$archive: not packed\n";
    remove_tree($folder);
    return $way == 3 ? 'an archive alone' : 'an archive in a folder';
}

# Makes FOLDER/submissions, FOLDER/roster.csv and FOLDER/expected.tsv (id, exercise, points, what) of so many students.
# The same seed makes the same class.
sub make_class {
    my ($folder, $students, $seed) = @_;
    my @numbers = exercises();
    my %kernels = map { $_ => kernels_of($_) } @numbers;
    srand $seed;
    make_path("$folder/submissions");
    my $roster = "folder,id\r\n";
    my $expected = '';
    for my $turn (1 .. $students) {
        my ($name, $id) = (name_of($turn), 7000 + $turn);
        $roster .= ($name =~ /[,"]/ ? '"' . $name =~ s/"/""/gr . '"' : $name) . ",$id\r\n";
        make_path("$folder/packing");
        for my $number (@numbers) {
            my ($what, $source, $predict, $points) = handed_in($kernels{$number});
            my $step = "$folder/packing/" . folder_by($kernels{$number}{step}, $number);
            $expected .= "$id\t$number\t$points\t$what\n";
            next if !defined $source;
            make_path($step);
            write_file("$step/reduce.cu", $source);
            write_file("$step/predict.txt", $predict) if defined $predict;
        }
        pack_up("$folder/packing", "$folder/submissions", $name);
    }
    write_file("$folder/roster.csv", $roster);
    write_file("$folder/expected.tsv", $expected);
}

# What is due: {id}{exercise} => [points, what].
sub read_expected {
    my ($folder) = @_;
    my %due;
    for (split /\n/, read_file("$folder/expected.tsv")) {
        my ($id, $number, $points, $what) = split /\t/;
        $due{$id}{$number} = [$points, $what];
    }
    return \%due;
}

# A table of grade-all with ids: {id}{exercise} => points.
sub read_grades {
    my ($path) = @_;
    my ($head, @rows) = split /\n/, read_file($path);
    my @columns = split /,/, $head // '';
    my %points;
    for (@rows) {
        my @fields = split /,/, $_, -1;
        my %of = map { $columns[$_] => $fields[$_] } 0 .. $#columns;
        $points{$of{id}} = {map { /^step(\d\d)$/ ? ($1 => $of{$_}) : () } @columns};
    }
    return \%points;
}

# Whether points are those that are due.
sub is_expected {
    my ($due, $points) = @_;
    return 0 if !defined $points || $points !~ /^\d+$/;
    return $due eq 'less' ? $points < 100 : $points == $due;
}

1;
