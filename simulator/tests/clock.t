# The simulator's clock: what it says of small programs whose times can be worked out by hand, and of
# kernels that ask for the time. The reports of it: tests/clock_report.t; the host's clocks: tests/host_clock.t.
use strict;
use warnings;
use lib 'tests/lib';
use Clock;
use Drawn;
use Examples;
use Run;
use List::Util qw(max sum);
use Test::More;

skip_without_operations();
delete @ENV{qw(MAKEFLAGS MFLAGS MAKELEVEL), grep { /^SIM_/ } keys %ENV};
system('make -s') == 0 or die "the simulator does not build\n";
my $folder = scratch();
my ($status, $out, $errors);

# ---- Times that can be worked out -----------------------------------------------------------
for my $name (qw(asked asked_blocks atomics bandwidth barriers compute conflicts constants far latency leave_word loops swaps
                 tile unequal)) {
    ($status, undef, $errors) = run("build/simcc -o $folder/$name tests/clock/$name.cu");
    is("$status$errors", '0', "$name.cu compiles");
}
# The constants that are used below, given to the clock so that fitting them changes nothing here.
my %constant = (clock => 1000, constant_address => 1, block_start => 100, first_start => 0.001, block_warp => 4, l2_size => 1024, l2_latency => 250,
                memory_latency => 700, memory_clock => 2600, bus_width => 5120, memory_share => 0.9,
                mixed_share => 0.9, shared_cycles => 1, barrier_latency => 20, barrier_warp => 3, comparison_wait => 0.001, branch_wait => 0.001);
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
    my %first = time_of(modelled(device_with(first_start => 1000) . '/latency'));
    near($first{from_l2} - $time{from_l2}, 1000, 0.01, 'the first blocks begin later');
    cmp_ok($first{read_all} - $time{read_all}, '<', 1500, 'not so those that follow them, for all four waves of blocks together');
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
    my $times = sub { my %time = time_of(modelled(device_with(@_) . '/constants')); (map { $time{"look_up<$_>"} } 0, 1, 5), $time{look_up_again} };
    my ($each, $pairs, $one, $again) = $times->();
    my $addresses = 8 * 64 * 32; # warps, rounds, lanes
    near($each, $addresses, 0.05, 'constant memory serves one address after another');
    near($each - $pairs, $addresses / 2, 0.02, 'lanes that ask for the same one count once');
    cmp_ok($one, '<', 0.3 * $each, 'where all do, it costs nothing more');
    my ($each_3, $pairs_3, $one_3, $again_3) = $times->(constant_address => 3);
    near($each_3 - $pairs_3, 3 * $addresses / 2, 0.02, 'with three cycles for each address');
    is($one_3, $one, 'which are none where all ask for one');
    near($again_3 - $again, 2 * 8 * 4 * 32, 0.05, 'what a warp has loaded it does not ask for again');
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
    my %warps = time_of(modelled(device_with(barrier_warp => 13) . '/barriers'));
    near($warps{'meet<2>'} - $time{'meet<2>'}, 2 * 8 * 10, 0.1, 'or 10 for each warp');
    # Of four blocks the oldest is ahead, and the others work while it waits; if they came to their barriers together, none would.
    my $wait = $longer{'work_and_meet<1>'} - $time{'work_and_meet<1>'};
    near($wait, 100 * 32, 0.05, 'a block that is alone on its multiprocessor waits at each barrier');
    cmp_ok($longer{'work_and_meet<4>'} - $time{'work_and_meet<4>'}, '<', 0.3 * $wait, 'four blocks wait by turns');
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
SKIP: {
    my $compiler = $ENV{CXX} // 'g++';
    skip 'the loops are those that gcc leaves', 3 if `$compiler --version` !~ /Free Software Foundation/;
    my %short = time_of(modelled(device_with(l2_size => 64) . '/tile'));
    my %long = time_of(modelled(device_with(l2_size => 64, memory_latency => 10700) . '/tile'));
    my %round_trips = map { $_ => ($long{$_} - $short{$_}) / 10000 } keys %short;
    # one more, as a loop shows only when it has gone round once
    near($round_trips{into_shared}, 2, 0.1, 'a loop that copies into shared memory has its loads under way together');
    near($round_trips{one_by_one}, 1, 0.1, 'one that finds the next in L1 waits once');
    my %l2 = time_of(modelled(device_with(l1_latency => 1035) . '/tile'));
    my %l1 = time_of(modelled(device_with(l1_latency => 35) . '/tile'));
    cmp_ok($l2{one_by_one} - $l1{one_by_one}, '>=', 14 * 1000, 'and for each load that hangs on the one before');
}
SKIP: {
    my $compiler = $ENV{CXX} // 'g++';
    skip 'the loops are those that gcc leaves', 4 if `$compiler --version` !~ /Free Software Foundation/;
    my %short = time_of(modelled(device_with(l2_latency => 300) . '/unequal'));
    my %long = time_of(modelled(device_with(l2_latency => 10300) . '/unequal'));
    my %round_trips = map { $_ => ($long{$_} - $short{$_}) / 10000 } keys %short;
    near($round_trips{whole_columns}, 64 / 16 + 1, 0.1, 'of a loop that all lanes run as often, 16 iterations are unrolled');
    near($round_trips{triangle}, 64 / 4 + 1, 0.1, 'of one that each lane runs as often as it has to, four');
    # Of two warps one goes round 64 times, one ends at once: nvcc's code has 8 instructions a round, 20 around them.
    my %instructions = map { $_->{kernel} => $_->{modelled_instructions} } modelled(device_with() . '/unequal');
    near($instructions{until_found}, 65 * 8 + 2 * 20, 0.15, 'one that a loaded value may end is not unrolled');
    near($instructions{two_counts}, $instructions{whole_columns}, 0.25, 'but one with two counts is');
}
{
    my ($unlike, $alike) = grep { $_->{kernel} eq 'unlike_blocks' } modelled(device_with() . '/unequal');
    near($unlike->{"modelled_$_"} / 40, $alike->{"modelled_$_"} / 41, 0.05, "$_ of blocks that differ are those of their mean")
        for qw(instructions l2_bytes);
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
    near($long->{add_apart} - $short->{add_apart}, 512 * 256 * 10 / 40 / 1.745, 0.2, 'atomics on different sectors share L2\'s parts');
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
    for my $threads (1, drawn((4) x 15)) {
        unlink "$folder/a.csv";
        ($status, $out) = run("SIM_THREADS=$threads SIM_LINES_CSV=$folder/a.csv $asks often");
        $seen{$out . read_file("$folder/a.csv")}++;
    }
    is(scalar(keys %seen), 1, 'blocks that ask side by side do not disturb each other');
}
for my $name ('two_loads', 'last_block') {
    my $program = example($name);
    my @outputs;
    for my $threads (1, 3, 3, 2) {
        unlink "$folder/a.csv", "$folder/b.csv";
        ($status, $out, $errors) = run("SIM_THREADS=$threads SIM_REPORT=clock SIM_CSV=$folder/a.csv " .
            "SIM_LINES_CSV=$folder/b.csv $program -n 300001");
        push @outputs, join "\n", $status, $out, $errors,
            read_file("$folder/a.csv"), read_file("$folder/b.csv");
    }
    is(scalar(grep { $_ eq $outputs[0] } @outputs), 4, "$name: the same with 1, 2 and 3 host threads");
}

done_testing();
