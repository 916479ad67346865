# Bad command lines: one clear line, exit status 2, whether there is a GPU or not.
use strict;
use warnings;
use lib 'tests/lib';
use Lab;
use Test::More;

# Too many for the programs whose indices have 32 bits: steps 01 to 11.
my @too_many = ('-n 99999999999', '-n 2147483648', '-n 2^31');

my @bad = ('-n 0', '-n -5', '-n 12abc', "-n ''", "-n ' 7'",
           '-n 0x10', '-n 2^', '-n 2^64', '-n 99999999999999999999', '-n 1.5', '-n',
           '-b 0', '-b 96', '-b 2048', '-b 32', '-b -64', '-b 64x', '96', 'abc', '-r -1', '-r x',
           '-d -1', '-d x', '--seed -1', '--seed 4294967296', '--what', '-x 3', '--csv', '-');

for my $step (steps()) {
    # make leaves out what it cannot build
    if ($step =~ /^step18/ && backend() eq 'gpu' && !-x program($step)) {
        SKIP: { skip "$step needs NCCL (make doctor)", 1 }
        next;
    }
    my @refused = (@bad, $step lt 'step12' ? @too_many : ());
    my @failures;
    for my $result (run_many(map { program($step) . " $_" } @refused)) {
        my ($command, $status, $out, $err) = @$result;
        push @failures, "$command: status $status, $out$err"
            unless $status eq '2' && $out eq '' && $err =~ /\A$step: [^\n]+\n\z/;
    }
    is(scalar @failures, 0, "$step refuses " . @refused . ' bad command lines') or diag(@failures);
}

my $step = program('step05_unroll2');
my ($status, $out, $err) = run("$step -h");
is($status, 0, '-h is no error');
like($out, qr/-n N.*-b BLOCK.*-r REPEAT.*-d DEVICE.*--seed S.*--warm.*--csv FILE/s, '-h names every option');

($status, $out, $err) = run("$step -n 12abc");
like($err, qr/-n 12abc: not a whole number from 1 to 2147483647/, 'the line says what is allowed');

# A program for a GPU, where there is none.
SKIP: {
    skip 'there is a GPU', 2 if backend() eq 'gpu';
    skip 'no program was built for a GPU', 2 unless -x 'build/gpu/step05_unroll2';
    ($status, $out, $err) = run('build/gpu/step05_unroll2 -n 1000');
    is($status, 77, 'no GPU: exit status 77');
    like($err, qr/\Astep05_unroll2: no GPU here [^\n]+\n\z/, 'no GPU: one line');
}

# More than the device has: said before anything is allocated.
($status, $out, $err) = backend() eq 'sim'
    ? run("SIM_MEMORY=4M $step -n 1000000") : run("$step -n 2147483647");
SKIP: {
    skip 'this device holds 2^31 - 1 ints', 2 if $status == 0;
    is($status, 3, 'an n that does not fit: exit status 3');
    like($err, qr/\Anot enough device memory: asked for \d+ bytes, \d+ are free of \d+\n\z/,
         'an n that does not fit: what was asked and what is free');
}

# What is understood.
for (['-n 2^10 -b 64', 1024, 64], ['-n 4K 128', 4096, 128], ['256 -n 1000', 1000, 256]) {
    my ($arguments, $n, $block) = @$_;
    ($status, $out, $err) = run("$step $arguments -r 1");
    is($status, 0, "$arguments runs");
    like($out, qr/n = $n ints, grid \d+, block $block\n/, "$arguments is understood");
}

