# The clock: L1's lines beside shared memory, and atomics that follow one another, or meet by chance, on the parts of L2.
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
my ($status, undef, $errors) = run("build/simcc -o $folder/parts tests/clock/parts.cu");
is("$status$errors", '0', 'parts.cu compiles');

# Of each kernel that column, on a device of these constants. g++ and clang name numbers that are unsigned in two ways.
sub of_kernels {
    my ($which, $constants, $column) = @_;
    return +{map { $_->{kernel} =~ s/(?<=\d)u(?=[,>])//gr => $_->{$column} } modelled("SIM_DEVICE=h100$constants SIM_CHECKS=0 $folder/parts $which")};
}

my ($near, $far) = map { of_kernels('lines', ",l2_latency=$_", 'modelled_us')->{read_again} } 277, 2770;
cmp_ok($far, '<', 4.5 * $near, 'beside 64 KB of shared memory L1 has room for 125 KB, no power of two');

my $atomics = of_kernels('atomics', ',atomic_sector=50', 'modelled_us');
cmp_ok($atomics->{'add_behind<1>'}, '>', 1.15 * $atomics->{'add_behind<40503>'}, 'blocks that add behind one another have few parts of L2 at work');
my ($all, $one) = map { of_kernels('atomics', ",atomic_sector=50,atomic_units=$_", 'modelled_us')->{add_anywhere} } 40, 1;
my $chance = 40 * (1 - (1 - 1 / 40)**20); # of 20 units: two have each kilobyte
near($one / $all, $chance, 0.05, 'twenty units on forty parts of L2: by chance some parts have several');

done_testing();
