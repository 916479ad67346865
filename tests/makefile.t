# The Makefile as its users meet it.
use strict;
use warnings;
use lib 'tests/lib';
use Lab;
use Test::More;
use Time::HiRes;

# Of a make that runs this test, nothing is passed on: its -s would silence those called here.
delete @ENV{qw(MAKEFLAGS MFLAGS MAKELEVEL)};

my $lab = enter_twin();
my $backend = backend();
my $make = "make -s BACKEND=$backend";
my ($status, $out, $err);

# ---- steps by name ------------------------------------------------------------
($status, $out, $err) = run("$make step05 run N=1000 REPEAT=1");
is($status, 0, 'make step05 run');
like($out, qr/^Backend: $backend/m, 'it says where it runs');
like($out, qr/reduceUnrolling2_5<<<1, 512>>>.*: right$/m, 'it runs that step');
unlike($out, qr/reduceInterleavedSmem_4/, 'and no other');

($status, $out, $err) = run("$make step04 step05_unroll2 run N=2^10 BLOCK=64 REPEAT=1");
is($status, 0, 'make step04 step05_unroll2 run');
like($out, qr/reduceInterleavedSmem_4<<<16, 64>>>.*reduceUnrolling2_5<<<8, 64>>>/s,
     'both run, in order, with N and BLOCK');

($status, $out, $err) = run("$make step5 run");
isnt($status, 0, 'an unknown step is refused');
like($out, qr/There is no step5 here.*step01_neighbored_gmem.*step08_template/s,
     'and the steps are listed');

($status, $out, $err) = run("$make step05 run N=0");
isnt($status, 0, 'a bad N is refused');
like($err, qr/-n 0: not a whole number/, 'by the program');

($status, $out, $err) = run("$make step05 run ARGS='--seed 2 -n 77' REPEAT=0");
like($out, qr/n = 77 ints/, 'ARGS reaches the program');

# ---- the whole progression ------------------------------------------------------
($status, $out, $err) = run("$make -j8 run N=4097 REPEAT=1");
is($status, 0, 'make -j8 run');
my @rows = $out =~ /^(reduce\w+) +\| (\d+) +\|.*%/mg;
is(scalar @rows, 2 * grep({ !/library/ } ladder()), 'the table has a row for each step of the ladder that is ours');
my %sums = reverse @rows;
is(scalar keys %sums, 1, 'with one and the same sum');
SKIP: {
    skip 'a GPU\'s times are measured', 4 if $backend eq 'gpu';
    like($out, qr/^Times are modelled: /m, 'a line says that the times are modelled');
    like($out, qr{^kernel .*\| modelled ms \|}m, 'and so does their heading');
    my @times = $out =~ /^reduce\w+ +\| \d+ +\| +(\d+\.\d{4}) \|.*%/mg;
    is(scalar(grep { $_ > 0 } @times), @rows / 2, 'every step has a time');
    ($status, $out, $err) = run("SIM_CLOCK=0 $make run N=4097");
    unlike($out, qr/modelled|>>>, /, 'without the clock there are none');
}

# ---- what must work without nvcc and without a build -------------------------------
my $bare = 'env PATH=' . scratch() . '/bin make -s NVCC=nvcc';
mkdir scratch() . '/bin';
for (qw(sh make cat env echo rm command sed head tr grep id diff printf ls dirname basename uname
        mkdir cmp cc gcc g++ as ld ar addr2line c++ awk perl prove),
     grep { defined } @ENV{qw(CC CXX)}) {
    chomp(my $path = `command -v $_ 2>/dev/null`);
    symlink $path, scratch() . "/bin/$_" if $path =~ m{^/};
}
SKIP: {
    chomp(my $clang = `command -v clang++ 2>/dev/null`);
    skip 'needs clang++', 2 if $clang eq '' || defined $ENV{CXX};
    my $alone = scratch() . '/clang';
    run("cp -P -R " . scratch() . "/bin $alone && rm $alone/g++ $alone/c++ && ln -s $clang $alone");
    my $named = 'make -pn help BACKEND=sim 2>/dev/null | grep "^CXX = \\|^CXX := "';
    is((run("PATH=$alone $named"))[1], "CXX := $alone/clang++\n", 'where there is no g++, clang++ compiles');
    is((run($named))[1], "CXX = g++\n", 'and nowhere else');
}
for my $goal ('help', 'doctor', 'step05 diff', 'diff') {
    ($status, $out, $err) = run("$bare $goal");
    is($status, 0, "make $goal works without nvcc") or diag($out, $err);
}
($status, $out, $err) = run("$bare step05 diff");
like($out, qr/^\+ +g_idata\[idx\] \+= /m, 'diff shows the lines that changed');
unlike($out, qr/SOLUTION/, 'and not the marks of the course');
for my $goal ('compare', 'types', 'variants', 'cache', 'floor', 'rows', 'gpus', 'overlap') {
    ($status, $out, $err) = run("make -s $goal BACKEND=sim");
    isnt($status, 0, "make $goal fails on the simulator");
    like($err, qr/^A comparison of speeds needs a GPU/, 'and says why');
}
($status, $out, $err) = run("$bare step01 BACKEND=gpu CUDA_ARCH=");
isnt($status, 0, 'BACKEND=gpu without nvcc fails');
like($err, qr/BACKEND=gpu needs nvcc/, 'and says what is missing');
SKIP: {
    skip 'the simulator is not asked for', 3 if $backend eq 'gpu';
    my $elsewhere = scratch() . '/elsewhere';
    run("mkdir $elsewhere && printf '#!/bin/sh\necho Darwin\n' >$elsewhere/uname && chmod +x $elsewhere/uname");
    ($status, $out, $err) = run("PATH=$elsewhere:\$PATH make -s step01 BACKEND=sim");
    isnt($status, 0, 'the simulator is not built where there is no Linux');
    like($err, qr/^BACKEND=sim needs Linux, and this is Darwin: .*WSL/, 'and one line says what to do');
    ($status, $out) = run("PATH=$elsewhere:\$PATH make -s doctor");
    like($out, qr/^MISSING +Linux +this is Darwin/m, 'make doctor says so, too');
}
($status, $out, $err) = run("$bare clean -n");
is($status, 0, 'make clean needs nothing');