# How much of the device a small grid leaves idle; a grid of as many blocks as multiprocessors leaves nothing.
my ($multiprocessors) = $out =~ /, (\d+) multiprocessors/;
for (['-n 1000 -b 64', 8], ["-n @{[128 * $multiprocessors - 128]} -b 64", $multiprocessors - 1],
     ["-n @{[128 * $multiprocessors]} -b 64", 0]) {
    my ($arguments, $blocks) = @$_;
    ($status, $out, $err) = run("$step $arguments -r 0");
    my ($said) = $out =~ /^blocks on (\d+) of $multiprocessors multiprocessors, nothing to do for the others\nGPU: /m;
    is($said // 0, $blocks, "$arguments: blocks on how many multiprocessors");
}

# Csv: alone on stdout, or added to a file that keeps what it had.
my $csv = scratch() . '/result.csv';
($status, $out, $err) = run("$step -n 1000 -r 1 --csv -");
is(scalar(split /\n/, $out), 2, '--csv - prints a header and a row and nothing else');
run("$step -n 1000 -r 1 --csv $csv");
($status, $out, $err) = run("$step -n 2000 -r 1 --csv $csv");
my @lines = split /\n/, read_file($csv);
is(scalar @lines, 3, '--csv FILE keeps the rows that it finds');
like($lines[1], qr/,1000,.*,right,/, 'the first row');
like($lines[2], qr/,2000,.*,right,/, 'the second row');
($status, $out, $err) = run("$step -n 1000 -r 1 --csv /no/such/folder/x.csv");
is($status, 3, 'a csv file that cannot be written: exit status 3');
like($err, qr{cannot write the csv file /no/such/folder/x.csv}, 'and it is named');

# What the times are.
my $kind = backend() eq 'sim' ? 'modelled' : 'measured';
like($lines[0], qr/,runs,times,cache,launch_ms,median_ms,/, 'csv has a column that says what the times are');
like($lines[1], qr/,right,1,$kind,cold,\d+\.\d{6},\d+\.\d{6},/, "here they are $kind");
if (backend() eq 'sim') {
    like((run("SIM_$_=0 $step -n 1000 --csv -"))[1], qr/,right,1,,cold,0\.000000,0\.000000,/, "none with SIM_$_=0") for qw(CLOCK COUNTERS);
    like((run("SIM_$_=0 $step -n 1000"))[1], qr/>>>: right$/m, 'nor in the line') for qw(CLOCK COUNTERS);
    run("build/simcc/simcc --plain -o " . scratch() . "/plain step05_unroll2/reduce.cu build/sim/common.a");
    like((run(scratch() . '/plain -n 1000'))[1], qr/>>>: right$/m, 'nor where it was compiled with --plain');
}

# The state of the cache, and a launch's own part of the time.
my ($launch, $cold) = $lines[1] =~ /,cold,(\d\S*?),(\d\S*?),/;
cmp_ok($launch, '>', 0, 'an empty launch takes time');
cmp_ok($launch, '<', $cold, 'less than that of a kernel, of which it is a part');
like((run("$step -n 1000 -r 1"))[1], qr/ms \((?:min.*runs, )?cold cache; an empty launch: (?:modelled )?0\.0\d+ ms(?:; then the host: 0\.0\d+ ms)?\), /,
     'the line says so');
like((run("$step -n 1000 -r 1 --warm"))[1], qr/\bwarm cache; /, '--warm, too');
my %time = map { $_->[0] => (run("$step -n 2^20 -r 5 $_->[1] --csv -"))[1] =~ /,$_->[0],\S*?,(\d\S*?),/ }
    ['cold', ''], ['warm', '--warm'];
cmp_ok($time{warm}, '<', $time{cold}, 'what is in the cache need not come from memory');
($status, $out, $err) = run("$step --warm=1");
is($status, 2, '--warm takes no value');

# Another seed, another sum; the same seed, the same sum.
my ($one) = (run("$step -n 1000 --seed 1 -r 0 --csv -"))[1] =~ /\n.*?".*?",(.*)/;
my ($again) = (run("$step -n 1000 -r 0 --csv -"))[1] =~ /\n.*?".*?",(.*)/;
my ($other) = (run("$step -n 1000 --seed 2 -r 0 --csv -"))[1] =~ /\n.*?".*?",(.*)/;
is($one, $again, 'the default seed is 1');
isnt($one, $other, 'another seed gives other numbers');

# Options of one program alone.
mkdir "build/tests";
my $own = "build/tests/own_options";
my $compiler = $ENV{CC} || "cc";
system("$compiler -std=gnu11 -Wall -Wextra -Werror -o $own tests/common/own_options.c common/options.c common/number.c") == 0
    or die "the program with options of its own does not compile\n";
for (["", "n 1000, fruit 1, rows 7"], ["--fruit apple", "n 1000, fruit 0, rows 7"],
     ["--rows 2^5 -n 3 --fruit pear", "n 3, fruit 1, rows 32"], ["--rows 2 --rows 100", "n 1000, fruit 1, rows 100"]) {
    my ($arguments, $expected) = @$_;
    is_deeply([run("$own $arguments")], [0, "$expected\n", ""], "own options: '$arguments' is understood");
}
for (["--fruit plum", "--fruit plum: not one of apple pear"], ["--fruit ''", "--fruit : not one of apple pear"],
     ["--fruit appl", "--fruit appl: not one of apple pear"], ["--rows 1", "--rows 1: not a whole number from 2 to 100"],
     ["--rows 101", "--rows 101: not a whole number from 2 to 100"], ["--rows 5x", "--rows 5x: not a whole number from 2 to 100"],
     ["--rows", "--rows needs a value behind it"], ["--fruit", "--fruit needs a value behind it"],
     ["--row 5", "--row: unknown option; -h lists the options"], ["--rows=5", "--rows=5: unknown option; -h lists the options"]) {
    my ($arguments, $expected) = @$_;
    is_deeply([run("$own $arguments")], [2, "", "own_options: $expected\n"], "own options: '$arguments' is refused");
}
($status, $out) = run("$own -h");
like($out, qr/\[--csv FILE\|-\] \[--fruit FRUIT\] \[--rows ROWS\] \[-h\]\n/, "-h names them");
like($out, qr/--fruit FRUIT\n +what is added up \(default pear\): apple pear\n/, "and the names that one may have");
like($out, qr/--rows ROWS\n +rows of the matrix, 2 to 100 \(default 7\)\n/, "or the numbers");
is((run("$step --fruit apple"))[0], 2, "another program has no such option");

done_testing();
