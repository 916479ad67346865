# The course's handouts: exercises fail, solutions pass. Its other tests: course_kernels.t, course_grading.t
# and course_class.t.
use strict;
use warnings;
use lib 'tests/lib';
use Course;
use Drawn;
use Encode qw(decode);
use File::Path qw(make_path);
use Lab;
use Links;
use Test::More;

build_grader();
my $scratch = scratch();
my %folder = map { $_ => folder_of($_) } exercises();
my @exercises = exercises();

# ---- handouts ---------------------------------------------------------------------------
my $handout = handout();
my ($status, $out, $err);
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
# Sections that would tell are gone, and so are links to them.
my $later = "$scratch/later";
is((run("course/handout.sh $later '04 07'"))[0], 0, 'a handout whose first steps are whole');
for my $page (split /\n/, (run("find $handout $later -name '*.md'"))[1]) {
    is(join(' ', broken_links($page)), '', "$page: its links");
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
my ($flags) = read_file('course/build.mk') =~ /^GRADED_FLAGS := (\S+)$/m or die "course/build.mk has no GRADED_FLAGS\n";
write_file("$scratch/kernel.cu", "__global__ void kernel(int *a) { *a = 1; }\n");
(undef, undef, $err) = run("build/simcc/simcc --device-only -c -Xcompiler $flags,-Winvalid-pch $scratch/kernel.cu -o $scratch/kernel.o");
unlike($err, qr/graded: not used/, 'the kept headers are those of submissions');

# ---- what is to be graded, a few at a time ---------------------------------------------------
my (@names, @commands);
sub plan_command { my ($name, $command) = @_; push @names, $name; push @commands, $command }

# A handout by itself, as a student has it: it builds the simulator, and begins, so that no core waits for it.
my $alone = "$scratch/with space";
is((run("course/handout.sh '$alone' '03 02 02'"))[0], 0, 'a handout of two steps');
is(read_file("$alone/course/steps"), "02 03\n", 'each named once, in order');
is(take_objects("'$alone'"), '', 'its grader and its simulator are those here');
my $make_alone = "cd '$alone' && env -u MAKEFLAGS -u MAKELEVEL -u BACKEND make -s";
plan_command('alone', "$make_alone grade TEST=sum-one");

my @graded = drawn(@exercises);
for my $number (@graded) {
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
my %result;
@result{@names} = grade_many(@commands);

# ---- exercises and solutions ---------------------------------------------------------------
for my $number (@graded) {
    my (undef, $status, $out, $err) = @{$result{"run$number"}};
    is($status, 1, "$number unsolved: compiles, runs, and fails") or diag($out, $err);
    like($out, qr/: WRONG in /, "$number unsolved: with a wrong sum");

    (undef, $status, $out, $err) = @{$result{"unsolved$number"}};
    my $grade = grade_of("unsolved$number");
    is("$status$err", '1', "$number unsolved: graded");
    is(points($grade, 'builds'), '10/10', "$number unsolved: builds");
    cmp_ok(($grade->{score} // [100])->[0], '<', 50, "$number unsolved: under half");
    like($out, qr{^Next: \S+: \S+/reduce\.cu:\d+: TODO: \w}m, "$number unsolved: what next");
    unlike($out, qr{^== }m, "$number unsolved: and nothing else but its points");

    (undef, $status, $out, $err) = @{$result{"bug$number"}};
    is("$status$err", '1', "$number with a bug: graded");
    is(points(grade_of("bug$number"), 'builds'), '10/10', "$number with a bug: builds");
    like($out, qr{^Next: \S+: \S+/reduce\.cu:\d+: TODO: something is wrong}m, "$number with a bug: says so");

    (undef, $status, $out, $err) = @{$result{"solved$number"}};
    is("$status$err", '0', "$number solved: graded") or diag($out);
    like($out, qr{^Score: 100/100$}m, "$number solved: full marks");
    # the band around the solution's time hangs on a constant of course/exercises.c
    my ($time, $most) = read_file("$scratch/graded/solved$number/$folder{$number}/idea.txt")
        =~ /modelled_us is ([\d.]+), at most ([\d.]+)/;
    my $times = {"06" => 2, "07" => 2, "08" => 2, "09" => 2, 10 => 2.2, 16 => 1.35}->{$number} // 1.5; # how much longer it may take
    ok($time && abs($time / ($most / $times) - 1) < 0.15,
       "$number solved: exercises[] knows its modelled time, " . ($time // 'none') . ' microseconds');
}

# ---- a handout by itself -----------------------------------------------------------------------
(undef, $status, $out, $err) = @{$result{alone}};
is($status, 0, 'make grade in a handout is well, whatever the points') or diag($out, $err);
unlike($err, qr/Error/, 'and make has nothing to add');
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
# What is not right yet is no failure of make's, and what to do first comes last.
my $first = "$alone/$folder{'02'}/reduce.cu";
my $handed_out = read_file($first);
my $solved = read_file("$folder{'02'}/reduce.cu");
for ([$handed_out, qr{Next: step02_smem: step02_smem/reduce\.cu:\d+: TODO: copy the numbers}, qw(run view check)],
     [$solved =~ s/stride \*= 2/stride *= 4/r, qr/Next: make step02 grade: it names the smallest/, qw(run lines)],
     [$solved =~ s/__syncthreads\(\);.*//gr, qr{Next: step02_smem/reduce\.cu:\d+: mend what is found there; make step02 view shows it$}, 'check'],
     [$solved =~ s/__syncthreads\(\);.*//gr, qr/Next: open the view.*make step02 grade names/, 'view'],
     [$solved =~ s/__syncthreads\(\);/__syncthreads()/r, qr{Next: step02_smem/reduce\.cu does not compile}, qw(run check)],
     ['', qr{Next: step02_smem/reduce\.cu is empty}, 'run'], [$solved, qr/right$/, 'run']) {
    my ($source, $last, @actions) = @$_;
    write_file($first, $source);
    for my $action (@actions) {
        my $simulator = $action =~ /view|lines|check/ ? 'BACKEND=sim' : ''; # which a GPU does not have
        ($status, $out, $err) = run("$make_alone step02 $action N=4096 $simulator");
        is($status, 0, "make step02 $action: well, whatever is found") or diag($err);
        unlike($err, qr/Error/, 'and make has nothing to add');
        like((split /\n/, $out)[-1], $last, 'what to do first comes last');
    }
}
write_file($first, $handed_out);
($status, $out) = run("printf '1\\n2\\n3\\n' | { $make_alone step03 predict; }");
is($status, 0, 'make step03 predict, whose step before is not there');
like($out, qr/^Step 03: 0 of 3 right\.\nNext: step02_smem: step02_smem\/reduce\.cu:\d+: TODO: .*\n\z/m, 'names what lacks, in a line of its own');
my $spoken = decode('UTF-8', (run("rm -f '$alone/build/course/in_language'; $make_alone step02 run N=4096 LANGUAGE=zh"))[1]);
like($spoken, qr/^\x{4e0b}\x{4e00}\x{6b65}\x{ff1a}step02_smem\x{ff1a}.*TODO.*\n\z/m, 'the last line in Chinese, before anything was graded');
($status, undef, $err) = run("$make_alone step02 run N=x");
is($status, 2, 'bad usage is a failure there, too');
write_file($first, $handed_out);
($status, $out) = run("$make_alone grade STEPS=02 PERFORMANCE=1 TEST=speed");
like($out, qr/skipped: there is no solution here/, 'nor are there any in a handout');

# ---- editors -------------------------------------------------------------------------------
SKIP: {
    skip 'needs clang', 2 if system('command -v clang >/dev/null 2>&1') != 0;
    my $flags = join ' ', split /\n/, read_file("$handout/compile_flags.txt");
    for my $number ('04', '13') {
        ($status, $out, $err) = run("cd $handout && clang -fsyntax-only $flags $folder{$number}/reduce.cu");
        unlike($err, qr/error/, "an editor's clang reads exercise $number") or diag($err);
    }
}

done_testing();
