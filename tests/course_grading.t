# What the course's grader says, beside points: what is wrong, what is next, why it refuses.
use strict;
use warnings;
use lib 'tests/lib';
use Cases;
use Course;
use Fcntl qw(LOCK_EX);
use File::Path qw(make_path);
use Lab;
use POSIX ();
use Test::More;

build_grader();
my $scratch = scratch();
my %folder = map { $_ => folder_of($_) } exercises();
my $handout = handout();
my ($status, $out, $err);

# ---- predictions ---------------------------------------------------------------------------------
my $guesser = "$scratch/guesser/$folder{'04'}";
make_path($guesser);
write_file("$guesser/reduce.cu", read_file("$folder{'04'}/reduce.cu"));
write_file("$guesser/predict.txt", "shared_load_requests = 328\nshared_load_wavefronts = 1528\n"
                                 . "block_barriers = many\n");
($status, $out) = run(grade_command('guesser', "$scratch/guesser", '04', 'predict'));
is(points(grade_of('guesser'), 'predict'), '3/10', 'one of three predictions is right');
like($out, qr/GOOD +shared_load_requests.*BAD +shared_load_wavefronts.*MISSING block_barriers: no number in predict\.txt/s,
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

# ---- fewer threads than the launches have ----------------------------------------------------------
my $bounded = "$scratch/bounded/$folder{'04'}";
make_path($bounded);
write_file("$bounded/reduce.cu", read_file("$folder{'04'}/reduce.cu") =~ s/__global__ void /__global__ void __launch_bounds__(128) /r);
($status, $out) = run(grade_command('bounded', "$scratch/bounded", '04', 'sum-blocks'));
is(points(grade_of('bounded'), 'sum-blocks'), '0/15', 'a kernel for small blocks alone has no points for the others');
like($out, qr/BAD +invalid argument: .*\n +the launch has blocks of \d+ threads, and the kernel's __launch_bounds__ allows 128\n/,
     'and the lines say why');

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
    is($out =~ s/^== .*?(?=^\w+: \d+\/\d+)/...\n\n/msr =~ s{\Q$scratch/newcomer/\E}{}gr, shift @told, 'and print what the page says');
}

my $classmate = "$scratch/classmate/$folder{'03'}";
make_path($classmate);
write_file("$classmate/reduce.cu", $exercise);
(undef, $out) = run(grade_command('newcomer', "$scratch/classmate", '03'));
like($out, qr{^\w+: 10/100$}m, "a classmate's points are not compared with these");

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

# ---- on a machine with other things to do: the same points, and the same report -------------------------
my $slowed = "$scratch/slowed/$folder{'02'}";
make_path($slowed);
write_file("$slowed/reduce.cu", read_file("$folder{'02'}/reduce.cu") =~ s/stride \*= 2/stride *= 4/r);
write_file("$slowed/predict.txt", read_file('course/predict/step02.txt'));
# a processor that it shares, at a fifth of the time, with something that never ends
my ($processor) = read_file('/proc/self/status') =~ /^Cpus_allowed_list:\s*(\d+)/m;
my $slowed_down = "taskset -c $processor sh -c 'timeout 300 sh -c \"while :; do :; done\" & nice -n 6 \"\$@\"; kill \$!; wait' sh ";
my @reports;
for my $beside ('', $slowed_down) {
    (undef, $out, $err) = run($beside . grade_command('slowed', "$scratch/slowed", '02'), 300);
    push @reports, $out . $err . read_file("$scratch/graded/slowed/grade.json");
}
like($reports[0], qr/BAD/, 'a kernel that is wrong in some way');
is($reports[1] =~ s/\d+\.\d+ s\b/1.0 s/gr, $reports[0] =~ s/\d+\.\d+ s\b/1.0 s/gr, 'gets the same under load');

