# The clock: what is loaded or written once, and what again. And atomics that follow one another, or meet by chance.
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
my ($status, undef, $errors) = run("build/simcc -o $folder/reuse tests/clock/reuse.cu");
is("$status$errors", '0', 'reuse.cu compiles');

# Of each kernel that column, on a device of these constants. g++ and clang name numbers that are unsigned in two ways.
sub of_kernels {
    my ($which, $constants, $column) = @_;
    return +{map { $_->{kernel} =~ s/(?<=\d)u(?=[,>])//gr => $_->{$column} } modelled("SIM_DEVICE=h100,l2_size=256,l2_halves=1$constants SIM_CHECKS=0 $folder/reuse $which")};
}

my $bytes = of_kernels('memory', '', 'modelled_memory_bytes');
near($bytes->{read_edges}, 2 << 20, 0.1, 'a sector that has come with the one that another block needed does not come again');
cmp_ok($bytes->{'write_columns<1>'}, '<', 2.2 * (2 << 20), 'of sectors that other blocks complete nothing is read');
cmp_ok($bytes->{'write_columns<8>'}, '>', 2 * (2 << 20), 'but of those that nobody completes');
cmp_ok($bytes->{read_columns}, '>', 40 * 32 * (1 << 12), 'a word of each of more lines than L2 holds: it has none of them the next time');
cmp_ok(of_kernels('memory', ',l2_size=8192', 'modelled_memory_bytes')->{read_columns}, '<', 2 << 20, 'as long as it holds them it has them');

my $rows = of_kernels('rows', ',l1_cycles=40', 'modelled_us');
cmp_ok($rows->{'read_rows<32, 2>'}, '<', 1.4 * $rows->{'read_rows<32, 1>'}, 'a row of 32 numbers stays in registers: a second pass loads little');
cmp_ok($rows->{'read_rows<64, 2>'}, '>', 1.7 * $rows->{'read_rows<64, 1>'}, 'not so a longer one, whose loop is not unrolled as a whole');

my ($near, $far) = map { of_kernels('lines', ",l2_latency=$_", 'modelled_us')->{read_again} } 277, 2770;
cmp_ok($far, '<', 3 * $near, 'beside 64 KB of shared memory L1 has room for 125 KB, no power of two');

my $atomics = of_kernels('atomics', ',atomic_sector=50', 'modelled_us');
cmp_ok($atomics->{'add_behind<1>'}, '>', 1.15 * $atomics->{'add_behind<40503>'}, 'blocks that add behind one another have few parts of L2 at work');
my ($all, $one) = map { of_kernels('atomics', ",atomic_sector=50,atomic_units=$_", 'modelled_us')->{add_anywhere} } 40, 1;
my $chance = 40 * (1 - (1 - 1 / 40)**20); # of 20 units: two have each kilobyte
near($one / $all, $chance, 0.05, 'twenty units on forty parts of L2: by chance some parts have several');

done_testing();
