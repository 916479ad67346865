# The clock's memory: what L2 has when a kernel begins, and what that costs.
use strict;
use warnings;
use lib 'tests/lib';
use Clock;
use Csv;
use Drawn;
use Run;
use Test::More;

skip_without_operations();
delete @ENV{qw(MAKEFLAGS MFLAGS MAKELEVEL), grep { /^SIM_/ } keys %ENV};
system('make -s') == 0 or die "the simulator does not build\n";
my $folder = scratch();
my ($status, $out, $errors) = run("build/simcc -o $folder/l2_contents tests/clock/l2_contents.cu");
is("$status$errors", '0', 'l2_contents.cu compiles');

# ---- memory that a kernel does not touch -----------------------------------------------------------
# It lies in L2, written, and may have to leave for others: never for a kernel that finds all in L2.
for my $size (drawn(900, 960, 1000, 1060, 1100, 4096)) {
    my %row = map { $_->{kernel} => $_ } modelled("SIM_DEVICE=h100,l2_kept=1,l2_size=$size $folder/l2_contents");
    is($row{read_beside_set}{modelled_us}, $row{read_copied}{modelled_us}, "L2 of $size KiB: another buffer that was set changes nothing");
    is($row{read_beside_set}{modelled_memory_bytes}, 0, 'and nothing goes over the bus');
}

# ---- over L2's size ----------------------------------------------------------------------------------
my @sizes = map { 50 * $_ } 2 .. 30;
($status, $out) = run('SIM_DEVICE=h100,l2_kept=1,l2_size=1024,launch=0.001,multiprocessors=8,memory_clock=500,block_start=10 '
    . "$folder/l2_contents @sizes");
my (%time, %first);
($time{$1}, $first{$1}) = ($2, $3) while $out =~ /^(\d+) ([\d.]+) ([\d.]+)$/mg;
is(scalar keys %time, scalar @sizes, 'a time for each size');
my @within = grep { $_ <= 900 } @sizes;
my @steps = map { [$within[$_], $time{$within[$_ + 1]} - $time{$within[$_]}] } 0 .. $#within - 1;
is(join(' ', map { $_->[0] } grep { $_->[1] < 0 || $_->[1] > 0.05 * $time{$within[0]} } @steps), '',
   'as long as all fits into L2, no 50 KiB more take much longer');
is(join(' ', grep { $first{$_} > 1.05 * $time{$_} } @within), '',
   'also right after both were set: blocks that run side by side come to a page as the strides do');
