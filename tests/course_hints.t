# Hints in three stages: asked for, written down, and what they cost. Their words: tests/course_chinese.t.
use strict;
use warnings;
use lib 'tests/lib';
use Course;
use File::Path qw(make_path);
use JSON::PP;
use Lab;
use Test::More;

build_grader();
my $scratch = scratch();
my %folder = map { $_ => folder_of($_) } exercises();
my ($status, $out, $err);

# ---- what the hints say ---------------------------------------------------------------------------------
# The lines of a solution, without blanks and comments.
sub lines_of {
    my ($text) = @_;
    return grep { length > 12 } map { s{//.*}{}r =~ s/\s+//gr } split /\n/, $text;
}
for my $number (exercises()) {
    my %hint = read_file("course/hints/step$number.txt") =~ /^\[(\d \w\w)\]\n(.*?)(?=^\[|\z)/msg;
    is(join(' ', sort keys %hint), '1 en 1 zh 2 en 2 zh 3 en 3 zh', "$number: three stages in two languages");
    my %in_solution = map { $_ => 1 } map { lines_of($_) }
        read_file("$folder{$number}/reduce.cu") =~ m{// SOLUTION BEGIN[^\n]*\n(.*?)// SOLUTION END}sg;
    my @early = grep { $in_solution{$_} } map { lines_of($hint{"$_ en"}) } 1, 2;
    is(join('|', @early), '', "$number: no line of the solution before the last stage");
    cmp_ok(scalar(grep { $in_solution{$_} } lines_of($hint{'3 en'})), '>=', 1, "$number: and some in the last");
}

# ---- in a handout ----------------------------------------------------------------------------------------
is((run("course/handout.sh $scratch/handout '03 04 05' '' en '2 3 5'"))[0], 0, 'a handout whose hints have a price');
my $handout = "$scratch/handout";
unlike(read_file("$handout/course/hints/step04.closed"), qr/stride/, 'nobody reads the hints by chance');
like(read_file("$handout/$folder{'04'}/README.md"), qr/make step04 hint\n\nHints cost points of this exercise: 2, 3, 5\.\n/, 'its page tells the price');
my $hint = "cd $handout && " . `pwd` =~ s/\n//r . '/build/course/hint';
my $others = "$folder{'03'} $folder{'05'}";
($status, $out) = run("$hint ask en '2 3 5' $folder{'04'} $others");
like($out, qr/\AHint 1 of 3 for $folder{'04'}, which costs 2 points:\n\nShared memory.*\nThe next hint costs 3 points: make step04 hint\n\z/s, 'the first');
($status, $out) = run("$hint ask en '' $folder{'04'} $others");
like($out, qr/\AHint 2 of 3 for $folder{'04'}:\n.*halves.*\nThe next hint: make step04 hint\n\z/s, 'and the second, without a price');
like(read_file("$handout/$folder{'04'}/hints.txt"), qr/^asked: step04 1 .*^    Shared memory.*^asked: step04 2 /ms, 'stand in the record');
like(read_file("$handout/$folder{'05'}/hints.txt"), qr/^asked: step04 1 .*\nasked: step04 2 .*\n\z/m, 'and in the others, without their words');

# ---- and what they cost: [what is done to the records, points, what is said, the record] --------------------
write_file("$handout/$folder{'04'}/reduce.cu", read_file("$folder{'04'}/reduce.cu"));
write_file("$handout/$folder{'04'}/predict.txt", read_file('course/predict/step04.txt'));
my $own = "$handout/$folder{'04'}/hints.txt";
my $record = read_file($own);
my $of_others = read_file("$handout/$folder{'05'}/hints.txt");
# The tests themselves are not what this is about: one grading, and its points without them.
sub graded {
    my ($name, $price, $test) = @_;
    my ($status, $out) = run(grade_command($name, $handout, '04', $test) =~ s{build/course/grade }{build/course/grade --hint-price '$price' }r, 300);
    my $json = decode_json(read_file("$scratch/graded/$name/grade.json"));
    return ($json->{score}, $json->{hints}[0], $out);
}
my ($score, $told, $said) = graded('free', '');
is("$score $told->{asked} $told->{price} $told->{record}", '100 2 0 kept', 'without a price nothing is taken');
like($said, qr{^$folder{'04'}: 100/100, hints: 2 of 3$}m, 'but said');
($score, $told, $said) = graded('paid', '2 3 5');
is("$score $told->{asked} $told->{price}", '95 2 5', 'with one it is');
like($said, qr{^$folder{'04'}: 95/100, hints: 2 of 3, for 5 points$}m, 'and said');
unlink $own;
($score, $told, $said) = graded('deleted', '2 3 5');
is("$score $told->{asked} $told->{price} $told->{record}", '90 2 10 missing', 'a record that is deleted costs as much as all hints');
like($said, qr/^hints: hints\.txt is not handed in/m, 'and is seen');
write_file($own, $record =~ s/^asked: step04 2 .*\n//mr =~ s/^asked: step04 1 .*\n//mr);
(undef, $told) = graded('shortened', '2', 'builds');
is("$told->{asked} $told->{record}", '2 changed', 'lines that are taken out are known from the other exercises');
write_file($own, $record =~ s/step04 2/step04 1/r);
write_file("$handout/$folder{$_}/hints.txt", $of_others =~ s/^asked.*\n//mgr) for '03', '05';
(undef, $told) = graded('changed', '2');
is("$told->{price} $told->{record}", '6 changed', 'and a line that is changed, by its seal');
unlink $own;
run("$hint ask en '' $folder{'04'} $others");
(undef, $told) = graded('anew', '2', 'builds');
is("$told->{price} $told->{record}", '0 changed', 'and a record that is begun anew');

# ---- bad input ------------------------------------------------------------------------------------------------
for (["ask fr '' $folder{'04'}", 2, qr/^fr: there is no such language$/],
     ["ask en '2 3' $folder{'04'}", 2, qr/^2 3: the price of a hint/], ["ask en '50 50 1' $folder{'04'}", 2, qr/^50 50 1: /],
     ["ask en -1 $folder{'04'}", 2, qr/^-1: /], ["ask en '' step14_speed_of_light", 3, qr/there are no hints/],
     ['ask en', 2, qr/^usage/], ["ask en '' nonsense", 2, qr/^nonsense: no exercise/]) {
    ($status, $out, $err) = run("$hint $_->[0]");
    is("$status$out", $_->[1], "hint $_->[0]: refused");
    like($err, $_->[2], 'and why');
    is($err =~ tr/\n//, 1, 'in one line');
}
($status, $out, $err) = run('build/course/grade --hint-price 1000 --steps 04');
is($status, 2, 'a price that is none');
is((run("course/handout.sh $scratch/dear 04 '' en '90 9 2'"))[0], 2, 'in a handout, too');
ok(!-e "$scratch/dear", 'which is not made');
is((run("course/handout.sh $scratch/bugs 04 bugs"))[0], 0, 'where a mistake is to be found');
ok(!-e "$scratch/bugs/course/hints" && !-e "$scratch/bugs/$folder{'04'}/hints.txt", 'there are no hints');

done_testing();
