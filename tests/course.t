# The course's side: exercises fail, solutions pass, and no wrong kernel gets past the grader.
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
use Fcntl qw(LOCK_EX);
use File::Path qw(make_path);
use JSON::PP;
use Cases;
use Lab;
use POSIX qw(getcwd mkfifo);
use Test::More;

my @needed = qw(build/course/grade build/course/exercise_text build/sim/course/judge.o
                build/sim/course/judge_total.o build/sim/course/judge_rows.o build/sim/course/judge_reductions.o
                build/sim/course/judging.o build/sim/course/numbers.o build/sim/course/reductions.o build/sim/course/confined.o build/sim/common.a build/simcc/simcc build/course/header_words);
system("make -s BACKEND=sim @needed") == 0 or die "the grader does not build\n"
    if grep { !-e } @needed;

my $scratch = scratch();
my %folder = map { /^step(\d\d)_/ ? ($1 => $_) : () } steps();
my @exercises = map { m{step(\d\d)\.txt$} } glob 'course/predict/step*.txt';
my $handout = "$scratch/handout";
my $all = ($ENV{COURSE_CASES} // '') eq 'all';

sub write_file {
    my ($path, $text) = @_;
    open my $file, '>', $path or die "$path: $!\n";
    print $file $text;
    close $file or die "$path: $!\n";
}

# The command that grades a step of a submission into $scratch/graded/NAME.
sub grade_command {
    my ($name, $student, $number, $filter) = @_;
    my $out = "$scratch/graded/$name";
    make_path($out);
    return "build/course/grade --student $student --steps $number --out $out --seed 7 "
         . "--json $out/grade.json " . ($filter // '');
}

# What the grader wrote: {test => [points, of]}, and all points as {score}.
sub grade_of {
    my ($name) = @_;
    my $text = read_file("$scratch/graded/$name/grade.json");
    my $json = eval { decode_json($text) } or return {};
    return {score => [$json->{score}, $json->{of}],
            map { $_->{test} => [$_->{points}, $_->{of}] } @{$json->{tests}}};
}

sub points { my ($grade, $test) = @_; return join '/', @{$grade->{$test} // ['none']} }

# ---- handouts ---------------------------------------------------------------------------
my ($status, $out, $err) = run("course/handout.sh $handout");
is("$status$err", '0', 'make handout') or diag($out);
for (["$handout", 2, qr/not empty/, 'a folder that is in use'],
     ['', 2, qr/Say where it goes/, 'no folder'],
     ["$scratch/x '02 99'", 2, qr/no exercise 99/, 'a step that is no exercise'],
     ["$scratch/x '*'", 2, qr/no exercise \*/, 'a pattern'],
     ['course/inside', 2, qr/in the lab itself/, 'a folder in the lab'],
     ["'~/handout'", 2, qr/in the lab itself/, 'a ~ that no shell has replaced'],
     ['Makefile', 2, qr/is no folder/, 'a file'],
     ['/proc/no/folder', 3, qr/cannot write/, 'a folder that cannot be made']) {
    my ($arguments, $expected, $message, $what) = @$_;
    ($status, $out, $err) = run("course/handout.sh $arguments");
    is($status, $expected, "handout refuses $what");
    like($err, qr/\A.*$message.*\n\z/, 'and says so in one line');
}
ok(!-e 'course/inside' && !-e '~', 'and nothing is made');

for my $number (@exercises) {
    my $solution = read_file("$folder{$number}/reduce.cu");
    my $exercise = read_file("$handout/$folder{$number}/reduce.cu");
    my @hints = $solution =~ m{// SOLUTION BEGIN: (.+)\n}g;
    is(join('|', $exercise =~ m{// TODO: (.+)\n}g), join('|', @hints), "$number: its hints");
    $solution =~ s{^ *// SOLUTION BEGIN.*?// SOLUTION END\n}{}msg;
    is($exercise =~ s{^ *// TODO: .*\n}{}mgr, $solution, "$number: only the gaps are gone");
    unlike(read_file("$handout/$folder{$number}/predict.txt"), qr/= *\d+$/m,
           "$number: no prediction is given away");
    my $page = read_file("$handout/$folder{$number}/README.md");
    unlike($page, qr/What changed|<details>|```diff/, "$number: nor on its page");
    like($page, qr/## Your task\n.*\Q$hints[0]\E/s, "$number: the page says what to do");
}
write_file("$scratch/open.cu", "// SOLUTION BEGIN: x\n");
is((run("build/course/exercise_text source $scratch/open.cu"))[0], 1, 'a mark without its end');
write_file("$scratch/none.cu", "int x;\n");
is((run("build/course/exercise_text source $scratch/none.cu"))[0], 1, 'a source without marks');

# Exercises in which something is wrong, and nothing missing.
my $bugs = "$scratch/bugs";
is((run("course/handout.sh $bugs '' bugs"))[0], 0, 'make handout KIND=bugs');
($status, $out, $err) = run("course/handout.sh $scratch/x '02' holes");
is($status, 2, 'no other kind');
like($err, qr/\AKIND: holes: .*\n\z/, 'in one line');

# What submissions are compiled with takes the headers as the compiler has kept them.
my ($flags) = read_file('Makefile') =~ /^GRADED_FLAGS := (\S+)$/m or die "the Makefile has no GRADED_FLAGS\n";
write_file("$scratch/kernel.cu", "__global__ void kernel(int *a) { *a = 1; }\n");
(undef, undef, $err) = run("build/simcc/simcc --device-only -c -Xcompiler $flags,-Winvalid-pch $scratch/kernel.cu -o $scratch/kernel.o");
unlike($err, qr/graded: not used/, 'the kept headers are those of submissions');

# ---- everything that is to be graded, a few at a time ----------------------------------------
my (@names, @commands);
sub plan_command { my ($name, $command) = @_; push @names, $name; push @commands, $command }

for my $number (@exercises) {
    my $source = "$handout/$folder{$number}/reduce.cu";
    my $program = "$scratch/step$number";
    # of step 16 some types and operators: all of them take half a minute to compile
    $source = "-I$handout tests/types/pairs.cu" if $number eq '16';
    plan_command("run$number", "build/simcc/simcc $source build/sim/common.a -o $program && "
                             . "$program -n 4097");
    plan_command("unsolved$number", grade_command("unsolved$number", $handout, $number));
    plan_command("solved$number", grade_command("solved$number", '.', $number));
    unlike(read_file("$bugs/$folder{$number}/reduce.cu"), qr/SOLUTION/, "$number with a bug: no marks");
    plan_command("bug$number", grade_command("bug$number", $bugs, $number));
}
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
for my $script (glob 'course/variants/*.sed') {
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
for my $script (glob 'course/mutants/*.sed') {
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
cmp_ok(scalar keys %mutants, '>=', 45, 'there are mutants');

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
    plan_command($name, grade_command($name, $student, $case->{number}, $filter));
    return $name;
}

my $right_ones = 0;
for my $case (grep { $all || ++$right_ones % 2 } chosen_cases('right')) {
    push @variants, plan_case('right', $case, '');
}
for my $case (chosen_cases('wrong'), chosen_cases('cheats')) {
    if ($case->{test} eq 'same') {
        push @harmless, plan_case('cheat', $case, '');
    } elsif (takes_part()) {
        $mutants{plan_case('case', $case, $all ? '' : "builds $case->{test}")} = $case->{test};
    }
}
cmp_ok(scalar(@variants), '>=', 45, 'there are right ones in other styles');
cmp_ok(scalar(keys %mutants), '>=', 100, 'and wrong ones');

# A handout by itself, as a student has it.
my $alone = "$scratch/with space";
is((run("course/handout.sh '$alone' '03 02 02'"))[0], 0, 'a handout of two steps');
is(read_file("$alone/course/steps"), "02 03\n", 'each named once, in order');
my $make_alone = "cd '$alone' && env -u MAKEFLAGS -u MAKELEVEL -u BACKEND make -s CFLAGS=-O0"; # which is built soonest
plan_command('alone', "$make_alone grade TEST=sum-one");
my %result;
@result{@names} = run_many(@commands);

# ---- exercises and solutions ---------------------------------------------------------------
for my $number (@exercises) {
    my (undef, $status, $out, $err) = @{$result{"run$number"}};
    is($status, 1, "$number unsolved: compiles, runs, and fails") or diag($out, $err);
    like($out, qr/: WRONG in /, "$number unsolved: with a wrong sum");

    (undef, $status, $out, $err) = @{$result{"unsolved$number"}};
    my $grade = grade_of("unsolved$number");
    is("$status$err", '1', "$number unsolved: graded");
    is(points($grade, 'builds'), '10/10', "$number unsolved: builds");
    cmp_ok(($grade->{score} // [100])->[0], '<', 50, "$number unsolved: under half");
    like($out, qr{^Next: \S+: \S+/reduce\.cu:\d+: TODO: \w}m, "$number unsolved: what next");

    (undef, $status, $out, $err) = @{$result{"bug$number"}};
    is("$status$err", '1', "$number with a bug: graded");
    is(points(grade_of("bug$number"), 'builds'), '10/10', "$number with a bug: builds");
    like($out, qr{^Next: \S+: \S+/reduce\.cu:\d+: TODO: something is wrong}m, "$number with a bug: says so");

    (undef, $status, $out, $err) = @{$result{"solved$number"}};
    is("$status$err", '0', "$number solved: graded") or diag($out);
    like($out, qr{^Score: 100/100$}m, "$number solved: full marks");
    # the band around the solution's time hangs on a constant of course/exercise.c
    my ($time, $most) = read_file("$scratch/graded/solved$number/$folder{$number}/idea.txt")
        =~ /modelled_us is ([\d.]+), at most ([\d.]+)/;
    my $times = {"09" => 2, 16 => 1.3}->{$number} // 1.5; # how much longer it may take
    ok($time && abs($time / ($most / $times) - 1) < 0.15,
       "$number solved: exercises[] knows its modelled time, " . ($time // 'none') . ' microseconds');
}

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

# ---- a handout by itself -----------------------------------------------------------------------
(undef, $status, $out, $err) = @{$result{alone}};
is($status, 2, 'make grade in a handout fails below full marks') or diag($out, $err);
like($out, qr{step02_smem: 0/5\n.*step03_nodivergence: 0/5\n.*Score: 0/10$}ms,
     'it grades the exercises, by the test that is named');
ok(!-e "$alone/step04_interleaved", 'later steps are not in it');
($status, $out) = run("$make_alone help");
like($out, qr/make step02 run.*make grade/s, 'its make help names what it has');
unlike($out, qr/handout|grade-all|STUDENT|companion|book_integer|lockstep|make test|compare|variants|step05/,
       'and nothing else');
for my $goal (qw(handout grade-all test compare variants record results docs plot calibrate)) {
    ($status, $out, $err) = run("$make_alone $goal");
    is($status, 2, "make $goal is refused there");
    like($err, qr/\A.*make $goal works in the whole lab.*\n\z/, 'in one line');
}
for (['SEED=x', qr/grade: x: a seed is/], ['STEPS=05', qr/grade: 05: there is no such exercise/],
     ['TEST=nonsense', qr/grade: nonsense: no test/], ['STUDENT=/nowhere', qr/no such folder/]) {
    ($status, $out, $err) = run("$make_alone grade $_->[0]");
    is($status, 2, "make grade $_->[0]: refused");
    like($err, $_->[1], 'and says why');
}

# ---- predictions ---------------------------------------------------------------------------------
my $guesser = "$scratch/guesser/$folder{'04'}";
make_path($guesser);
write_file("$guesser/reduce.cu", read_file("$folder{'04'}/reduce.cu"));
write_file("$guesser/predict.txt", "shared_load_requests = 328\nshared_load_wavefronts = 1528\n"
                                 . "block_barriers = many\n");
($status, $out) = run(grade_command('guesser', "$scratch/guesser", '04', 'predict'));
is(points(grade_of('guesser'), 'predict'), '3/10', 'one of three predictions is right');
like($out, qr/GOOD +shared_load_requests.*BAD +shared_load_wavefronts.*MISSING block_barriers/s,
     'and it says which');
unlike($out, qr/(BAD|MISSING) .*(?<!\d)(328|80)(?!\d)/, 'but not the answers');

# ---- what a terminal would obey ----------------------------------------------------------------------
my $painter = "$scratch/painter/$folder{'04'}";
make_path($painter);
write_file("$painter/reduce.cu", read_file("$folder{'04'}/reduce.cu")
           =~ s{^(    unsigned int tid)}{    // TODO: \e[2J\n    int \e[1;1Hx = y; // \xC2\x9B2J\n$1}mr);
($status, $out) = run(grade_command('painter', "$scratch/painter", '04'));
like($out, qr/FAIL +0\/10\n.*error.*\n.*int \?\[1;1Hx = y;/, 'a line with an error is shown');
unlike($out, qr/[\x00-\x08\x0B-\x1F\x7F]|\xC2[\x80-\x9F]/, 'without what a terminal would obey');

# ---- the first five minutes, as docs/students.md tells them --------------------------------------------
my $newcomer = "$scratch/newcomer/$folder{'03'}";
make_path($newcomer);
my $exercise = read_file("$handout/$folder{'03'}/reduce.cu");
my $loop = <<'END';
    for (unsigned int stride = 1; stride < blockDim.x; stride *= 2) {
        unsigned int index = 2 * stride * tid;
        if (index < blockDim.x)
            smem[index] += smem[index + stride];
END
my @told = read_file('docs/students.md') =~ /^\$ make step03 grade SEED=7\n(.*?)^```/msg;
is(scalar @told, 3, 'three gradings are told');
for my $region (undef, "$loop    }\n", "$loop        __syncthreads();\n    }\n") {
    my $source = defined $region ? $exercise =~ s{^ *// TODO: .*\n}{$region}mr : $exercise;
    write_file("$newcomer/reduce.cu", $source);
    write_file("$newcomer/predict.txt", read_file('course/predict/step03.txt')) if @told == 1;
    ($status, $out) = run(grade_command('newcomer', "$scratch/newcomer", '03'));
    is($out =~ s/\n\n== .*/\n/sr =~ s{\Q$scratch/newcomer/\E}{}gr, shift @told, 'and print what the page says');
}

# ---- one after the other ---------------------------------------------------------------------------
my $again = "$scratch/again/$folder{'02'}";
make_path($again);
for (['null_pointer', qr/BAD +null pointer: .*CUDA error 700/s, qr/BAD +race/],
     ['missing_barrier', qr/BAD +race/, qr/null pointer/]) {
    my ($mutant, $finding, $other) = @$_;
    run("sed -f course/mutants/step02_$mutant.sed $folder{'02'}/reduce.cu >$again/reduce.cu");
    ($status, $out) = run(grade_command('again', "$scratch/again", '02', 'sum-large clean'));
    like($out, $finding, "$mutant: the finding is named");
    unlike($out, $other, 'and none of another grading');
}

# ---- verdicts -----------------------------------------------------------------------------------
my $judged = "$scratch/graded/solved04/$folder{'04'}/program kernel 1 777:512:512:0:0:0:2:0:1";
($status) = run("echo 7 | SIM_MEMORY=32M $judged 3>$scratch/verdict");
is($status, 0, 'the host program that is linked with a kernel');
like(read_file("$scratch/verdict"), qr/^0 0 2 -?\d+ 0 0 0$/, 'hands back a sum, and knows none');
is((run("SIM_MEMORY=32M $judged 3>$scratch/verdict </dev/null"))[0], 2, 'without a seed');
is(read_file("$scratch/verdict"), '', 'there is nothing');
my $symbols = (run("nm $scratch/graded/solved04/$folder{'04'}/kernel.o"))[1];
is(join(' ', $symbols =~ /^\S+ [A-TV-Z] (\S+)$/mg), 'course_kernel_0', 'it sees one name of a submission');
my $sections = (run("objdump -h $scratch/graded/solved04/$folder{'04'}/kernel.o"))[1];
unlike($sections, qr/init_array|fini_array|ctors|dtors/, 'of which nothing runs before main or after it');

# ---- speed, on a GPU -----------------------------------------------------------------------------
SKIP: {
    skip 'needs nvcc', 6 if system('command -v nvcc >/dev/null 2>&1') != 0;
    my $make = 'env -u MAKEFLAGS -u MAKELEVEL make -s grade PERFORMANCE=1';
    my $slow = "$scratch/slow/$folder{'04'}";
    make_path($slow);
    write_file("$slow/reduce.cu", read_file("$folder{'02'}/reduce.cu")
               =~ s/reduceNeighboredSmem_2/reduceInterleavedSmem_4/gr);
    my $started = "$scratch/started/$folder{'04'}";
    make_path($started);
    write_file("$started/reduce.cu", read_file("$folder{'04'}/reduce.cu") =~ s{^(#include "../common/lab.h"\n)}
               {$1#ifdef __NVCC__\nstatic int started = system("touch build/grade/forged");\n#endif\n}mr);
    my ($solved, $solved_out) = run("$make STEPS=08");
    my ($began, $began_out) = run("$make STUDENT=$scratch/started TEST=speed");
    like($began_out, qr/^speed .*FAIL  0\/10\n    BAD +a variable above main/m, 'nothing of a submission begins');
    ok(!-e 'build/grade/forged', 'and nothing has begun');
    my ($slower, $slower_out) = run("$make STUDENT=$scratch/slow TEST=speed");
    if (`tools/machine/backend.sh nvcc` !~ /^gpu/) { # whatever the other tests run on
        is($solved, 0, 'points for speed: no harm where there is no GPU');
        like($solved_out, qr{^Score: 100/100\n.*^speed .*skipped: there is no GPU here}ms,
             'they are left out, and it says so');
        like($slower_out, qr{^Score: 0/0\n.*skipped: there is no GPU}ms, 'whatever is timed');
        ok(-x 'build/grade/step08_template/speed', 'both kernels compile and link');
    } else {
        is($solved, 0, 'points for speed: the solution is as fast as itself');
        like($solved_out, qr{^Score: 110/110\n.*^speed .*OK   10/10\n    GOOD }ms, 'and has them');
        like($slower_out, qr{^Score: 0/10\n.*^speed .*FAIL  0/10\n    BAD }ms,
             'a slow kernel does not');
        isnt($slower, 0, 'and its grade says so');
    }
}
($status, $out) = run("$make_alone grade STEPS=02 PERFORMANCE=1 TEST=speed");
like($out, qr/skipped: there is no solution here/, 'nor are there any in a handout');

# ---- a class ------------------------------------------------------------------------------
my $class = "$scratch/class";
make_path("$class/anna/lab/$folder{'04'}", "$class/ben", "$class/carl doe/$folder{'04'}",
          "$class/dora/$folder{'04'}");
write_file("$class/anna/lab/$folder{'04'}/reduce.cu", read_file("$folder{'04'}/reduce.cu"));
write_file("$class/anna/lab/$folder{'04'}/predict.txt", read_file('course/predict/step04.txt'));
mkfifo("$class/carl doe/$folder{'04'}/reduce.cu", 0600);
write_file("$class/dora/$folder{'04'}/reduce.cu", 'x' x 3000000);
# links lead to what others have, and a quote in a name is no end of a text
make_path("$class/emil", "$class/fay/$folder{'04'}", "$class/gus/__MACOSX/$folder{'04'}",
          "$class/gus/\"lab/$folder{'04'}", "$class/hal/step99_none");
symlink getcwd() . "/$folder{'04'}", "$class/emil/$folder{'04'}";
symlink getcwd() . "/$folder{'04'}/reduce.cu", "$class/fay/$folder{'04'}/reduce.cu";
symlink "$class/anna", "$class/ida";
write_file("$class/gus/\"lab/$folder{'04'}/$_", read_file("$class/anna/lab/$folder{'04'}/$_"))
    for qw(reduce.cu predict.txt);
write_file("$class/hal/step99_none/reduce.cu", '');
($status, $out, $err) = run("course/grade_all.sh $class", 60);
is($status, 0, 'grade-all');
is(read_file('build/grade-all/grades.csv'),
   "student,step04,points,of\nanna,100,100,100\nben,0,0,100\ncarl doe,0,0,100\ndora,0,0,100\n"
   . "emil,0,0,100\nfay,0,0,100\ngus,100,100,100\nhal,0,0,100\nida,,,100\n",
   'a row for everybody, whatever they handed in');
like($err, qr{^1 of 9: anna: 100/100\n2 of 9: ben: 0/100$}m, 'with progress');
like($err, qr{^9 of 9: ida: not graded: a link$}m, 'and why somebody has no points');
like($out, qr/^student +step04 +points +of\nanna +100 +100 +100$/m, 'and a table');
my $graded = (stat 'build/grade-all/anna/row.csv')[9];
make_path("$class/=1+1", "$class/two/a/$folder{'04'}", "$class/two/b/$folder{'04'}");
($status, $out, $err) = run("course/grade_all.sh $class 4 'a* =1+1 two' 2 resume", 60);
is($status, 0, 'grade-all again: some, two at a time, and who was not graded before');
like(read_file('build/grade-all/grades.csv'),
     qr/\Astudent,step04,points,of\n'=1\+1,0,0,100\nanna,100,100,100\ntwo,0,0,100\n\z/,
     'a row for each, and no formula');
is((stat 'build/grade-all/anna/row.csv')[9], $graded, 'what was done is kept');
like($err, qr/two: 0\/100 \(several folders hold steps; this is \S+\)/, 'and what is unclear is said');
is(decode_json(read_file('build/grade-all/anna/results.json'))->{score}, 100, 'in the form of Gradescope, too');
for (["$class 4 nobody", qr/ONLY: nobody: no folder/], ["$class 4 '' 0", qr/JOBS: 0: how many/]) {
    my ($arguments, $message) = @$_;
    ($status, $out, $err) = run("course/grade_all.sh $arguments");
    is($status, 2, "grade-all $arguments: refused");
    like($err, qr/\A.*$message.*\n\z/, 'in one line');
}

# ---- Gradescope --------------------------------------------------------------------------
SKIP: {
    skip 'needs zip and unzip', 7 if grep { system("command -v $_ >/dev/null 2>&1") != 0 } qw(zip unzip);
    my $root = "$scratch/autograder";
    make_path("$root/source", "$root/submission");
    ($status, $out, $err) = run("course/autograder.sh $scratch/autograder.zip 04");
    is("$status$err", '0', 'make autograder');
    is((run("cd $root/source && unzip -q $scratch/autograder.zip"))[0], 0, 'a zip file');
    is((run("grep -rl 'stride /= 2' $root/source --include=*.cu"))[1], '', 'without solutions');
    my $alone = 'env -i PATH="$PATH" HOME=/nonexistent CFLAGS=-O0 AUTOGRADER=' . $root;
    ($status, $out, $err) = run("cd / && $alone $root/source/setup.sh", 300);
    is($status, 0, 'is set up in a folder of its own') or diag($out, $err);
    write_file("$root/submission/$_", read_file("$class/anna/lab/$folder{'04'}/$_"))
        for qw(reduce.cu predict.txt);
    run("cd / && $alone $root/source/run_autograder", 60);
    my $results = eval { decode_json(read_file("$root/results/results.json")) } // {};
    is($results->{score}, 100, 'grades two files that were handed in');
    write_file("$root/submission/reduce.cu", read_file("$handout/$folder{'04'}/reduce.cu"));
    run("cd / && $alone $root/source/run_autograder", 60);
    $results = eval { decode_json(read_file("$root/results/results.json")) } // {};
    is($results->{tests}[0]{score}, 10, 'and others, test by test');
    like($results->{tests}[1]{output}, qr/BAD +n = /, 'with what failed');
}

# ---- editors -------------------------------------------------------------------------------
SKIP: {
    skip 'needs clang', 2 if system('command -v clang >/dev/null 2>&1') != 0;
    my $flags = join ' ', split /\n/, read_file("$handout/compile_flags.txt");
    for my $number ('04', '13') {
        ($status, $out, $err) = run("cd $handout && clang -fsyntax-only $flags $folder{$number}/reduce.cu");
        unlike($err, qr/error/, "an editor's clang reads exercise $number") or diag($err);
    }
}

# ---- usage ---------------------------------------------------------------------------------------
make_path("$scratch/usage");
write_file("$scratch/kept.json", 'kept');
for (['--student /nowhere', 2], ['--student Makefile', 2], ['--student docs', 2],
     ['--what ever', 2], ['--json', 2], ['--seed', 2], ['--seed 7x', 2], ['--seed -1', 2],
     ['--seed 4294967296', 2], ['--steps 99', 2], ['--steps two', 2], ['--steps "02 14"', 2],
     ['--steps 04 speed', 2], ["--json $scratch/kept.json no-such-test", 2],
     ['builds no-such-test', 2], ["--json $scratch/no/folder", 3]) {
    ($status, $out, $err) = run("build/course/grade --out $scratch/usage $_->[0]");
    is($status, $_->[1], "grade $_->[0]: exit status");
    like($err, qr/^grade: \S.+\n\z/, 'and one line that says why');
}
is(read_file("$scratch/kept.json"), 'kept', 'what is refused writes nothing');
for (['', qr/Say where/], ['/nowhere', qr/no such folder/], ["$class 99", qr/no exercise 99/],
     ["$scratch/usage 04", qr/no folder in it/], ["$scratch/usage", qr/no exercise in it/]) {
    my ($arguments, $message) = @$_;
    ($status, $out, $err) = run("course/grade_all.sh $arguments");
    is($status, 2, "grade-all $arguments: refused");
    like($err, qr/\A.*$message.*\n\z/, 'in one line');
}
open my $held, '<', "$scratch/usage" or die "$scratch/usage: $!\n";
flock $held, LOCK_EX;
($status, $out, $err) = run("build/course/grade --out $scratch/usage --steps 02 builds");
is($status, 3, 'two gradings in one folder: the second is refused');
like($err, qr/another grading is at work/, 'and says why');
close $held;

done_testing();
