# The clock: what a launch waits for though no single trace shows it (tests/clock/unseen.cu).
use strict;
use warnings;
use lib 'tests/lib';
use Clock;
use Run;
use Test::More;

skip_without_operations();
delete @ENV{qw(MAKEFLAGS MFLAGS MAKELEVEL), grep { /^SIM_/ } keys %ENV};
system('make -s') == 0 or die "the simulator does not build\n";
my $folder = scratch();
my ($status, undef, $errors) = run("build/simcc -o $folder/unseen tests/clock/unseen.cu");
is("$status$errors", '0', 'unseen.cu compiles');

# The kernels' times in nanoseconds, which are cycles at 1000 MHz, with these constants of the device.
sub nanoseconds {
    my %all = (clock => 1000, block_start => 100, l2_latency => 250, shared_latency => 30, l1_latency => 30,
               latency => 4, float_divide => 12, atomic_interval => 1.3, float_atomic_interval => 3, @_);
    my $device = join ',', map { "$_=$all{$_}" } sort keys %all;
    return map { $_->{kernel} => 1000 * $_->{modelled_us} } modelled("SIM_DEVICE=h100,$device $folder/unseen");
}
my %time = nanoseconds();
my %far = nanoseconds(l2_latency => 500);

# ---- blocks that wait for each other ----------------------------------------------------------------------
my $blocks = 512;
near($far{pass_on} - $time{pass_on}, 250 * $blocks, 0.05, 'a trip to L2 and back for each block of the chain');
cmp_ok($time{pass_on}, '>', 250 * $blocks, 'which begins when the first block does');
cmp_ok($time{tell_first}, '<', 0.05 * $time{pass_on}, 'whoever tells before it asks keeps nobody waiting');

# ---- the banks of L1 ---------------------------------------------------------------------------------------
my ($one_bank, $each_its_own) = @time{'look_up<32>', 'look_up<33>'};
my $requests = 64 * 4 * 512 / 132; # rounds, warps of a block, blocks; of each multiprocessor
cmp_ok($one_bank, '>', 32 * $requests, 'L1 serves a bank of its lines one word at a time');
cmp_ok($each_its_own, '<', 0.3 * $one_bank, 'and words of different banks together');
cmp_ok($each_its_own, '>', 8 * $requests, 'as it looks for four lines at a time');
my ($in_order, $by_halves) = @time{'look_up_vectors<true>', 'look_up_vectors<false>'};
cmp_ok($by_halves, '>', 8 * $requests, 'vectors come for a half of a warp at a time, as from shared memory: twice four words of a bank');
cmp_ok($in_order, '<', 8 * $requests, 'but not if the lanes have the same vectors in their order');

# ---- sums of floats ----------------------------------------------------------------------------------------
my %slower = nanoseconds(float_atomic_interval => 30);
near($time{'add_by_fours<float>'}, $time{'add_by_fours<int>'}, 0.1, 'sums of floats at many addresses take no longer than those of integers');
near($slower{'add_by_fours<float>'}, $time{'add_by_fours<float>'}, 0.5, 'however long those at one address wait for each other');

my %slow_sums = nanoseconds(float_atomic_interval => 10);
near($slow_sums{'add_in_no_order<float>'}, $time{'add_in_no_order<int>'}, 0.2, 'also where they have one part of L2 in common');

my $round = 2 * (30 + 4); # a load and a swap of shared memory, and what comes between
my ($all_to_one, $one_each) = @time{'add_in_shared<float, 1, 1>', 'add_in_shared<float, 1, 32>'};
near($all_to_one - $one_each, 31 * $round, 0.15, 'in shared memory a lane of a warp at a time adds a float to a word');
cmp_ok($time{'add_in_shared<int, 1, 1>'}, '<', $one_each + $round, 'and all of them at once an integer');
near($time{'add_in_shared<float, 32, 1>'} - $time{'add_in_shared<float, 32, 2>'}, 15 * $round, 0.15,
    'warps that add to one word do so one after another');

# ---- counts that wrap around -------------------------------------------------------------------------------
my $lanes = 512 * 128;
near($time{'count_all<true>'}, $lanes * 1.3, 0.1, 'L2 counts each lane by itself where a count wraps around');
cmp_ok($time{'count_all<false>'}, '<', 0.2 * $time{'count_all<true>'}, 'and sums are added up by a lane of each warp');

# ---- divisions ---------------------------------------------------------------------------------------------
my %wide = nanoseconds(float_divide => 24);
near($wide{'compute<true>'} - $time{'compute<true>'}, 64 * 12 * 4, 0.1, 'a warp alone waits for each quotient');
cmp_ok($time{'compute<true>'} - $time{'compute<false>'}, '>', 64 * (12 * 4 + 30), 'and then only loads what the next one needs');
is($wide{'compute<false>'}, $time{'compute<false>'}, 'not so where nothing is divided');

# ---- what a warp has loaded before -------------------------------------------------------------------------
my ($narrow, $narrower) = map { { nanoseconds(shared_cycles => $_, shared_ahead => 0.001) } } 201, 221;
my %requests = map { $_ => ($narrower->{"multiply<$_>"} - $narrow->{"multiply<$_>"}) / 20 } qw(false true);
cmp_ok($requests{false}, '<', 32, 'a tile of 8 x 8 sums stores 16 words, and loads each of them once');
cmp_ok($requests{true}, '>', 64, 'but again and again where something is stored in between');

# ---- integers --------------------------------------------------------------------------------------------
my %half = nanoseconds(work_share => 0.5, integer_units => 1);
my %whole = nanoseconds(work_share => 1, integer_units => 1);
# six operations; warps of a scheduler, two cycles of the only unit each
near($whole{scramble} - $half{scramble}, 0.5 * 200 * 6 * 8 * 2, 0.1, 'six operations follow from one another, round after round');
is($whole{$_}, $half{$_}, "$_: indices are no such work") for qw(copy_each multiply<false>);

# ---- a rest ----------------------------------------------------------------------------------------------
my %scarce = nanoseconds(l2_total => 300);
cmp_ok($scarce{'read_parts<1>'}, '>', 0.97 * $scarce{'read_parts<0>'}, 'blocks with nothing to do do not stand for those that load');

done_testing();
