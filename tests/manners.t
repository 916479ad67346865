# What users may expect of any tool: names that are misspelt, quotes, outputs that fail, two builds at once, interrupted ones.
use strict;
use warnings;
use lib 'tests/lib';
use Cwd qw(abs_path);
use Lab;
use Test::More;

# Of a make that runs this test, nothing is passed on.
delete @ENV{qw(MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES), grep { /^SIM_/ } keys %ENV};
my $make = 'make -s BACKEND=sim';
my ($status, $out, $err);
is((run("$make step05"))[0], 0, 'a step is built');

# ---- Names -----------------------------------------------------------------------------------------------------
for (['n=1024', 'n', 'N'], ['NN=1024', 'NN', 'N'], ['BLOK=64', 'BLOK', 'BLOCK'], ['REPAET=1', 'REPAET', 'REPEAT'], ['bakcend=sim', 'bakcend', 'BACKEND'],
     ['GRADESCOP=x', 'GRADESCOP', 'GRADESCOPE'], ['step=5', 'step', 'STEPS']) {
    my ($given, $name, $meant) = @$_;
    ($status, $out, $err) = run("$make step05 run $given");
    like("$status $out$err", qr/^2 tools\/asked\.mk:\d+: \*\*\* there is no variable $name here: is $meant meant\?\.  Stop\.$/, $given);
}
($status, $out, $err) = run("$make step05 run QUXQUUX=1");
like("$out$err", qr/there is no variable QUXQUUX here\.  Stop/, 'what is near to none');
($status, $out, $err) = run("$make step05 run N=1000 SIM_DEVIC=k20m");
like("$err", qr/^simulator: there is no SIM_DEVIC: is SIM_DEVICE meant\?$/m, 'a setting of the simulator');
is($status, 2, 'is refused by it');
for (['record', 'needs DEVICE=, a folder\'s name, as in DEVICE=h100'], ['calibrate', 'needs DEVICE=, a folder\'s name, as in DEVICE=h100'],
     ['record DEVICE=h100', 'measures a GPU, and the backend is sim, as BACKEND=sim asks']) {
    my ($asked, $says) = @$_;
    ($status, $out, $err) = run("$make $asked");
    my ($goal) = $asked =~ /(\w+)/;
    like("$status $out$err", qr/^2 [\w\/.]+:\d+: \*\*\* make $goal \Q$says\E\.  Stop\.\n\z/, "$asked: said before anything is built");
}
($status, $out, $err) = run("$make test TESTS='tests/docs.t tests/none.t'");
like("$status $out$err", qr/^2 [\w\/.]+:\d+: \*\*\* TESTS: there is no tests\/none\.t\.  Stop\.\n\z/, 'no such test: said before anything is built');
# All that make help offers is known, and so is what compilers are told.
my @offered = read_file('tools/run/help.sh') =~ /\b([A-Z_]+)=/g;
cmp_ok(scalar @offered, '>', 20, 'make help offers variables');
is((run("$make doctor CC=cc CFLAGS=-O2 NVCC=nvcc CUDA_ARCH=sm_90 TESTS=x HOUSE=lab " . join ' ', map { "$_=" . ($_ eq 'LANGUAGE' ? 'en' : 'sim') } @offered))[2], '', 'all of them are known');

for (['step5 run', 'step05'], ['step05 rnu', 'run'], ['dcotor', 'doctor'], ['step06_unrolwarp', 'step06_unrollwarp'], ['book_intger', 'book_integer']) {
    my ($goals, $meant) = @$_;
    ($status, $out, $err) = run("$make $goals");
    like("$status $out", qr/^2 There is no \S+ here: is $meant meant\? The steps are:$/m, "make $goals");
}

# ---- Quotes ----------------------------------------------------------------------------------------------------------
my $folder = scratch();
for my $variable (qw(N BLOCK REPEAT ARGS)) {
    for my $value ("2^10' ; touch $folder/x ; '", "1;touch $folder/x", "`touch $folder/x`", '$(shell touch ' . "$folder/x)", '$$(touch ' . "$folder/x)") {
        local $ENV{VALUE} = $value;
        ($status, $out, $err) = run(qq($make step05 run N=1000 $variable="\$VALUE"));
        isnt($status, 0, "$variable=$value");
        ok(!-e "$folder/x", 'runs nothing');
        unlink "$folder/x";
    }
}
($status, $out, $err) = run(qq($make step05 run N=1000 ARGS="--seed 4 --csv '$folder/it has blanks.csv'"));
is("$status$err", '0', 'ARGS with blanks, in quotes');
ok(-s "$folder/it has blanks.csv", 'is one word');
like((run(qq($make step05 run N=1000 ARGS="--csv 'a")))[2], qr/ARGS has a quote without its partner/, 'a quote alone');

