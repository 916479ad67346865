# The simulator's clock: what it says of small programs whose times can be worked out by hand, and
# the reports of it.
use strict;
use warnings;
use lib 'tests/lib';
use Run;
use List::Util qw(max sum);
use Test::More;

delete @ENV{qw(MAKEFLAGS MFLAGS MAKELEVEL), grep { /^SIM_/ } keys %ENV};
my $make = 'make -s BACKEND=sim';
system("make -s && $make step05 step06 step11 step13 >/dev/null") == 0
    or die "the programs do not build\n";
my $folder = scratch();
my ($status, $out, $errors);

# The lines of a csv file, each as {column => value}.
sub rows {
    my ($path) = @_;
    my ($header, @lines) = split /\n/, read_file($path);
    my @names = split /,/, $header;
    my @rows;
    for (@lines) {
        my @values = map { s/^"|"$//gr } /("(?:[^"]|"")*"|[^,]*)(?:,|$)/g;
        push @rows, {map { $names[$_] => $values[$_] } 0 .. $#names};
    }
    return @rows;
}

# What SIM_CSV has of a command's kernels.
sub modelled {
    my ($command) = @_;
    unlink "$folder/modelled.csv";
    my ($status, $out, $errors) = run("export SIM_CSV=$folder/modelled.csv; $command");
    is("$status$errors", '0', $command =~ s/\Q$folder\E\///r);
    return rows("$folder/modelled.csv");
}

sub near {
    my ($got, $expected, $tolerance, $name) = @_;
    ok(abs($got - $expected) <= $tolerance * abs($expected), $name)
        or diag("got $got, not $expected +- " . 100 * $tolerance . ' %');
}

# ---- Times that can be worked out -----------------------------------------------------------
for my $name (map { m{(\w+)\.cu$} } glob 'tests/clock/*.cu') {
    ($status, undef, $errors) = run("build/simcc -o $folder/$name tests/clock/$name.cu");
    is("$status$errors", '0', "$name.cu compiles");
}
# The constants that are used below, given to the clock so that fitting them changes nothing here.
my %constant = (clock => 1000, block_start => 100, block_warp => 4, l2_size => 1024, l2_latency => 250,
                memory_latency => 700, memory_clock => 2600, bus_width => 5120, memory_share => 0.9,
                mixed_share => 0.9, shared_cycles => 1, barrier_latency => 20, barrier_warp => 3);
# SIM_DEVICE with these, and with others of them. At 1000 MHz a cycle is a nanosecond; where it is
# the memory that counts, the multiprocessors must be faster.
sub device_with {
    my %all = (%constant, @_);
    return 'SIM_DEVICE=h100,' . join(',', map { "$_=$all{$_}" } sort keys %all) . " $folder";
}
sub time_of { return map { $_->{kernel} => $_->{modelled_us} * 1000 } @_ }

{
    my %time = time_of(modelled(device_with() . '/latency'));
    my %memory = time_of(modelled(device_with(memory_latency => 1700) . '/latency'));
    my %l2 = time_of(modelled(device_with(l2_latency => 1250) . '/latency'));
    near($time{from_memory}, 100 + 700, 0.05, 'one load takes a block\'s start and the memory\'s latency');
    near($time{from_l2}, 100 + 250, 0.1, 'or L2\'s');
    near($memory{from_memory} - $time{from_memory}, 1000, 0.01, '1000 cycles more of memory latency are 1000 more');
    near($l2{from_l2} - $time{from_l2}, 1000, 0.01, 'of L2\'s latency, too');
    is($memory{from_l2}, $time{from_l2}, 'what is in L2 does not come from memory');
}
{
    my $time = sub { (grep { $_->{block} == 1024 } modelled(device_with(clock => 1745, @_) . '/bandwidth'))[0] };
    my $whole = $time->();
    my $expected = 2 ** 26 / (2 * 2600e6 * 5120 / 8 * 0.9) * 1e6;
    near($whole->{modelled_us}, $expected, 0.1, 'many loads take their bytes over the bandwidth');
    near($whole->{modelled_bound_memory_us}, $expected, 0.01, 'which is that bound');
    near($time->(memory_clock => 1300)->{modelled_us}, 2 * $whole->{modelled_us}, 0.1,
         'with half the memory clock twice as long');
    near($time->(memory_share => 0.45, mixed_share => 0.45)->{modelled_us}, 2 * $whole->{modelled_us}, 0.1,
         'and with half the share of the peak');
    near($whole->{modelled_memory_bytes}, 2 ** 26, 0.01, 'each byte goes over the bus once');
}
{
    my %time = time_of(modelled(device_with() . '/atomics'));
    my %memory = time_of(modelled(device_with(memory_latency => 1700) . '/atomics'));
    near($time{add_in_memory} - $time{add_in_l2}, 700 - 250, 0.05, 'an atomic waits for its line from memory');
    near($memory{add_in_memory} - $time{add_in_memory}, 1000, 0.01, 'for 1000 cycles more if that takes so much longer');
    is($memory{add_in_l2}, $time{add_in_l2}, 'but not for one that L2 has');
}
# 2^14 blocks leave a word each, eight in a sector or one; whether all blocks were run or some.
for my $clock (1, 'only') {
    my ($bytes, $twice) = map {
        my %bytes = map { $_->{kernel} => $_->{modelled_memory_bytes} }
            modelled("SIM_CLOCK=$clock " . device_with(partial_write => $_) . '/leave_word');
        \%bytes;
    } 6, 12;
    my %more = map { $_ => $twice->{$_} - $bytes->{$_} } keys %$bytes;
    near($more{'leave_word<8>'}, 2 ** 14 * 6 * 32, 0.02, "clock $clock: each block writes a sector in part");
    near($more{'leave_word<1>'}, 2 ** 14 * 6 * 32 / 8, 0.1, 'or eight together');
}
for my $cycles (1, 3) {
    my %time = time_of(modelled(device_with(shared_conflict => $cycles, shared_replay => $cycles) . '/conflicts'));
    near($time{'chase<8>'} - $time{'chase<1>'}, 7 * 65 * $cycles, 0.05,
         "8-way bank conflicts: 7 x $cycles cycles more for each request");
    near($time{'chase<32>'} - $time{'chase<8>'}, 24 * 65 * $cycles, 0.05, 'and with 32 ways 24 more again');
}
{
    my %time = time_of(modelled(device_with() . '/barriers'));
    my %longer = time_of(modelled(device_with(barrier_latency => 120) . '/barriers'));
    near($time{'meet<2>'} - $time{'meet<1>'}, 20 + 8 * 3, 0.1, 'a second barrier of eight warps');
    near($time{'meet<3>'} - $time{'meet<2>'}, 20 + 8 * 3, 0.1, 'and a third');
    near($longer{"meet<$_>"} - $time{"meet<$_>"}, 100 * $_, 0.01, "$_ of 100 cycles more each") for 1 .. 3;
}
{
    my ($one) = modelled(device_with(blocks => 1) . '/compute 132 128 500');
    my ($more) = modelled(device_with(blocks => 1) . '/compute 133 128 500');
    my ($full) = modelled(device_with(blocks => 1) . '/compute 264 128 500');
    near($more->{modelled_us} / $one->{modelled_us}, 2, 0.1, 'one block more than fits takes a second wave');
    near($full->{modelled_us} / $one->{modelled_us}, 2, 0.1, 'which may as well be full');
    is_deeply([map { $_->{modelled_waves} } $one, $more, $full], ['1.00', '1.01', '2.00'], 'waves');
    is_deeply([map { $_->{modelled_resident_blocks} } $one, $more, $full], [1, 1, 1], 'resident blocks');
    my ($all) = modelled(device_with() . '/compute 2112 256 200');
    my ($single) = modelled(device_with(multiprocessors => 1) . '/compute 2112 256 200');
    near($single->{modelled_us} / $all->{modelled_us}, 132, 0.05,
         'one multiprocessor computes 132 times as long as 132');
}

SKIP: {
    # What the clock knows of loops it reads in the assembly: clang unrolls and reckons these away.
    my $compiler = $ENV{CXX} // 'g++';
    skip 'the loops are those that gcc leaves', 4 if `$compiler --version` !~ /Free Software Foundation/;
    my %time = time_of(modelled(device_with(latency => 5) . '/loops'));
    my %longer = time_of(modelled(device_with(latency => 105) . '/loops'));
    cmp_ok($longer{until_one} - $time{until_one}, '>=', 111 * 100, 'a loop that data ends waits for each iteration');
    cmp_ok($longer{counted} - $time{counted}, '<', 20 * 100, 'one that counts does not');
    my %divisions = time_of(modelled(device_with(latency => 5, float_divide => 100) . '/loops'));
    # That it is a loop shows only when it has gone round once.
    cmp_ok($divisions{known} - $time{known}, '<', 400, 'what nvcc works out itself costs nothing');
    cmp_ok($divisions{unknown} - $time{unknown}, '>=', 20 * 80, 'if it knows how many iterations there are');
}
{
    my $time = sub { +{time_of(modelled(device_with(atomic_latency => 500, swap_interval => $_[0]) . '/swaps'))} };
    my ($few, $many) = map { $time->($_) } 0.001, 1000;
    near($few->{'add_by_swap<4>'}, 4 * 32 * 500, 0.1, 'one compare-and-swap succeeds in each round trip');
    near($few->{'add_by_swap<16>'} / $few->{'add_by_swap<4>'}, 4, 0.1, 'four times as many take four times as long');
    near($many->{'add_by_swap<16>'} / $many->{'add_by_swap<4>'}, 16, 0.1, 'or 16 times, where it counts how many try');
}
{
    my ($bytes, $far) = map {
        my %bytes = map { $_->{kernel} => $_->{modelled_memory_bytes} } modelled(device_with(memory_scatter => $_) . '/far');
        \%bytes;
    } 1, 2;
    is($far->{load_near}, $bytes->{load_near}, 'lines side by side cost what they have');
    near($far->{load_far} - $bytes->{load_far}, 32 * 64, 0.01, 'those far from each other more');
    my ($short, $long) = map {
        +{time_of(modelled(device_with(clock => 1745, l2_size => 65536, atomic_sector => $_) . '/far'))}
    } 1, 11;
    near($long->{add_apart} - $short->{add_apart}, 512 * 256 * 10 / 28 / 1.745, 0.2, 'atomics on different sectors share L2\'s parts');
}

# ---- Kernels that ask for the time ----------------------------------------------------------------
for my $latency (40, 140) {
    ($status, $out, $errors) = run(device_with(l1_latency => $latency) . '/asked');
    like($errors, qr{^simulator: times are modelled: NVIDIA H100 80GB HBM3 \(simulated, .*\) \(docs/clock.md\)$}, 'marked as modelled');
    my ($cycles, $nanoseconds) = $out =~ /^([\d.]+) cycles, (\d+) ns, end 40$/;
    near($cycles, $latency + 3, 0.1, "clock64: a load from L1 takes its $latency cycles");
    cmp_ok($nanoseconds, '>=', 1000 * $cycles - 100, 'globaltimer: nanoseconds, at 1000 MHz as many');
    cmp_ok($nanoseconds, '<', 1000 * $cycles + 100, 'and hardly more around it');
}
my $asks = "$folder/asked_blocks";
for my $settings ('SIM_THREADS=3', 'SIM_THREADS=1', 'SIM_CHECKS=0') {
    for my $what (qw(plain prints grid allocates)) {
        ($status, $out) = run("$settings $asks $what");
        my @printed = $out =~ /^block (\d+)$/mg;
        is("@printed", $what eq 'prints' ? '0 99 0 99' : '', "asked_blocks, $what, $settings: prints once");
        my ($first, $second) = map { [split] } grep { /^\d/ } split /\n/, $out;
        # who cannot be run again knows the time of all blocks from the second launch on
        my $is_first = $what eq 'allocates' || ($settings eq 'SIM_CHECKS=0' && $what eq 'grid');
        # a block that has printed comes to the same work a little later
        my $about = $what eq 'prints' ? 0.01 : 0;
        near(@$first, $about, 'all blocks take as long') if !$is_first;
        near(@$second, $about, 'in the second launch, too');
        cmp_ok($second->[0], '>', 400, 'and that is more than a load from L2');
    }
}
is((run("SIM_CHECKS=0 SIM_THREADS=1 $asks allocates"))[0], 0, 'the heap without a snapshot of memory');

# ---- The same every time ----------------------------------------------------------------------
{
    my %seen;
    for my $threads (1, (4) x 15) {
        unlink "$folder/a.csv";
        ($status, $out) = run("SIM_THREADS=$threads SIM_LINES_CSV=$folder/a.csv $asks often");
        $seen{$out . read_file("$folder/a.csv")}++;
    }
    is(scalar(keys %seen), 1, 'blocks that ask side by side do not disturb each other');
}
for my $step ('step05_unroll2', 'step13_singlepass') {
    my @outputs;
    for my $threads (1, 3, 3, 2) {
        unlink "$folder/a.csv", "$folder/b.csv";
        ($status, $out, $errors) = run("SIM_THREADS=$threads SIM_REPORT=clock SIM_CSV=$folder/a.csv " .
            "SIM_LINES_CSV=$folder/b.csv build/sim/$step -n 300001");
        push @outputs, join "\n", $status, $out =~ s/^CPU: .*//mr, $errors,
            read_file("$folder/a.csv"), read_file("$folder/b.csv");
    }
    is(scalar(grep { $_ eq $outputs[0] } @outputs), 4, "$step: the same with 1, 2 and 3 host threads");
}

# ---- The report -----------------------------------------------------------------------------------
my @causes = ('instruction issue', 'waiting for results', 'shared memory', 'L1', 'L2', 'memory bandwidth',
              'waiting for loads', 'atomics', 'barriers and fences', 'block starts and tail');
for my $step ('05', '06', '11') {
    ($status, $out, $errors) = run("$make step$step clock N=2^20");
    is("$status$errors", '0', "make step$step clock");
    my ($report) = $out =~ /\n\n(.*)\z/s ? $1 : '';
    like($report, qr/^\w+_\d+ <<<grid \d+ block 512>>>: modelled time of one launch\non NVIDIA H100 80GB HBM3 \(simulated\)$/m,
         'its kernel and the device');
    my ($kernel, $launch, $both) =
        $report =~ /^  modelled: kernel ([\d.]+) us and launch ([\d.]+) us, together ([\d.]+) us$/m;
    near($kernel + $launch, $both, 0.01, 'times');
    my ($printed) = $out =~ /modelled (0\.\d{4}) ms/; # rounded: 5.65 us may be 0.0056 or 0.0057 ms
    ok(abs(1000 * ($printed // 0) - $both) < 0.0551, 'which the program prints as well')
        or diag("$printed ms beside $both us");
    my (%share, %part);
    while ($report =~ /^  (\S.{20}) (#* *) +([\d.]+) % +([\d.]+) us$/mg) {
        my ($cause, $bar, $percent, $time) = ($1, $2, $3, $4);
        $cause =~ s/ +$//;
        ($share{$cause}, $part{$cause}) = ($percent, $time);
        ok(abs($bar =~ tr/#// - 0.4 * $percent) <= 0.51, "the bar of $cause is as long as its share");
    }
    is_deeply([sort keys %share], [sort @causes], 'the causes');
    near(sum(values %share), 100, 0.01, 'together are 100 %');
    near(sum(values %part), $kernel, 0.04, 'and the kernel\'s time');
    like($report, qr/^  resident blocks   [1-4] on a multiprocessor, limited by (?:its 2048 threads|the grid \(4 would fit\))$/m,
         'the resident blocks and what limits them');
    like($report, qr/^  occupancy         \d+ of 64 warps, \d+ %/m, 'the occupancy');
    like($report, qr/^  waves of blocks   \d+\.\d\d: the device has room for 528 at a time; the last wave is \d+ % full$/m,
         'waves');
    like($report, qr/^  bytes under way   [\d.]+ KB .*\n  Little's law      [\d.]+ KB .* GB\/s x \d+ ns$/m,
         'bytes under way, and how many there should be');
    my %bound = $report =~ /^    (\S.*?) +([\d.]+) us +\d+ %(?:  nearest)?$/mg;
    is_deeply([sort keys %bound], ['L2 bandwidth', 'block starts', 'instruction issue', 'memory bandwidth'], 'the bounds');
    my ($nearest) = $report =~ /^    (\S.*?) +[\d.]+ us +\d+ %  nearest$/m;
    cmp_ok($bound{$nearest // ''} // 0, '==', max(values %bound), 'the longest is the nearest, or one of them');
    ok((!grep { $_ > $kernel } values %bound), 'none is longer than the kernel');
    my ($main) = $report =~ /^  most of it is (.+); what would have to change:\n    \w.+$/m;
    cmp_ok($share{$main // ''} // 0, '==', max(values %share), 'the advice fits the largest share, one of them if they look alike');
    is(join("\n", grep { length > 100 } split /\n/, $report), '', 'no line is over 100 columns wide');
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

# ---- The csv files and the listing -----------------------------------------------------------------
my $program = 'build/sim/step05_unroll2 -n 2^16';
my ($row) = modelled($program);
near(sum(map { $row->{$_} } grep { /^modelled_share_/ } keys %$row), 100, 0.01, 'shares in the csv file');
is(scalar(grep { /^modelled_share_/ } keys %$row), scalar @causes, 'one for each cause');
is(scalar(grep { !defined $row->{$_} || $row->{$_} !~ /^\d+(?:\.\d+)?$/ } grep { /^modelled_/ } keys %$row), 0, 'all are numbers');
($status, $out) = run("SIM_REPORT=lines SIM_LINES_CSV=$folder/lines.csv $program");
my %listed = map { $_->{line} => $_->{modelled_time_share} } rows("$folder/lines.csv");
near(sum(values %listed), 100, 0.01, 'the lines\' shares are 100 % together');
like($out, qr/ barriers modelled\n/, 'the listing has the column');
my %shown = map { /^.{64} +([\d.]+)% +(\d+)  / ? ($2, $1) : () } split /\n/, $out;
is_deeply([sort keys %shown], [sort grep { $listed{$_} > 0 } keys %listed], 'for the same lines');
is(scalar(grep { abs($shown{$_} - $listed{$_}) > 0.051 } keys %shown), 0, 'with the same values');

# ---- Without the clock --------------------------------------------------------------------------
my @without = (['SIM_CLOCK=0', $program], ['SIM_COUNTERS=0', $program]);
my $common = 'build/sim/common.a';
($status, undef, $errors) = run("build/simcc --plain -o $folder/plain step05_unroll2/reduce.cu $common");
is($status, 0, 'a --plain build');
push @without, ['', "$folder/plain -n 2^16"];
for (@without) {
    my ($setting, $command) = @$_;
    ($status, $out, $errors) = run("$setting SIM_REPORT=clock SIM_CSV=$folder/a.csv SIM_LINES_CSV=$folder/b.csv $command");
    is("$status$errors", '0', "$setting " . ($command =~ /plain/ ? '--plain' : ''));
    like($out, $setting ? qr/^No modelled times: the clock is off \(SIM_CLOCK=0 or SIM_COUNTERS=0\)\.$/m
                        : qr/^No modelled times: no kernel was compiled with hooks \(simcc --plain\)\.$/m, 'says why');
    unlike(read_file("$folder/a.csv") . read_file("$folder/b.csv"), qr/modelled/, 'and the files have no such columns');
    ($status, $out) = run("$setting SIM_REPORT=lines $command");
    unlike($out, qr/modelled$/m, 'nor has the listing');
}
($status, $out, $errors) = run("SIM_CLOCK=0 $make step05 clock");
isnt($status, 0, 'make clock without it fails');
like($errors, qr/^The clock is off \(SIM_CLOCK=0 or SIM_COUNTERS=0\)/, 'and says why');

# ---- The host's clocks ------------------------------------------------------------------------
for my $name (qw(host_clock own_clock)) {
    ($status, undef, $errors) = run("build/simcc -o $folder/$name tests/clock/$name.cu -lpthread");
    is("$status$errors", '0', "$name.cu compiles");
}
my $told = qr/\Asimulator: times are modelled: .*\n\z/;
# A machine that is busy keeps the program from its work at times: the shortest of some runs counts.
for my $clock (qw(gettimeofday monotonic realtime steady system high_resolution processor)) {
    my @runs = map { [run("$folder/host_clock $clock")] } 1 .. 8;
    like($_->[2], $told, "$clock: the times are marked as modelled") for $runs[0];
    my ($best) = sort { $a->[1] <=> $b->[1] } map { [split ' ', $_->[1]] } @runs;
    my ($launched, $done, $by_events) = @$best;
    # three calls of host_call, then the kernel
    cmp_ok($launched, '>', 0.0033, "$clock: a launch takes a call's time");
    cmp_ok($done, '>', $launched + 0.5 * $by_events, "$clock: and the kernel takes its time");
    cmp_ok($done, '<', $by_events + 3, "$clock: which is not the simulator's");
}
my ($by_program, $by_machine);
($status, $out, $errors) = run("$folder/host_clock work");
($by_program, $by_machine) = split ' ', $out;
ok($by_machine > 20 && abs($by_program / $by_machine - 1) < 0.05, "the host's own work takes its time")
    or diag($out);
is($errors, '', 'which is not modelled');
is((run("$folder/host_clock none"))[2], '', 'nor is what lies between two launches');
is((run("$folder/host_clock never"))[2], '', 'nobody has asked');
is((run("$folder/host_clock order"))[1], "0\n", 'no clock goes back');
is((run("$folder/host_clock threads"))[1], "0\n", 'nor while another thread launches');
(undef, $out, $errors) = run("$folder/host_clock thread");
($by_program, $by_machine) = split ' ', $out;
cmp_ok($by_program, '<', 0.5 * $by_machine, 'a thread has its own clock');
like($errors, $told, 'and is told so');
is((run("$folder/host_clock nothing"))[1], "-1 1 2\n", 'a clock that there is not');
(undef, $out, $errors) = run("SIM_CLOCK=0 $folder/host_clock steady");
cmp_ok((split ' ', $out)[0], '>', 5, 'without the model it is the time that the simulator takes');
is($errors, '', 'which is real');
is(join('', run("$folder/own_clock")), "042\n", "a program's own function stays its own");

# ---- Copies between host and device ---------------------------------------------------------
# 2^24 bytes behind bus_latency: 50 GB/s page-locked, 9 to the device and 14.5 to the host pageable
is(join('', (run("build/simcc -o $folder/pageable tests/clock/pageable.cu"))[0, 2]), '0', 'pageable.cu compiles');
my @copies = split ' ', (run("$folder/pageable"))[1];
near($copies[0], 8 + 2**24 / 50e3, 0.05, 'to the device, page-locked');
near($copies[1], 8 + 2**24 / 50e3, 0.05, 'to the host, page-locked');
near($copies[2], 8 + 2**24 / 9e3, 0.05, 'to the device, pageable');
near($copies[3], 8 + 2**24 / 14.5e3, 0.05, 'to the host, pageable');
is("@copies[4, 5]", '0 1', 'the host waits for pageable memory alone');

# ---- What is not done yet ---------------------------------------------------------------------
# What an H100 answers; cudaErrorNotReady is not remembered there.
($status, undef, $errors) = run("build/simcc -o $folder/not_done tests/clock/not_done.cu -lpthread");
is("$status$errors", '0', 'not_done.cu compiles');
my $unasked = qr/^simulator: times are modelled.*\n/m;
for (['event', "1, cudaSuccess, cudaSuccess\n"], ['stream', "1, cudaSuccess, cudaSuccess\n"],
     ['elapsed', "cudaErrorNotReady, 0, cudaSuccess\ncudaSuccess, 1\n"],
     ['worked', "cudaSuccess, 1, cudaSuccess\ncudaSuccess, 1\n"],
     ['once', "cudaSuccess, cudaSuccess, cudaSuccess\n"], ['thread', "cudaSuccess\n"]) {
    my ($case, $expected) = @$_;
    ($status, $out, $errors) = run("$folder/not_done $case");
    is("$status$out", "0$expected", "not done yet: $case");
    $errors =~ s/$unasked//;
    like($errors, $case eq 'elapsed' ? qr/\Asimulator: note: not done yet: tests\/clock\/not_done\.cu:\d+\n.*\n.*\n  Let the host wait.*\nsimulator: 1 note\n\z/
                                     : qr/\A\z/, 'and what is said of it');
    is((run("SIM_CLOCK=0 $folder/not_done $case"))[0], 0, 'without the model all is done at once');
}

done_testing();
