#!/usr/bin/perl
# Tries `make grade-all` on a class that tests/lib/Classroom.pm makes, and compares the points with those that are due.
# usage: tests/class.pl try FOLDER STUDENTS SEED PARTS    all of what follows, on all processors:
#            the class graded, cut off and resumed; then the first PARTS of twelve parts of it again, as so many
#            machines would, beside three busy processes for each processor; what a grading costs
#        tests/class.pl make FOLDER STUDENTS SEED         writes submissions/, roster.csv and expected.tsv into FOLDER
#        tests/class.pl compare FOLDER GRADES [OTHER]     a line for each exercise; and where two tables differ
# Exit status: 0 if all points are as they should be, 1 if not, 2 bad usage.
use strict;
use warnings;
use lib 'tests/lib';
use Classroom;
use Course;
use File::Copy qw(copy);
use File::Path qw(remove_tree);
use Lab;
use Time::HiRes qw(time);

$| = 1;
use constant CUT_OFF => 20;    # seconds

# Compares one table or two with what is due; returns whether all is well.
sub compare {
    my ($folder, @paths) = @_;
    my ($due, @tables) = (read_expected($folder), map { read_grades($_) } @paths);
    my $wrong = 0;
    printf "%-9s %8s %9s %6s %10s %6s %11s\n", 'exercise', 'graded', 'full due', 'got', 'other due', 'got', 'differences';
    for my $number (exercises()) {
        my ($graded, $full, $got_full, $other, $got_other, $differences) = (0) x 6;
        for my $id (sort keys %{$tables[0]}) {
            my ($points, $what) = @{$due->{$id}{$number} // next};
            my $got = $tables[0]{$id}{$number} // 'nothing';
            my $again = @tables > 1 && exists $tables[1]{$id} ? $tables[1]{$id}{$number} // 'nothing' : $got;
            my $is_right = is_expected($points, $got);
            $graded++;
            $points eq '100' ? $full++ : $other++;
            $points eq '100' ? ($got_full += $is_right) : ($got_other += $is_right);
            $differences += $again ne $got;
            print "id $id, exercise $number, $what: $points due, got $got\n" if !$is_right;
            print "id $id, exercise $number, $what: got $got, and $again in the other table\n" if $again ne $got;
            $wrong += !$is_right || $again ne $got;
        }
        printf "%-9s %8d %9d %6d %10d %6d %11d\n", $number, $graded, $full, $got_full, $other, $got_other, $differences;
    }
    printf "students: %s\n", join ', and of these again ', map { scalar keys %$_ } @tables;
    return !$wrong;
}

# Runs commands at the same time; returns seconds, and seconds of processors.
sub timed {
    my @commands = @_;
    my ($begin, @before) = (time, times);
    my @children = map { my $command = $_; fork // die "fork: $!\n" or exec 'sh', '-c', $command or die } @commands;
    waitpid $_, 0 for @children;
    my @after = times;
    return (time - $begin, $after[2] + $after[3] - $before[2] - $before[3]);
}

# Processes that do nothing but work; returns their numbers.
sub busy {
    my ($count) = @_;
    my $parent = $$;
    return map {
        my $child = fork // die "fork: $!\n";
        if (!$child) {
            1 while getppid() == $parent;
            exit;
        }
        $child;
    } 1 .. $count;
}

# What a grading of each solution costs: the least of three.
sub costs {
    for my $number (exercises()) {
        my ($least) = sort { $a <=> $b } map { (timed("build/course/grade --steps $number --out build/grade --seed $_ >/dev/null"))[1] } 1 .. 3;
        printf "exercise %s: %.2f s of a processor\n", $number, $least;
    }
}

sub try_all {
    my ($folder, $students, $seed, $parts) = @_;
    chomp(my $processors = `nproc`);
    make_class($folder, $students, $seed);
    my $grade = "make --no-print-directory grade-all DIR=$folder/submissions ROSTER=$folder/roster.csv SEED=$seed";
    remove_tree('build/grade-all');
    my ($cut, $cut_processors) = timed("timeout " . CUT_OFF . " $grade JOBS=$processors >$folder/cut 2>&1");
    my ($real, $used) = timed("$grade JOBS=$processors RESUME=1 >$folder/idle 2>&1");
    print grep { /done before/ } split /^/, read_file("$folder/idle");
    printf "%d students on %d processors: %.1f s, %.1f s of processors\n", $students, $processors, $cut + $real, $cut_processors + $used;
    copy('build/grade-all/grades.csv', "$folder/idle.csv");
    remove_tree('build/grade-all');
    my @busy = busy(3 * $processors);
    my $jobs = int($processors / $parts) || 1;
    ($real, $used) = timed(map { "$grade JOBS=$jobs PART=$_/12 >$folder/part$_ 2>&1" } 1 .. $parts);
    kill 'KILL', @busy;
    waitpid $_, 0 for @busy;
    timed("$grade PART=1/12 >$folder/table 2>&1");    # nothing is left to grade: it makes the table of all parts
    printf "%d of 12 parts beside %d busy processes: %.1f s, %.1f s of processors\n", $parts, scalar @busy, $real, $used;
    copy('build/grade-all/grades.csv', "$folder/busy.csv");
    my $is_well = compare($folder, "$folder/idle.csv", "$folder/busy.csv");
    costs();
    return $is_well;
}

my ($command, $folder, @rest) = @ARGV;
my $numbers = grep { /^[1-9]\d*$/ } @rest;
if (!defined $folder || !($command eq 'try' && $numbers == 3 && @rest == 3 && $rest[2] <= 12 || $command eq 'make' && $numbers == 2 && @rest == 2
                          || $command eq 'compare' && (@rest == 1 || @rest == 2))) {
    print STDERR "usage: tests/class.pl try FOLDER STUDENTS SEED PARTS | make FOLDER STUDENTS SEED | compare FOLDER GRADES [OTHER]\n";
    exit 2;
}
if ($command eq 'compare') {
    exit !compare($folder, @rest);
}
die "$folder: is there already\n" if -e $folder;
build_grader();
if ($command eq 'make') {
    make_class($folder, @rest);
    exit 0;
}
exit !try_all($folder, @rest);
