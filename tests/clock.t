# The clock as the lab's commands show it: of one step, of two beside each other, of several in a table; what is run
# again and what is not. Whether the clock is right: the simulator's own tests.
use strict;
use warnings;
use lib 'tests/lib';
use Lab;
use List::Util qw(max sum);
use Test::More;

plan skip_all => 'the clock is the simulator\'s' if backend() eq 'gpu';
delete @ENV{qw(MAKEFLAGS MFLAGS MAKELEVEL), grep { /^SIM_/ } keys %ENV};
my $make = 'make -s BACKEND=sim';
system("$make step05 step06 step11 build/tools/clock_table >/dev/null") == 0 or die "the programs do not build\n";
my $folder = scratch();
my ($status, $out, $errors);
my @causes = ('instruction issue', 'waiting for results', 'shared memory', 'L1', 'L2', 'memory bandwidth',
              'waiting for loads', 'atomics', 'barriers and fences', 'block starts and tail');

# ---- One step ----------------------------------------------------------------------------------------
for my $step ('05', '06', '11') {
    ($status, $out, $errors) = run("$make step$step clock N=2^20");
    is("$status$errors", '0', "make step$step clock");
    like($out, qr/\n\n\w+_\d+ <<<grid \d+ block 512>>>: modelled time of one launch\non NVIDIA H100 80GB HBM3 \(simulated\)$/m,
         'its kernel and the device');
    my ($kernel, $launch, $both) =
        $out =~ /^  modelled: kernel ([\d.]+) us and launch ([\d.]+) us, together ([\d.]+) us$/m;
    my ($printed) = $out =~ /modelled (0\.\d{4}) ms/; # rounded: 5.65 us may be 0.0056 or 0.0057 ms
    ok(abs(1000 * ($printed // 0) - $both) < 0.0551, 'the time is the one that the program prints')
        or diag("$printed ms beside $both us");
    for my $cause (@causes) {
        like($out, qr/^  \Q$cause\E  *#*  *[\d.]+ % +[\d.]+ us$/m, "$cause has its share");
    }
}

# The page that explains the listing has each of its words, in both languages.
my ($bounds) = $out =~ /^  modelled time if only one thing counted.*\n((?:    .* us .*\n)+)/m;
my @bounds = ($bounds // '') =~ /^    (\S.*?)  /mg;
is(scalar @bounds, 4, 'four bounds');
for my $page ('docs/counters.md', 'docs/zh-CN/counters.md') {
    my ($words) = read_file($page) =~ /^## [^\n]*(?:words of the clock|"the-words-of-the-clock")[^\n]*\n(.*?)^## /ms;
    my @missing = grep { ($words // '') !~ /^\|[^|]*\Q$_\E/m } @bounds, @causes;
    is("@missing", '', "$page explains each word");
}

# ---- Several steps -------------------------------------------------------------------------------
($status, $out, $errors) = run("$make step05 step11 clock N=2^20");
is("$status$errors", '0', 'two steps');
like($out, qr/^A: reduceUnrolling2_5 <<<grid 1024 block 512>>>\nB: reduceVectorized_11 <<<grid 256 block 512>>>$/m, 'by name');
like($out, qr/modelled, of one launch/, 'modelled');
for my $text ('kernel', @causes) {
    my ($first, $second, $factor) = $out =~ /^ *\Q$text\E +\| +([\d.]+) us \| +([\d.]+) us \| +([\d.]+|-)$/m;
    ok(defined $factor, "$text, side by side");
    ok($factor eq '-' || abs($factor * $first - $second) <= 0.01 + 0.005 * $first + 0.005 * $factor, 'and the factor');
}
($status, $out, $errors) = run("$make step05 step06 step11 clock N=2^20");
my @lines = $out =~ /^(reduce\w+ +\| +[\d.]+ us \| +\d+ \| (?:memory|L2|issue|blocks) \d+ % *\| (?:\w+ \d+ %(?:, |$)){3})/mg;
is(scalar @lines, 3, 'three steps: a line for each') or diag($out);
# What a program has left is taken again where it would be the same.
{
    my $copy = "clock_test$$";
    my $csv = "build/sim/clock/$copy.csv";
    run("cp build/sim/step06_unrollwarp build/sim/$copy");
    my $is_made = sub {
        my ($settings, $programs, $arguments) = @_;
        utime 1000, 1000, $csv;
        my ($status, $out, $errors) = run("$settings tools/run/clock.sh sim $programs -- $arguments");
        is("$status$errors", '0', "$settings $programs $arguments");
        return (stat $csv)[9] != 1000 ? 'made' : 'taken';
    };
    my $two = "step05_unroll2 $copy";
    is($is_made->('', $copy, '-n 9000'), 'made', 'one program runs');
    like(read_file($csv), qr/reduceUnrollingWarp8_6/, 'and leaves its counters');
    is($is_made->('', $two, '-n 9000'), 'taken', 'which do beside another');
    is($is_made->('', $two, '-n 9001'), 'made', 'but not with another n');
    is($is_made->('', $two, '-n 9001'), 'taken', 'which is the one that is there then');
    is($is_made->('', $copy, '-n 9001'), 'taken', 'one program takes it, too');
    my @twice = map { (run("tools/run/clock.sh sim $copy -- -n $_"))[1] } 9000, 9001, 9001;
    is($twice[1], $twice[2], 'and says it again');
    like($twice[1], qr/^n = 9001 .*what if/ms, 'as a whole');
    like($twice[0], qr/^n = 9000 .*what if/ms, 'unlike another n');
    is($is_made->('SIM_DEVICE=h200', $two, '-n 9001'), 'made', 'nor on another device');
    is($is_made->('SIM_DEVICE=h200', $two, '-n 9001'), 'taken', 'which is there then');
    is($is_made->("SIM_LINES_CSV=$folder/lines.csv SIM_DEVICE=h200", $two, '-n 9001'), 'made', 'nor where more is asked for');
    is($is_made->('', $two, "-n 9001 --csv $folder/row.csv"), 'made', 'by the program, too') for 1, 2;
    run("printf x >>build/sim/$copy");
    $is_made->('', $two, '-n 9001');
    is($is_made->('', $two, '-n 9001'), 'taken', 'taken again');
    run("printf x >>build/sim/$copy");
    is($is_made->('', $two, '-n 9001'), 'made', 'but not of a program that is another now');
    is((run("tools/run/clock.sh sim $copy step05_unroll2 -- -n 0"))[0], 2, 'bad usage');
    is($is_made->('', $two, '-n 9001'), 'made', 'leaves nothing to take');
    unlink "build/sim/$copy", glob "build/sim/clock/$copy.*";
}
($status, undef, $errors) = run('make -s step05 clock BACKEND=gpu NVCC=true CUDA_ARCH=');
isnt($status, 0, 'not on a GPU');
($status, $out, $errors) = run('tools/run/clock.sh gpu step05_unroll2 --');
is($status, 2, 'where the script refuses');
like($errors, qr/^The clock is the simulator's model: add BACKEND=sim\./, 'and says so');

($status, $out, $errors) = run("SIM_CLOCK=0 $make step05 clock");
isnt($status, 0, 'make clock without it fails');
like($errors, qr/^The clock is off \(SIM_CLOCK=0 or SIM_COUNTERS=0\)/, 'and says why');

done_testing();