cmp_ok($first{1200}, '>', 1.5 * $first{900}, 'which does not help what does not fit');
cmp_ok($time{1200}, '>', 1.5 * $time{900}, 'what does not fit comes from memory');
my @beyond = grep { $_ >= 1100 } @sizes;
is(join(' ', grep { $time{$beyond[$_ + 1]} < $time{$beyond[$_]} } 0 .. $#beyond - 1), '', 'and the more the longer');

# ---- what a second sweep finds ----------------------------------------------------------------------------
# With half of it kept, an L2 of 2 MiB is as one of 1 MiB that keeps all; but only to a sweep.
my ($half_of_two, $all_of_one, $all_of_two) = map {
    (run("SIM_DEVICE=h100,$_,launch=0.001,multiprocessors=8,memory_clock=500,block_start=10 $folder/l2_contents 1200"))[1] =~ /^1200 ([\d.]+)/
} 'l2_kept=0.5,l2_size=2048', 'l2_kept=1,l2_size=1024', 'l2_kept=1,l2_size=2048';
near($half_of_two, $all_of_one, 0.1, 'of L2 a sweep finds again what it keeps');
cmp_ok($half_of_two, '>', 1.5 * $all_of_two, 'which is less than its size');
($status, undef, $errors) = run("build/simcc -o $folder/no_order tests/clock/no_order.cu");
is("$status$errors", '0', 'no_order.cu compiles');
my %read = map { $_->{kernel} => $_->{modelled_memory_bytes} } modelled("SIM_DEVICE=h100,l2_size=1024,l2_kept=0.5 $folder/no_order");
cmp_ok($read{'read_table<true, 2>'}, '>=', 896 << 10, 'a sweep over 896 KiB loads all of it once more');
is($read{'read_table<false, 2>'}, 0, 'a table that is read in no order is there the second time');

# ---- a table beside a stream, and sectors written in part -------------------------------------------------
($status, undef, $errors) = run("build/simcc -o $folder/beside tests/clock/beside.cu");
is("$status$errors", '0', 'beside.cu compiles');
my ($whole, $halves) = map {
    +{map { $_->{kernel} =~ s/u>/>/r => $_->{modelled_memory_bytes} } modelled("SIM_DEVICE=h100,l2_size=1024,l2_halves=$_ $folder/beside")}
} 1, 2;
my ($stream, $small, $large) = @$whole{map { "read_beside<$_>" } 1, 1 << 16, 1 << 20};
cmp_ok($small, '<', 1.2 * $stream, 'a table of a quarter of L2 stays there beside a stream of eight times its size');
cmp_ok($large, '>', 3 * $stream, 'one of four times its size does not');
cmp_ok($halves->{'read_beside<1048576>'}, '>', 1.15 * $large, 'where L2 has two halves, both keep it: there is less room');
near($whole->{'write_pieces<3>'}, 12 << 20, 0.05, 'of sectors that one warp writes by several stores nothing is read first');
cmp_ok($whole->{'write_pieces<1>'}, '>', 2 * (8 << 20), 'but of those of which a part is never written');

# ---- where an array begins ------------------------------------------------------------------------------
# What was set is written back while the first launch reads it, and not again, wherever in a page it begins.
($status, undef, $errors) = run("build/simcc -o $folder/within_page tests/clock/within_page.cu");
is("$status$errors", '0', 'within_page.cu compiles');
my %bytes = map { my $offset = $_;
    $offset => [map { $_->{modelled_memory_bytes} } sort { $a->{kernel} cmp $b->{kernel} }
                modelled("SIM_DEVICE=h100,l2_kept=1,l2_size=1024,multiprocessors=8 $folder/within_page $offset")]
} 0, 16, 1024, 3072;
cmp_ok($bytes{0}[0], '>', 1.7 * $bytes{0}[1], 'the first launch has the bytes that are written back');
for my $offset (16, 1024, 3072) {
    near($bytes{$offset}[$_], $bytes{0}[$_], 0.02, "launch @{[$_ + 1]}, the array $offset bytes into a page: as many bytes over the bus") for 0, 1;
}

# What a sweep does not find again it misses wherever in a page it begins: the grid's last block and its first one are neighbours.
my %again = map { my $offset = $_;
    $offset => +{map { $_->{kernel} => $_->{modelled_memory_bytes} } modelled("SIM_DEVICE=h100,l2_kept=0.8,l2_size=1400,multiprocessors=8 $folder/within_page $offset")}->{'read<2>'}
} 0, 1024;
cmp_ok($again{0}, '>=', 1200 << 10, 'a second sweep over a part of L2 that is not kept loads all of it');
near($again{1024}, $again{0}, 0.02, 'also where its strides end within a page');

# ---- compare-and-swap ------------------------------------------------------------------------------------
# Where nobody tries again nobody waits for those who do, however many there are.
($status, undef, $errors) = run("build/simcc -o $folder/swaps_once tests/clock/swaps_once.cu");
is("$status$errors", '0', 'swaps_once.cu compiles');
my ($few, $many) = map {
    +{map { $_->{kernel} => $_->{modelled_us} } modelled("SIM_DEVICE=h100,swap_interval=$_ $folder/swaps_once")}
} 0.43, 10;
my $with_whole = {map { $_->{kernel} => $_->{modelled_us} } modelled("SIM_DEVICE=h100,atomic_whole=200 $folder/swaps_once")};
for my $words (1024, 16384) {
    my $once = "swap_once<${words}u>";
    ($once) = grep { /^swap_once<$words\D*>/ } keys %$few if !exists $few->{$once};
    my $exchanged = $once =~ s/swap/exchange/r;
    near($with_whole->{$once}, 2 * $with_whole->{$exchanged}, 0.3, "swaps of $words words that nobody tries again take as long as two exchanges: they have two operands");
    is($many->{$once}, $few->{$once}, 'however long it takes to fail');
}
my %until = map { /^add_until<(\d+)\D*>/ ? ($1, $_) : () } keys %$few;
cmp_ok($many->{$until{2}}, '>', 10 * $few->{$until{2}}, 'not so where they are tried until they succeed');
cmp_ok($few->{$until{2}}, '>', 20 * $few->{$until{32}}, 'and those at one address are in the way, not those of one line');

# Each multiprocessor's swaps wait for those of all others: of 1024 words each has 16 threads.
my %slow = map { $_->{kernel} => $_->{modelled_us} } modelled("SIM_DEVICE=h100,atomic_latency=20000 $folder/swaps_once until");
near($slow{$until{1024}} / 16, 20000 / 1980, 0.2, 'as many round trips as a word has threads, one for each');
my ($at_once, $later) = map {
    +{map { $_->{kernel} => $_->{modelled_us} } modelled("SIM_DEVICE=h100,swap_interval=$_ $folder/swaps_once until")}
} 60, 120;
near($later->{$until{1024}}, 2 * $at_once->{$until{1024}}, 0.1, 'or as long as L2 needs for the attempts of all warps, sector by sector');

# ---- units of L2 -----------------------------------------------------------------------------------------
# Two of them have a kilobyte by turns, 256 bytes each.
($status, undef, $errors) = run("build/simcc -o $folder/atomic_units tests/clock/atomic_units.cu");
is("$status$errors", '0', 'atomic_units.cu compiles');
my %tickets = map { $_->{kernel} =~ /<(\d+)/ ? ($1, $_->{modelled_us}) : () }
    modelled("SIM_DEVICE=h100,atomic_interval=50 $folder/atomic_units");
near($tickets{64} / $tickets{128}, 2, 0.1, 'atomics on 512 bytes are done by two units of L2, on half of it by one');
near($tickets{128} / $tickets{512}, 2, 0.1, 'on 2 KiB by four, though no block comes to more than one');

# ---- where only some blocks are run ----------------------------------------------------------------------
# What they share with those that are not is in L2, as if all were run.
($status, undef, $errors) = run("build/simcc -o $folder/shared_by_blocks tests/clock/shared_by_blocks.cu");
is("$status$errors", '0', 'shared_by_blocks.cu compiles');
my ($all, $some) = map {
    +{map { $_->{kernel} => $_ } modelled("SIM_CLOCK=$_ SIM_CHECKS=0 SIM_DEVICE=h100 $folder/shared_by_blocks")}
} 1, 'only';
for my $kernel (sort keys %$all) {
    near($some->{$kernel}{modelled_memory_bytes}, $all->{$kernel}{modelled_memory_bytes}, 0.15, "$kernel: as many bytes of the memory");
    near($some->{$kernel}{modelled_us}, $all->{$kernel}{modelled_us}, 0.1, 'and about the same time');
}

# ---- local memory ----------------------------------------------------------------------------------------
# L1 passes on what is stored in it: each sector takes its time on the way to L2.
($status, undef, $errors) = run("build/simcc -o $folder/local_stores tests/clock/local_stores.cu");
is("$status$errors", '0', 'local_stores.cu compiles');
my @at = map { [modelled("SIM_DEVICE=h100,local_sector=$_ $folder/local_stores")] } 10, 20;
my ($sectors_at_10, $sectors_at_20) = map { +{map { $_->{kernel} =~ /<(\d+)/ ? ($1, $_->{modelled_us}) : () } @$_} } @at;
# nvcc's code has an address and a store for each of the 64, of 132 blocks of 32 warps.
cmp_ok($_->{modelled_instructions}, '>', 132 * 32 * 64 * 2, "$_->{kernel}: stores into local memory are instructions") for @{$at[0]};
my $cycles_of_10 = 32 * 64 * 10; # of a multiprocessor's 32 warps and 64 stores, for one sector each
near(1980 * ($sectors_at_20->{0} - $sectors_at_10->{0}), 4 * $cycles_of_10, 0.1, 'a whole line takes the time of four sectors');
near(1980 * ($sectors_at_20->{8} - $sectors_at_10->{8}), 32 * $cycles_of_10, 0.1, 'and where each lane has a place of its own, that of thirty-two');

# ---- L1's wavefronts ---------------------------------------------------------------------------------------
# Where a wavefront takes a thousand cycles, the time of a launch says how many its load had: as on a GPU, whose kernel has
# the same number more in each launch.
($status, undef, $errors) = run("build/simcc -o $folder/l1_wavefronts calibrate/l1_wavefronts.cu");
is("$status$errors", '0', 'l1_wavefronts.cu compiles');
($status) = run("SIM_DEVICE=h200,l1_cycles=1000,clock=1000 $folder/l1_wavefronts >$folder/loads.csv");
is($status, 0, 'and runs');
my @loads = rows("$folder/loads.csv");
my @on_gpu = rows('calibrate/recordings/h200/l1_wavefronts.csv');
is(scalar @loads, scalar @on_gpu, 'as many loads as were counted on a GPU');
my %more = map { (sprintf('%.2f', 1000 * $loads[$_]{milliseconds} - $on_gpu[$_]{wavefronts}) => 1) } 0 .. $#loads;
is(join(' ', map { $_->{offsets} } @loads), join(' ', map { $_->{offsets} } @on_gpu), 'the same ones');
is(scalar keys %more, 1, 'and each has as many wavefronts of L1 as there') or diag(explain(\%more));

# ---- stores that join on the way to L2 ---------------------------------------------------------------------
($status, undef, $errors) = run("build/simcc -o $folder/joined_stores calibrate/joined_stores.cu");
is("$status$errors", '0', 'joined_stores.cu compiles');
my $kernel = qr/^storeRecords<([a-z ]+), (\d+), \(between\)(\d+)>$/;
my %joined = map { $_->{kernel} =~ $kernel ? ("$1 $2 $3" => $_->{modelled_us}) : () } modelled("SIM_DEVICE=h200 $folder/joined_stores >$folder/launches");
my ($nothing, $barrier, $load) = (0, 5, 6);
for (['float 2', 1.1], ['float 3', 1.3], ['float 4', 1.5], ['float 6', 1.25]) {
    my ($record, $faster) = @$_;
    cmp_ok($joined{"$record $_"}, '>', $faster * $joined{"$record $nothing"}, "$record numbers: a " . ($_ == $load ? 'load' : 'barrier') . ' in between parts the stores')
        for $barrier, $load;
}
near($joined{"float 12 $nothing"}, $joined{"float 12 $load"}, 0.001, 'as many as twelve lines do not join anyway');
cmp_ok($joined{"unsigned char 12 $nothing"}, '>', 2 * $joined{"float 3 $nothing"}, 'nor do single bytes, in as many lines as three words');
# What L2 counts on a GPU, of all requests that there would be: of each store one for each line.
for (rows('calibrate/recordings/h200/joined_stores.csv')) {
    next if $_->{bytes} != 4;
    my $part = $_->{requests} / ($_->{warps} * $_->{numbers} ** 2);
    my ($name, $far) = ("$_->{between}, $_->{numbers} words: on a GPU", $_->{numbers} > 8);
    cmp_ok($part, '>', 0.9, "$name all lines are asked for") if $_->{between} eq 'load' || $far;
    cmp_ok($part, '<', 0.8, "$name stores join") if $_->{between} =~ /^(nothing|arithmetic|shared|read_only)$/ && $_->{numbers} <= 4;
}

done_testing();
