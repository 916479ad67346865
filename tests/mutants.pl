#!/usr/bin/perl
# Grades mutants of the solutions, which tests/lib/Mutate.pm makes, and sorts out by brute force those that are
# equivalent: a mutant that keeps all points runs beside the solution at thousands of launches.
# usage: tests/mutants.pl SEED EVERY FROM STEP...     every EVERY-th mutant of the steps, from number FROM on
# Prints a line for each, its fields behind tabs: step, kind, line, what was there, what is there now, and what became of
# it: the test that it failed, "does not compile", "equivalent", or "survives" and a launch that is wrong.
# Exit status: 0 if none survives, 1 if one does, 2 bad usage.
use strict;
use warnings;
use lib 'tests/lib';
use Brute;
use Course;
use File::Path qw(make_path remove_tree);
use File::Temp qw(tempdir);
use JSON::PP;
use Lab;
use Mutate;

my ($seed, $every, $from, @steps) = @ARGV;
if (!@steps || grep { !/^\d+$/ } @ARGV) {
    print STDERR "usage: tests/mutants.pl SEED EVERY FROM STEP...\n";
    exit 2;
}
my $place = tempdir('mutants_XXXXXX', TMPDIR => 1, CLEANUP => 1);

# Grades a source as a submission; returns {test => [points, of]} and the folder with its program.
sub graded {
    my ($number, $source, $name, $tests) = @_;
    my $step = folder_of($number);
    make_path("$place/$name/$step", "$place/$name/out");
    write_file("$place/$name/$step/reduce.cu", $source);
    write_file("$place/$name/$step/predict.txt", read_file("course/predict/step$number.txt"));
    system("build/course/grade --student $place/$name --steps $number --out $place/$name/out --seed $seed "
         . "--json $place/$name/grade.json $tests >$place/$name/log 2>&1");
    my $json = eval { decode_json(read_file("$place/$name/grade.json")) } // {tests => []};
    return ({map { $_->{test} => [$_->{points}, $_->{of}] } @{$json->{tests}}}, "$place/$name/out/$step");
}

# The first test that a mutant fails, of those that are cheap, and then of all; '' if it keeps all points.
sub first_failed {
    my ($number, $source, $name) = @_;
    for my $tests ('builds sum-one sum-odd sum-blocks', '') {
        my ($points, $folder) = graded($number, $source, $name, $tests);
        return 'no result' if !$points->{builds};
        return 'does not compile' if $points->{builds}[0] == 0;
        for my $test (qw(sum-one sum-odd sum-blocks sum-large clean idea predict)) {
            return $test if $points->{$test} && $points->{$test}[0] < $points->{$test}[1];
        }
    }
    return '';
}

my $survivors = 0;
for my $number (@steps) {
    my $source = read_file(folder_of($number) . '/reduce.cu');
    my (undef, $solution) = graded($number, $source, "solution$number", 'builds');
    my @mutants = mutants_of($source);
    for (my $i = $from; $i < @mutants; $i += $every) {
        my ($kind, $line, $there, $now, $mutant) = @{$mutants[$i]};
        my $result = first_failed($number, $mutant, "mutant$i");
        if ($result eq '') {
            my $launch = first_difference($number, "$place/mutant$i/out/" . folder_of($number), $solution, $seed);
            $result = $launch eq '' ? 'equivalent' : "survives $launch";
            $survivors += $launch ne '';
        }
        s/\s+/ /g for $there, $now;
        print join("\t", $number, $kind, $line, $there, $now, $result), "\n";
        $| = 1;
        remove_tree("$place/mutant$i");
    }
}
exit($survivors > 0);
