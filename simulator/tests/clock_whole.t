# The clock: loops that nvcc unrolls as a whole, words of shared memory that it loads by vectors, and what a warp waits
# for where the model lets it go on.
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

for my $compiler (grep { system("command -v $_ >/dev/null 2>&1") == 0 } qw(g++ clang++)) {
    my ($status, undef, $errors) = run("CXX=$compiler build/simcc -o $folder/whole tests/clock/whole.cu");
    is("$status$errors", '0', "whole.cu, $compiler: compiles");
    my %of = map { $_->{kernel} => $_ } modelled("SIM_DEVICE=h100 SIM_CHECKS=0 $folder/whole");
    my %instructions = map { $_ => $of{$_}{modelled_instructions} } keys %of;
    my %share = map { my $row = $_; $row->{kernel} => {map { /^modelled_share_(\w+)$/ ? ($1 => $row->{$_}) : () } keys %$row} } values %of;

    cmp_ok($instructions{of_square}, '<', 22 * 1.6, "a square of nine, $compiler: nothing is left of its loops' headers");
    cmp_ok($instructions{of_sides}, '>', 1.4 * $instructions{of_square}, "but where the host says how many, $compiler");
    near($instructions{of_range}, 18, 0.2, "and where the end is four behind the begin, $compiler");
    near($instructions{'of_row<33>'} - $instructions{'of_row<36>'}, 24, 0.1, "a row of 32 words, $compiler: 8 vectors");
    near($instructions{of_vector} / 32, 32, 0.25, "a vector in parts, $compiler");
    cmp_ok($share{of_vector}{loads}, '>', 3 * $share{of_vector}{issue}, "a vector in parts, $compiler: each is waited for");
    near($instructions{of_parts}, 27, 0.25, "and is no constant, $compiler") if $compiler eq 'g++'; # clang has another loop
    cmp_ok($share{of_tile}{loads}, '>', 5 * $share{of_tile}{barriers}, "a tile, $compiler: warps wait for loads at the barrier");
    next if $compiler ne 'g++'; # clang has other loops
    near($instructions{'of_weights<16>'}, 16 + 12, 0.3, "numbers of the loop alone: known where it is unrolled");
    cmp_ok($instructions{'of_weights<128>'}, '>', 2 * $instructions{'of_asked<128>'},
        "where it is too large for that, by #pragma unroll alone");
}

done_testing();
