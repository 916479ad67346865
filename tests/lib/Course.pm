package Course;
# What the course's tests share: grading submissions and reading their grades.
use strict;
use warnings;
use Exporter 'import';
use File::Path qw(make_path);
use JSON::PP;
use Lab;

our @EXPORT = qw(build_grader write_file folder_of exercises handout grade_command grade_many grade_of points take_objects);

# Builds what the tests run, where it is not there: each of them can be run alone.
sub build_grader {
    my @needed = (qw(build/course/grade build/course/exercise_text build/course/in_language build/course/hint build/course/header_words
                     build/sim/common.a build/simcc/simcc),
                  map { "build/sim/course/$_.o" } qw(judge judge_total judge_rows judge_reductions
                                                     judging numbers draw reductions row_kinds confined));
    return if !grep { !-e } @needed;
    system("make -s BACKEND=sim @needed") == 0 or die "the grader does not build\n";
}

sub write_file {
    my ($path, $text) = @_;
    open my $file, '>', $path or die "$path: $!\n";
    print $file $text;
    close $file or die "$path: $!\n";
}

# The folder of a step, by its number of two digits.
my %folder = map { /^step(\d\d)_/ ? ($1 => $_) : () } steps();
sub folder_of { return $folder{$_[0]} }

# The numbers of the steps that are exercises.
sub exercises { return map { m{step(\d\d)\.txt$} } glob 'course/predict/step*.txt' }

# A handout of all exercises; made when it is first asked for.
my $handout;
sub handout {
    return $handout if defined $handout;
    $handout = scratch() . '/handout';
    my ($status, $out, $err) = run("course/handout.sh $handout");
    die "no handout: $out$err\n" if "$status$err" ne '0';
    return $handout;
}

# A folder with the grader and a simulator in it gets what was compiled here of the same sources: what is left is done
# there, with the commands of its own Makefile. Returns the sources that are not the same.
sub take_objects {
    my ($folder) = @_;
    my ($there, $here) = ("$folder/simulator", 'build/simcc');
    # each after what it is made of
    run("mkdir -p $there/build && cp -p $here/flags $there/build && cp $here/assemble $there/build && cp $here/function_costs.inc $here/view_page.html $there/build && "
        . "cp -R $here/units $there/build && cp -R $here/objects $there/build && cp $here/runtime.o $there/build && cp $here/libsimulator.a $there/build");
    run("mkdir -p $folder/build/sim $folder/build/course && cp -p build/sim/flags $folder/build/sim && "
        . "cp -R build/sim/common build/sim/course $folder/build/sim && cp -R build/course/units $folder/build/course && "
        . "find $folder/build/course/units -name '*.o' -exec touch {} + && "
        . "cp build/course/grade $folder/build/course");
    return join ' ', grep { (run("diff -rq $_ $folder/$_"))[0] } glob('course/*.[ch] course/shapes common tools/csv.[ch]'),
        map { "simulator/$_" } qw(simcc runtime include libraries devices view make Makefile VERSION);
}

# The command that grades a step of a submission into graded/NAME of the test's folder.
sub grade_command {
    my ($name, $student, $number, $filter) = @_;
    my $out = scratch() . "/graded/$name";
    make_path($out);
    return "build/course/grade --student $student --steps $number --out $out --seed 7 "
         . "--json $out/grade.json " . ($filter // '');
}

# Runs such commands, as many at a time as there are processors: also where other tests run on a GPU, of which few
# programs can have their turn at a time, the grader runs kernels on the simulator.
sub grade_many {
    local $ENV{BACKEND} = 'sim';
    return run_many(@_);
}

# What the grader wrote: {test => [points, of]}, and all points as {score}.
sub grade_of {
    my ($name) = @_;
    my $text = read_file(scratch() . "/graded/$name/grade.json");
    my $json = eval { decode_json($text) } or return {};
    return {score => [$json->{score}, $json->{of}],
            map { $_->{test} => [$_->{points}, $_->{of}] } @{$json->{tests}}};
}

sub points { my ($grade, $test) = @_; return join '/', @{$grade->{$test} // ['none']} }

1;