# ---- Widths, and outputs that fail --------------------------------------------------------------------------------------
is(join("\n", grep { length > 79 } split /\n/, (run('make -s help'))[1]), '', 'make help fits into 80 columns');
is(join("\n", grep { length > 79 } split /\n/, (run('make -s setp05'))[1]), '', 'and so does what is said of a misspelt goal');
my $program = program('step05_unroll2');
SKIP: {
    skip no_gpu_reason(), 4 if $program =~ m{/gpu/} && no_gpu_reason();
    ($status, $out, $err) = run("$program -n 1000 >/dev/full");
    is($status, 3, 'a result that cannot be written');
    is($err, "step05_unroll2: cannot write to the standard output\n", 'is told');
    is((run("$program -n 1000 -r 1 >&-"))[0], 3, 'nor to an output that is closed');
    is((run("$program -n 0 >/dev/full"))[0], 2, 'bad usage is that');
}
isnt((run("$make step05 run N=1000 >/dev/full"))[0], 0, 'make step05 run fails, too');
isnt((run('make -s help >/dev/full'))[0], 0, 'and make help');

# ---- Two makes at once, and interrupted ones -------------------------------------------------------------------------------
# A lab with one step, a simulator that is there at once, and compilers that take their time and would see another's files.
my $lab = "$folder/a lab";
my $compiler = <<'END';
#!/bin/sh
for word; do
    [ "$last" != -o ] || out=$word
    [ "$last" != -MF ] || list=$word
    last=$word
done
[ "$out" ] || exit 0
[ ! -e "$out" ] || echo "$out: two at once" >&2
printf '#!/bin/sh\n' >"$out"
printf + >>turns
sleep 0.1
printf - >>turns
[ ! "$list" ] || echo >"$list"
printf 'echo whole\n' >>"$out" && chmod +x "$out"
END
my ($here) = abs_path('.');
run(qq(mkdir -p '$lab/simulator' && cd '$lab' && cp -R '$here/Makefile' '$here/common' '$here/course' '$here/playground' '$here/step01_neighbored_gmem' . && ) .
    qq(cp -R '$here/tools' . && cp -R '$here/simulator/make' simulator/));
for (["$lab/compiler", $compiler], ["$lab/simulator/simcc", $compiler],
     ["$lab/simulator/Makefile", "simulator:\n\t\@mkdir -p build/headers/sim/precompiled.h.gch\n\t\@[ -e build/simcc ] || { cp simcc build/simcc; " .
                                 "touch build/libsimulator.a build/headers/sim/precompiled.h.gch/counted; }\n"]) {
    open my $file, '>', $_->[0] or die;
    print $file $_->[1];
    close $file;
    chmod 0755, $_->[0];
}
my $build = "cd '$lab' && make -s BACKEND=sim step01 CC=./compiler";
run("cd '$lab' && make -s simcc BACKEND=sim");
my $built = "$lab/build/sim/step01_neighbored_gmem";
my @all = run_many(($build) x 3);
is(join('', map { "$_->[1]$_->[2]$_->[3]" } @all), '000', 'three makes at once, in a fresh tree, in a folder with a blank');
is((run("'$built'"))[1], "whole\n", 'and the program is whole');

# How many files a make compiles at a time, at most.
sub at_a_time {
    my ($make) = @_;
    run("rm -rf '$lab/build/sim' '$lab/turns'");
    is((run($make))[0], 0, 'make again');
    my ($now, $most) = (0, 0);
    for (split //, read_file("$lab/turns")) {
        $now += $_ eq '+' ? 1 : -1;
        $most = $now if $now > $most;
    }
    return $most;
}
chomp(my $processors = `nproc`);
is(at_a_time($build), $processors, 'compiled on all processors') if $processors <= 4;
cmp_ok(at_a_time($build), '>', 4, 'compiled on many processors') if $processors > 4;
is(at_a_time("$build -j3"), 3, 'or on as many as make was told');
is(at_a_time("$build -j1 N=5"), 1, 'or on one');

for my $signal ('INT', 'KILL') {
    run("rm -rf '$lab/build/sim'");
    my $child = fork // die "fork: $!";
    if (!$child) {
        setpgrp;
        $SIG{INT} = 'DEFAULT'; # who runs the tests in the background may have Ctrl-C ignored
        open STDERR, '>', '/dev/null';
        exec 'sh', '-c', "$build -j2";
    }
    select undef, undef, undef, 0.5;
    kill $signal, -$child;
    waitpid $child, 0;
    my @half = grep { -e && read_file($_) !~ /whole/ } glob "'$lab/build/sim/step01_neighbored_gmem' '$lab/build/sim/common/*.o'";
    is("@half", '', "$signal in the middle: what has its name is whole");
    is((run($build))[0], 0, 'the next make builds the rest');
    is((run("'$built'"))[1], "whole\n", 'and the program is whole');
}

# ---- How far the first build is ------------------------------------------------------------------------------------------------
($status, $out, $err) = run("printf '  a\n  b\n' | tools/run/progress.sh 3");
is("$status$out", '0', 'progress says nothing to the standard output');
like($err, qr/^\r  1 of 3 files\r  2 of 3 files\r *\r\z/, 'but how many files are compiled, and clears that in the end');
is((run('echo failed | tools/run/progress.sh 3'))[0], 1, 'a build that fails');

done_testing;