# ---- runs that take long on one machine, and not on another: C with a harness of its own ---------------------
is((run("cc -std=gnu11 -Wall -Wextra -Werror -o $scratch/tried_again tests/limits/tried_again.c course/texts.c course/numbers.c course/draw.c course/reductions.c course/reduction_kinds.c course/promised.c"))[0], 0,
   'runs that say how they end');
($status, $out) = run("$scratch/tried_again");
is($status, 0, 'a run over a limit is tried once more, with far more time') or diag($out);

# ---- a machine without g++: all commands but that one, in a folder of their own ------------------------------
SKIP: {
    skip 'needs clang', 5 if (run('command -v clang++'))[0] != 0;
    mkdir "$scratch/commands";
    for my $command (map { glob "$_/*" } split /:/, $ENV{PATH}) {
        my ($name) = $command =~ m{([^/]+)$};
        symlink $command, "$scratch/commands/$name" if $name !~ /^(?:\S*-)?[gc]\+\+/ && -x $command && !-d _;
    }
    my $alone = "PATH=$scratch/commands CXX=clang++";
    isnt((run("$alone sh -c 'command -v g++'"))[0], 0, 'a machine without g++');
    (undef, $out) = run("$alone " . grade_command('by_clang', '.', '16', 'idea'), 300);
    like($out, qr{^Score: 20/20$}m, "step 16's solution is fast enough by clang's code") or diag($out);
    # clang takes copies of structures apart: those of 16 bytes are one load all the same, those of 8 are not
    my %case = map { $_->{name} => $_ } map { read_cases("course/cases/$_.txt") } qw(right wrong);
    for (['step11_aligned_struct', '20/20'], ['step11_struct_by_value', '20/20'], ['step11_struct_of_8_bytes', '0/20']) {
        my ($name, $points) = @$_;
        make_path("$scratch/$name/$folder{11}");
        write_file("$scratch/$name/$folder{11}/reduce.cu", changed_source($case{$name}, read_file("$folder{11}/reduce.cu")));
        (undef, $out) = run("$alone " . grade_command($name, "$scratch/$name", '11', 'idea'), 300);
        like($out, qr{^Score: $points$}m, "$name: $points by clang's code") or diag($out);
    }
}

# ---- verdicts -----------------------------------------------------------------------------------
run(grade_command('solved04', '.', '04', 'builds'));
my $judged = "$scratch/graded/solved04/$folder{'04'}/program kernel 1:4:0 777:512:512:0:0:0:2:0:1";
($status) = run("echo 7 0 | SIM_MEMORY=32M $judged 3>$scratch/verdict");
is($status, 0, 'the host program that is linked with a kernel');
like(read_file("$scratch/verdict"), qr/^0 0 2 -?\d+ 0 0 0 \d+ \d+ 0$/, 'hands back a sum, and knows none');
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
    my ($solved, $solved_out) = run("$make STEPS=08", 300);
    my ($began, $began_out) = run("$make STUDENT=$scratch/started TEST=speed", 300);
    like($began_out, qr/^speed .*FAIL  0\/10\n    BAD +a variable above main/m, 'nothing of a submission begins');
    ok(!-e 'build/grade/forged', 'and nothing has begun');
    my ($slower, $slower_out) = run("$make STUDENT=$scratch/slow TEST=speed", 300);
    if (`tools/machine/backend.sh nvcc` !~ /^gpu/) { # whatever the other tests run on
        is($solved, 0, 'points for speed: no harm where there is no GPU');
        like($solved_out, qr{^speed .*skipped: there is no GPU here.*^Score: 100/100$}ms,
             'they are left out, and it says so');
        like($slower_out, qr{skipped: there is no GPU.*^Score: 0/0$}ms, 'whatever is timed');
        ok(-x 'build/grade/step08_template/speed', 'both kernels compile and link');
    } else {
        is($solved, 0, 'points for speed: the solution is as fast as itself');
        like($solved_out, qr{^speed .*OK   10/10\n    GOOD .*^Score: 110/110$}ms, 'and has them');
        like($slower_out, qr{^speed .*FAIL  0/10\n    BAD .*^Score: 0/10$}ms,
             'a slow kernel does not');
        is($slower, 0, 'and that is no failure of make');
    }
}