($status, $out, $err) = run('make -s run BACKEND=cuda');
isnt($status, 0, 'an unknown backend is refused');
like($err, qr/BACKEND is gpu or sim, not cuda/, 'by name');

# ---- dependencies ----------------------------------------------------------------------
run($make);
# What is built when a file is newer than everything. Afterwards it is not, and neither is what was
# built of it: nobody else has to build that again.
my $touch = sub {
    my ($file) = @_;
    my %times = map { $_ => [(Time::HiRes::stat($_))[8, 9]] } $file, glob "build/$backend/common/*.o build/$backend/*.a";
    utime undef, undef, $file;
    my ($status, $out) = run("make V=1 BACKEND=$backend step05");
    Time::HiRes::utime($times{$_}[0], $times{$_}[1], $_) for keys %times;
    return $out;
};
unlike((run("make V=1 BACKEND=$backend step05"))[1], qr/ -o /, 'nothing is built twice');
like($touch->('common/report.h'), qr/report\.o.*step05_unroll2/s,
     'a changed header of common/ rebuilds what uses it');
like($touch->('step05_unroll2/reduce.cu'), qr/step05_unroll2/, 'a changed step is rebuilt');
unlike($touch->('step04_interleaved/reduce.cu'), qr/step05_unroll2\/reduce/,
       'another step is not');

# ---- what is said of building ------------------------------------------------------------
# The pages show what an action prints. Nothing may come before that, even if much is built.
my $built_anew = sub {    # what a goal prints when step 05's program is not there
    unlink "build/$backend/step05_unroll2";
    return run("make BACKEND=$backend $_[0]");
};
($status, $out, $err) = $built_anew->('step05 run N=1000 REPEAT=1');
like($out, qr/\ABackend: $backend/, 'the first line of make step05 run is its own');
is($err, '', 'and it says nothing else');
($status, $out) = $built_anew->('step05');
is($out, "  build/$backend/step05_unroll2\n", 'make step05 prints one short line for a file');
($status, $out) = $built_anew->('step05 V=1');
like($out, qr{^\S+ .* -o build/$backend/step05_unroll2\b}m, 'V=1 shows the command');
($status, $out, $err) = run('make step05 diff');
like("$out$err", qr/\AStep 05: /, 'make step05 diff begins with the step');
SKIP: {
    skip 'builds a simulator', 4 if $backend eq 'gpu';
    my $clone = scratch() . '/clone';
    run("mkdir -p $clone/simulator && cp -R Makefile common tools step0* $clone && cp -R $lab/simulator/[!b]* $clone/simulator && cd $clone && " .
        "rm -rf simulator/runtime/*/*.c && printf 'int main(void){return 0;}\n' >simulator/simcc/x.c");
    # A simulator that cannot be linked is enough: the line comes before anything is built.
    (undef, $out, $err) = run("cd $clone && make step01 run BACKEND=sim");
    like($err, qr/\ABuilding the simulator, once: this may take a minute\.$/m,
         'where there is no simulator yet, one line says that it is built');
    unlike($out, qr/build\/simcc|cc /, 'and no other');
    (undef, $out, $err) = run("cd $clone && make run BACKEND=sim");
    like($err, qr/\ABuilding the simulator and \d+ programs, once/, 'also for many programs');
    (undef, $out, $err) = run("cd $clone && make -s step01 run BACKEND=sim");
    unlike($err, qr/Building/, 'make -s says nothing');
}

SKIP: {
    skip no_gpu_reason(), 2 if no_gpu_reason();
    ($status, $out, $err) = run("$make step02 counters N=2^20");
    is($status, 0, 'make counters reads the hardware counters');
    like($out, qr/reduceNeighboredSmem_2 .*100\.00%.*12\.50%/, 'with the efficiencies of the slides');
}

done_testing();
