# Kernels for the course's grader: right ones of other kinds pass, and no wrong one gets past it.
#
# A mutant is a sed script in course/mutants that spoils a step's solution. Its name says
# which step, its first line which of the grader's tests must catch it:
#     # clean: rounds without a barrier
# or same, where it is harmless, and the points are those of the solution.
# Scripts in course/variants make solutions of another kind, which must pass. The files in
# course/cases hold many more of both, and cheats: tests/lib/Cases.pm. Of a case that is meant for
# several steps one is tried here; `make test-course` tries all, and every test of each.
use strict;
use warnings;
use lib 'tests/lib';
use Cases;
use Course;
use Drawn;
use File::Path qw(make_path);
use Lab;
use Test::More;

build_grader();
my $scratch = scratch();
my %folder = map { $_ => folder_of($_) } exercises();
my $all = ($ENV{COURSE_CASES} // '') eq 'all';

# ---- what is to be graded, a few at a time ---------------------------------------------------
my (@names, @commands);
sub plan_command { my ($name, $command) = @_; push @names, $name; push @commands, $command }

# The submission that a sed script makes of a step's solution: (name, folder, step's number).
sub changed_solution {
    my ($script) = @_;
    my ($name, $number) = $script =~ m{(step(\d\d)_\w+)\.sed$} or die "$script\n";
    my $step = $folder{$number};
    my $student = "$scratch/students/$name";
    make_path("$student/$step");
    is((run("sed -f $script $step/reduce.cu >$student/$step/reduce.cu"))[0], 0, "$name: sed");
    isnt(read_file("$student/$step/reduce.cu"), read_file("$step/reduce.cu"), "$name: a change");
    write_file("$student/$step/predict.txt", read_file("course/predict/step$number.txt"));
    return ($name, $student, $number);
}

my @variants;
for my $script (drawn(glob 'course/variants/*.sed')) {
    my ($name, $student, $number) = changed_solution($script);
    push @variants, $name;
    # their counts are their own, and the predictions are right for the solution
    plan_command($name, grade_command($name, $student, $number));
}
my (%mutants, @harmless);
my $wrong_ones = 0;
# All of them take part in `make test-course`; in `make test` every third wrong one, and every second
# of the right ones in other styles.
sub takes_part {
    return $all || ++$wrong_ones % 3 == 1;
}
for my $script (drawn(glob 'course/mutants/*.sed')) {
    next if !takes_part();
    my ($test) = read_file($script) =~ /^# ([\w-]+): \w/ or die "$script\n";
    my ($name, $student, $number) = changed_solution($script);
    if ($test eq 'same') {
        push @harmless, $name;
        plan_command($name, grade_command($name, $student, $number));
        next;
    }
    $mutants{$name} = $test;
    plan_command($name, grade_command($name, $student, $number, $all ? '' : "builds $test"));
}
cmp_ok(scalar keys %mutants, '>=', int(45 / share()), 'there are mutants');

# The cases of a file, or of each that is meant for several steps one: another each time.
sub chosen_cases {
    my ($file) = @_;
    my (%of, @chosen);
    push @{$of{$_->{title}}}, $_ for read_cases("course/cases/$file.txt");
    return map { @{$of{$_}} } sort keys %of if $all;
    my $turn = 0;
    return map { $of{$_}[$turn++ % @{$of{$_}}] } sort keys %of;
}

# The submission that a case makes; its name in this test.
sub plan_case {
    my ($kind, $case, $filter) = @_;
    my $step = $folder{$case->{number}};
    my $name = "${kind}_$case->{name}";
    my $student = "$scratch/students/$name";
    my $solution = read_file("$step/reduce.cu");
    my $source = changed_source($case, $solution);
    isnt($source, $solution, "$name: a change");
    make_path("$student/$step");
    write_file("$student/$step/reduce.cu", $source);
    write_file("$student/$step/predict.txt", read_file("course/predict/step$case->{number}.txt"));
    $filter = "--seed $case->{seed} $filter" if $case->{seed};
    plan_command($name, grade_command($name, $student, $case->{number}, $filter));
    return $name;
}

my $right_ones = 0;
for my $case (drawn(grep { $all || ++$right_ones % 2 } chosen_cases('right'))) {
    push @variants, plan_case('right', $case, '');
}
for my $case (drawn(chosen_cases('wrong'), chosen_cases('cheats'))) {
    if ($case->{test} eq 'same') {
        push @harmless, plan_case('cheat', $case, '');
    } elsif (takes_part()) {
        $mutants{plan_case('case', $case, $all ? '' : "builds $case->{test}")} = $case->{test};
    }
}
cmp_ok(scalar(@variants), '>=', int(45 / share()), 'there are right ones in other styles');
cmp_ok(scalar(keys %mutants), '>=', int(100 / share()), 'and wrong ones');

my %result;
@result{@names} = grade_many(@commands);

# ---- other right ways -------------------------------------------------------------------------
for my $name (@variants) {
    my (undef, $status, $out, $err) = @{$result{$name}};
    is("$status$err", '0', "$name: full marks") or diag($out);
}
for my $name (@harmless) {
    my (undef, $status, $out, $err) = @{$result{$name}};
    is("$status$err", '0', "$name: harmless, and the points are those of the solution") or diag($out);
}

# ---- mutants ----------------------------------------------------------------------------------
for my $name (sort keys %mutants) {
    my (undef, $status, $out, $err) = @{$result{$name}};
    my $grade = grade_of($name);
    my $test = $mutants{$name};
    is("$status$err", '1', "$name: the grader is well");
    like($out, qr{^Score: \d+/\d+$}m, "$name: and ends with a score");
    my ($points, $of) = @{$grade->{$test} // [1, 0]};
    cmp_ok($points, '<', $of, "$name: caught by $test") or diag($out);
    is(points($grade, 'builds'), '10/10', "$name: builds")
        if $test ne 'builds' && $grade->{builds};
}
ok(!-e 'build/grade/forged', 'none has written a file');

done_testing();