# ---- a student's other commands ----------------------------------------------------------------------
my $one = "$scratch/wrong_sum/$folder{'04'}";
make_path($one);
write_file("$one/reduce.cu", read_file("$folder{'04'}/reduce.cu") =~ s{g_idata\[idx\] : 0;}{g_idata[idx] : 1;}r);
($status, $out) = run(grade_command('wrong_sum', "$scratch/wrong_sum", '04', 'sum-one'));
like($out, qr/\nNext: .*: n = (\d+), blocks of (\d+).*\nSee it: make step04 view N=\1 BLOCK=\2\n\z/, 'the launch that is wrong can be seen');
my ($page) = $out =~ /^view: (\S+\/view\.html): n = \d+, blocks of \d+.*: open it in a browser$/m;
like($page ? read_file($page) : '', qr/<html.*g_idata\[idx\] : 1;/s, 'in a page, with its source');
write_file("$one/reduce.cu", read_file("$folder{'04'}/reduce.cu") =~ s{if \(tid < stride\)}{if (tid < stride && blockIdx.x != 3)}r);
($status, $out) = run(grade_command('wrong_sum', "$scratch/wrong_sum", '04', 'sum-blocks'));
like($out, qr/^view: .*, block 3: open/m, 'of the block that is wrong');
write_file("$one/reduce.cu", read_file("$folder{'04'}/reduce.cu"));
($status, $out) = run(grade_command('wrong_sum', "$scratch/wrong_sum", '04', 'sum-blocks'));
ok($out !~ /^view:/m && !-e $page, 'and no page is left where all is right');
($status, $out) = run(grade_command('junk', $handout, '02', 'sum-one'));
like($out, qr/: sum \d+, expected -?\d+ \(junk: nobody has written the first\)$/m, 'and what nobody has written is called junk');
write_file("$scratch/count.sh", "echo graded >>$scratch/count\n");
# the file is saved when the first grading is done, and the end comes a while after the second
write_file("$scratch/watched.sh", <<"END");
graded() { for i in \$(seq 200); do [ "\$(grep -c . $scratch/count 2>/dev/null)" != \$1 ] || break; sleep 0.1; done; sleep 1.2; }
(graded 1; touch $folder{'04'}/reduce.cu; graded 2; kill \$\$) &
exec sh \$1/course/watch.sh $folder{'04'} -- sh $scratch/count.sh
END
($status) = run("cd $scratch/wrong_sum && sh $scratch/watched.sh " . POSIX::getcwd(), 60);
is($status, 143, 'make watch goes on');
is(read_file("$scratch/count"), "graded\ngraded\n", 'and grades once, and again when a file is saved');
($status, $out) = run("cd $handout && course/handin.sh $scratch/mine.tar.gz $folder{'04'} $folder{'05'}");
is($status, 0, 'make handin');
like($out, qr/$folder{'04'}: a TODO is left\n$folder{'04'}: predict.txt lacks 3 numbers\n.*: 6 files/s, 'says what is left');
is((run("tar tzf $scratch/mine.tar.gz"))[1], join('', map { ("$_/reduce.cu\n", "$_/predict.txt\n", "$_/hints.txt\n") } @folder{qw(04 05)}), 'and packs all');
is((run("cd $handout && course/handin.sh x.zip $folder{'04'}"))[0], 2, 'but no other form');

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
open my $held, '<', "$scratch/usage" or die "$scratch/usage: $!\n";
flock $held, LOCK_EX;
($status, $out, $err) = run("build/course/grade --out $scratch/usage --steps 02 builds");
is($status, 3, 'two gradings in one folder: the second is refused');
like($err, qr/another grading is at work/, 'and says why');
close $held;

done_testing();
