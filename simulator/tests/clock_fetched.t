# The clock: work that threads, warps and blocks fetch with a counter (tests/clock/fetched.cu).
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
my ($status, undef, $errors) = run("build/simcc -o $folder/fetched tests/clock/fetched.cu");
is("$status$errors", '0', 'fetched.cu compiles');

# The kernels' rows, with these constants of the device: nearly all of a kernel's time is that of its own arithmetic.
my @fetching = qw(byThreads byWarps byBlocks);
my $device = 'SIM_DEVICE=h100,atomic_latency=10,l2_latency=10,latency=100';
sub rows_of { return map { $_->{kernel} => $_ } modelled("$device $_[0]") }

# ---- shared out among the blocks ---------------------------------------------------------------------------
my $all = "few dealtOut @fetching countByFirst";
my %few = rows_of("SIM_THREADS=2 $folder/fetched $all");
for (@fetching) {
    my $ratio = $few{$_}{modelled_us} / $few{dealtOut}{modelled_us};
    ok($ratio > 0.5 && $ratio < 2, "$_: as long as the same work dealt out, about") or diag("$ratio times");
}
for my $threads (1, 7) {
    my %other = rows_of("SIM_THREADS=$threads $folder/fetched $all");
    is_deeply(\%other, \%few, "all counters and times are the same with $threads host threads");
}

# ---- more blocks than may wait at a time -------------------------------------------------------------------
my %many = rows_of("$folder/fetched many @fetching");
cmp_ok($many{$_}{modelled_us}, '<', $few{$_}{modelled_us}, "$_: on more blocks it is faster") for @fetching;

# ---- where nothing can be shared out -----------------------------------------------------------------------
my %again = rows_of("$folder/fetched few countByFirst countByFirst");
is($again{countByFirst}{modelled_us}, $few{countByFirst}{modelled_us}, 'a block with more to do than others does it');

# ---- without checks: from the second launch on --------------------------------------------------------------
my $line = "simulator: one block of byWarps has fetched all work with a counter: the time of that launch is not to be trusted (docs/clock.md)\n";
for my $threads (1, 2) {
    my $command = "$device SIM_CHECKS=0 SIM_THREADS=$threads SIM_REPORT=clock $folder/fetched few byWarps";
    my (undef, $once, $said) = run($command);
    is($said, $line, "$threads host threads: a line says so");
    my ($one) = $once =~ /kernel ([\d.]+) us/;
    my ($both) = (run("$command byWarps"))[1] =~ /kernel ([\d.]+) us/;
    cmp_ok($one, '>', 20 * $few{byWarps}{modelled_us}, 'of a launch in which one warp does it all');
    near(2 * $both - $one, $few{byWarps}{modelled_us}, 0.02, 'but not of the next');
}
done_testing();
