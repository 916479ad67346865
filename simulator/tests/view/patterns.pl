# Prints a program whose lines access memory in the patterns that are given, one on each of two
# lines, in global and in shared memory. usage: patterns.pl STRIDE,OFFSET,SIZE,PADDING,LANES...
use strict;
use warnings;

my %type = (1 => 'char', 2 => 'short', 4 => 'int', 8 => 'double', 16 => 'int4');
print "#include <cuda_runtime.h>\n__global__ void patterns(char *array)\n{\n",
      "    __shared__ __align__(16) char shared[49152];\n    unsigned lane = threadIdx.x, index;\n";
for (@ARGV) {
    my ($stride, $offset, $size, $padding, $lanes) = split /,/;
    my $value = $size == 16 ? 'make_int4(1, 2, 3, 4)' : 1;
    for my $memory (qw(array shared)) {
        print "    if (lane < $lanes) { index = $offset + lane * $stride; index += index / 32 * $padding;",
              " (($type{$size} *)$memory)[index] = $value; }\n";
    }
}
print "}\nint main(void)\n{\n    char *array;\n    cudaMalloc((void **)&array, 49152);\n",
      "    patterns<<<1, 32>>>(array);\n    return cudaDeviceSynchronize() != cudaSuccess;\n}\n";
