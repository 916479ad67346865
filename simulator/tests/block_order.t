# In which order the blocks of a launch run, where one runs at a time: those who judge kernels choose it (sim/sim.h).
use strict;
use warnings;
use lib 'tests/lib';
use Run;
use Test::More;

system('make -s') == 0 or die "the simulator does not build\n";
delete @ENV{grep { /^SIM_/ } keys %ENV};
my $scratch = scratch();

sub write_source {
    my ($name, $text) = @_;
    open my $file, '>', "$scratch/$name" or die "$!\n";
    print $file $text;
    close $file;
}

# Each block notes how many have come to its beginning, and to what is behind its barrier, before it.
write_source('kernel.cu', <<'END');
extern "C" __global__ void kernel(unsigned int *places)
{
    if (threadIdx.x == 0)
        places[1 + 2 * blockIdx.x] = atomicAdd(places, 1u);
    __syncthreads();
    if (threadIdx.x == 0)
        places[2 + 2 * blockIdx.x] = atomicAdd(places, 1u);
}
END
write_source('host.c', <<'END');
#include <stdio.h>
#include <string.h>
#include "cuda_runtime_api.h"
#include "sim/sim.h"

enum { BLOCKS = 3, WORDS = 1 + 2 * BLOCKS };
void kernel(unsigned int *places);

static void body(void *places)
{
    kernel(*(unsigned int **)places);
}

int main(int argc, char **argv)
{
    const char *order = argc > 1 ? argv[1] : "";
    unsigned int *places, found[WORDS];

    cudaMalloc((void **)&places, sizeof found);
    cudaMemset(places, 0, sizeof found);
    struct sim_launch launch = {.grid = {BLOCKS, 1, 1}, .block = {64, 1, 1}, .function = (const void *)kernel,
                                .name = "kernel", .file = "host.c", .line = 1, .body = body, .arguments = &places,
                                .from_last = !strcmp(order, "from_last"), .all_begin = !strcmp(order, "all_begin")};
    int error = sim_launch(&launch) | cudaMemcpy(found, places, sizeof found, cudaMemcpyDeviceToHost);

    for (int i = 1; i < WORDS; i++)
        printf("%u ", found[i]);
    return error;
}
END
my ($status, $out, $err) = run("build/simcc --device-only -c $scratch/kernel.cu -o $scratch/kernel.o"
    . " && \${CC:-cc} -Wall -Wextra -Ibuild/toolkit/include -c -o $scratch/host.o $scratch/host.c"
    . " && build/simcc -o $scratch/order $scratch/kernel.o $scratch/host.o");
is("$status$out$err", 0, 'a kernel and its host program');
for (['', '0 1 2 3 4 5 '], ['from_last', '4 5 2 3 0 1 '], ['all_begin', '0 4 1 5 2 3 ']) {
    my ($order, $expected) = @$_;
    ($status, $out) = run("SIM_THREADS=1 $scratch/order $order 2>/dev/null");
    is("$status: $out", "0: $expected", $order || 'from the first block on');
    ($status, $out) = run("SIM_THREADS=1 SIM_CHECKS=0 SIM_COUNTERS=0 $scratch/order $order 2>/dev/null");
    is("$status: $out", "0: $expected", 'the same without checks');
}

done_testing;
