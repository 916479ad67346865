# make stepNN predict: every number that it asks for is printed by its command and stands in the page's answer.
use strict;
use warnings;
use lib 'tests/lib';
use Drawn;
use Lab;
use Test::More;

delete @ENV{qw(MAKEFLAGS MFLAGS MAKELEVEL)};
take_clocks(enter_twin());    # the user of this folder has answers, and counters, of their own
my $tally = 'build/predictions.csv';

# What the program prints for these lines of input.
sub predict {
    my ($steps, $input) = @_;
    open my $file, '>', scratch() . '/input' or die;
    print $file $input;
    close $file;
    return run("make -s $steps predict <" . scratch() . '/input', 300);
}

# The numbered items of a part of a page: (number => text, ...).
sub items { return map { /^(\d+)\. (.*)/s ? ($1 => $2) : () } split /^(?=\d+\. )/m, $_[0] }

# ---- every step ------------------------------------------------------------------------------------
# A first answer that is wrong, and two that are skipped: then all three numbers are shown.
my %is;    # step => its three numbers
for my $step (drawn(steps())) {
    my ($number) = $step =~ /^step(\d\d)/;
    my ($status, $out, $err) = predict("step$number", "-1\n\n\n");
    is($status, 0, "step $number") or diag($err);
    $is{$number} = [$out =~ /(?:, | )it is ([-\d.e+]+)$/mg];
    is(scalar @{$is{$number}}, 3, "step $number asks for three numbers");
    like($out, qr/^Step $number: 0 of 1 right\. /m, "step $number: one answer, a wrong one");
    my $page = read_file("$step/README.md");
    my ($box, $answers) = $page =~ m{^## Predict before you measure\n(.*?)<details>(.*?)</details>}ms;
    like($box, qr/^`make step$number predict` asks/m, "$step: the page names the command");
    my %question = items($box);
    my %answer = items($answers);
    my @asked = grep { /^$number,/ } split /\n/, read_file('tools/predict/questions.csv');
    for my $i (0 .. 2) {
        my ($question, $label, $within) = $asked[$i] =~ /^\d+,(\d+),("[^"]*"|[^,]*),([\d.]+),/;
        my ($first) = split /\n/, $question{$question} // '?';
        like($out, qr/^\Q$question. $first\E$/m, "step $number: question $question is the page's");
        my $is = $is{$number}[$i] // 'nothing';
        my $text = $answer{$question} // '';
        # what is not exact stands in what a command printed, wherever that is
        $text .= join '', $answers =~ /^```console\n(.*?)^```$/msg if $within > 0;
        $text =~ s/\b([Nn]o|[Nn]one|[Oo]ne|[Tt]wo|[Tt]hree|[Ff]our|[Ff]ive)\b/{no => 0, none => 0, one => 1, two => 2, three => 3,
                   four => 4, five => 5}->{lc $1}/ge;
        my @near = grep { abs($_ - $is) <= $within + 1e-9 } $text =~ /(?<![\d.^])(\d+(?:\.\d+)?)(?![\d^])/g;
        ok(scalar @near, "step $number: $label: the page's answer $question has $is");
    }
    my @shown = $out =~ /^  \$ (.+)\n  .*\n +\^+$/mg;
    is(scalar @shown, 3, "step $number: commands, their lines, and marks beneath the numbers");
}

# ---- right answers, in all the ways to write them ---------------------------------------------------
# What is looked at here are the answers: fewer numbers will do.
run("sed -i -E 's/^(05,3|06,3|08,1)(,.* BACKEND=sim),/\\1\\2 N=2^20,/' tools/predict/questions.csv");
is(scalar(() = read_file('tools/predict/questions.csv') =~ /^0[568],.* N=2\^20,/mg), 3, 'three of the commands run with fewer numbers');
unlink $tally;
my ($status, $out, $err) = predict('step05', "2^3+1\n2^1.5e\n9\n65/72\n0.6\n");
is($status, 0, 'an answer that is no number');
is(scalar(() = $out =~ /^   That is no number\. /mg), 2, 'is asked for again, with a line');
like($out, qr/^Step 05: 3 of 3 right\. First answers so far: 3 of 3 right, in 1 step \($tally\)\.$/m,
     'a share of 1 for percent, and a number that is near enough');
like($out, qr/: 90\.2777778 is right: it is 90\.28, and 0\.5 more or less will do$/m, 'says how near');
($status, $out, $err) = predict('step05 step06', "10\n\n\nnone\n4.0\n\n");
like($out, qr/^Step 05: 0 of 1 right\. First answers so far: 3 of 3 right, in 1 step /m,
     'a second answer does not count');
like($out, qr/^Step 06: 2 of 2 right\. First answers so far: 5 of 5 right, in 2 steps /m, 'none is 0');
($status, $out, $err) = predict('step08', "2^10/4\n5.0\n");
is($status, 0, 'an end of the input');
like($out, qr/: 256 is right$/m, 'powers and fractions');
like($out, qr/^Step 08: 2 of 2 right\. /m, 'what was answered before it counts');
unlike($out, qr/make step02 run/, 'and nothing else is run');
($status, $out, $err) = predict('step08', '');
is($status, 0, 'no input at all');
like($out, qr/^Nothing was answered, so nothing is run\.$/m, 'is no mistake');
for my $word ('inf', 'nan', '0x10', '1/0', '2^', '1 2 3x', '90%%', '9' x 80) {
    (undef, $out) = predict('step05', "$word\n");
    like($out, qr/That is no number/, "$word is no number");
}

# ---- what is missing -----------------------------------------------------------------------------------
($status, $out, $err) = run('make -s predict');
is($status, 2, 'without a step');
like($err, qr/^Name a step: make step05 predict$/m, 'it asks for one');
mkdir "$_" for map { scratch() . "/$_" } qw(lab lab/tools lab/tools/predict lab/build lab/step01_x);
my $lab = scratch() . '/lab';
sub put { open my $file, '>', "$lab/$_[0]" or die; print $file $_[1]; close $file }
my $predict = `pwd` =~ s/\n//r . '/build/tools/predict step01_x';
is((run("cd $lab && $predict"))[0], 3, 'no table of questions');
put('tools/predict/questions.csv', "step,question,asks,within,command,seen\n01,1,this,0,echo a 12 b,^a ([0-9]+)\n"
                                   . "01,1,that,0,exit 7,([0-9]+)\n01,1,those,0,echo none,^a ([0-9]+)\n");
is((run("cd $lab && echo 1 | $predict"))[0], 3, 'no page');
put('step01_x/README.md', "1. Not this?\n## Predict before you measure\n1. How\n   many?\n2. More?\n\n<details>\n1. 12\n");
($status, $out, $err) = run("cd $lab && printf '12\\n1\\n2\\n' | $predict");
is($status, 1, 'a number that is not to be seen');
like($out, qr/^1\. How\n   many\?\n   this: 12\n   that: 1\n   those: 2\n\nthis: 12 is right$/m, 'the others are shown');
like($err, qr/^that: not to be seen: exit 7 ends with 7$/m, 'a command that fails');
like($err, qr/^those: not to be seen: echo none does not print it$/m, 'one that prints something else');
put('tools/predict/questions.csv', "step,question,asks,within,command,seen\n"
    . "01,1,this,0,echo 5\$SIM_CLOCK\$N\$BLOCK\$ARGS,([0-9]+)\n");
(undef, $out) = run("cd $lab && echo 5 | SIM_CLOCK=0 N=3 BLOCK=4 ARGS=6 $predict");
like($out, qr/^this: 5 is right$/m, 'commands run as in a fresh shell');

done_testing();
