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

# Two files with a loop on the same line, of which one has its number of rounds in the source.
sub write_source {
    my ($name, $text) = @_;
    open my $file, '>', "$folder/$name" or die "$name: $!\n";
    print $file $text;
    close $file;
}
write_source('other.h', <<'END');
/* The sum of some floats. */
static __device__ float sum_of(const float *from, int count)
{
    float sum = 0;
    for (int i = 0; i < count; i++)
        sum += from[i];
    return sum;
}
END
my $kernels = <<'END';
__global__ void counted(float *to, int count) { to[threadIdx.x] = sum_of(to, count); }
__global__ void whole(float *to)
{
    for (int i = 0; i < 4; i++)
        to[threadIdx.x + 32 * i] = i;
}
int main(void)
{
    float *memory;
    cudaMalloc(&memory, 4096);
    cudaMemset(memory, 0, 4096);
    whole<<<1, 32>>>(memory);
    counted<<<1, 32>>>(memory, 256);
    return cudaDeviceSynchronize() != cudaSuccess;
}
END
my %instructions;
for my $lines (0, 1) { # without it, the loops stand on the same line
    write_source('lines.cu', ($lines ? "\n" : '') . "#include \"other.h\"\n$kernels");
    my ($status, undef, $errors) = run("build/simcc -o $folder/lines $folder/lines.cu");
    is("$status$errors", '0', 'two files: compile');
    $instructions{$lines} = +{map { $_->{kernel} => $_->{modelled_instructions} } modelled("SIM_DEVICE=h100 SIM_CHECKS=0 $folder/lines")}->{counted};
}
cmp_ok($instructions{0}, '>', 256, 'a loop of one file costs its rounds');
is($instructions{0}, $instructions{1}, '... whatever stands on that line of another one');

done_testing();
