# What the simulator tells those who judge kernels: counts by phase and warp (SIM_PHASES_CSV), code
# for the device alone (simcc --device-only), and whether functions return to their callers.
use strict;
use warnings;
use lib 'tests/lib';
use Examples;
use Run;
use Test::More;

system('make -s') == 0 or die "the simulator does not build\n";
delete @ENV{grep { /^SIM_/ } keys %ENV};
my $scratch = scratch();

# The rows of a csv file, by the names of its columns.
sub rows {
    my ($path) = @_;
    my ($first, @lines) = split /\n/, read_file($path) =~ s/"//gr;
    my @names = split /,/, $first;
    return map { my %row; @row{@names} = split /,/; \%row } @lines;
}

sub sum { my ($column, @rows) = @_; my $sum = 0; $sum += $_->{$column} for @rows; return $sum }

my %phases;
for my $name (qw(eight_loads unrolled shuffle)) {
    my $program = example($name);
    my ($status) = run("SIM_CSV=$scratch/counters SIM_PHASES_CSV=$scratch/phases $program -n 8192");
    is($status, 0, "$name: runs");
    my ($counters) = rows("$scratch/counters");
    $phases{$name} = [grep { $_->{launch} == 0 } rows("$scratch/phases")];
    for my $column (map { $_ . '_requests', $_ . (/^global/ ? '_sectors' : '_wavefronts') } qw(global_load global_store shared_load shared_store)) {
        is(sum($column, @{$phases{$name}}), $counters->{$column}, "$name: $column are those of the counters");
    }
    is(sum('exchanges', @{$phases{$name}}), $counters->{warp_exchanges}, "$name: so are exchanges");
}
cmp_ok(sum('repeats', @{$phases{eight_loads}}), '>', 0, 'a loop with a barrier in it repeats its blocks');
is(sum('repeats', @{$phases{unrolled}}), 0, 'without the loop nothing is repeated');

# Block 2 of 5 loads twice, before a barrier and behind it; the others once.
open my $file, '>', "$scratch/uneven.cu" or die "$!\n";
print $file <<'END';
__global__ void kernel(const int *in, int *out)
{
    int sum = in[blockIdx.x * 64 + threadIdx.x];
    __syncthreads();
    if (blockIdx.x == 2)
        sum += in[threadIdx.x];
    atomicAdd(out, sum);
}
int main()
{
    int *a;
    cudaMalloc(&a, 321 * sizeof *a);
    cudaMemset(a, 0, 321 * sizeof *a);
    kernel<<<5, 64>>>(a, a + 320);
    return cudaDeviceSynchronize();
}
END
close $file;
is((run("build/simcc $scratch/uneven.cu -o $scratch/uneven"))[0], 0, 'a kernel with a busy block');
for my $threads (1, 3) {
    is((run("SIM_THREADS=$threads SIM_PHASES_CSV=$scratch/phases $scratch/uneven"))[0], 0, 'runs');
    my @rows = rows("$scratch/phases");
    is(sum('global_load_lanes', @rows), 6 * 64, 'what all blocks load');
    is($_->{block_load_lanes_most}, 2 * 64, 'and what the busy one does') for $rows[0], $rows[-1];
}

# Each of 3 blocks adds 1 by compare and swap, from 0 on: the first needs one, the others two.
open $file, '>', "$scratch/swaps.cu" or die "$!\n";
print $file <<'END';
__global__ void kernel(unsigned int *count)
{
    unsigned int seen = 0, before;
    while ((before = atomicCAS(count, seen, seen + 1)) != seen)
        seen = before;
}
int main()
{
    unsigned int *count;
    cudaMalloc(&count, sizeof *count);
    cudaMemset(count, 0, sizeof *count);
    kernel<<<3, 1>>>(count);
    return cudaDeviceSynchronize();
}
END
close $file;
is((run("build/simcc $scratch/swaps.cu -o $scratch/swaps"))[0], 0, 'a kernel with compare-and-swaps');
is((run("SIM_THREADS=1 SIM_PHASES_CSV=$scratch/phases $scratch/swaps"))[0], 0, 'runs');
my @swapping = rows("$scratch/phases");
is(sum('swaps', @swapping), 5, 'two of three blocks swap twice: they know the value then');
is(sum('failed_swaps', @swapping), 2, 'once in vain');

# A tree by a barrier that is an object: its rounds are phases, as with __syncthreads(), and its atomics are none of
# the kernel's; where it expects half of the block they are.
open $file, '>', "$scratch/objects.cu" or die "$!\n";
print $file <<'END';
#include <cuda/barrier>
#include <cooperative_groups.h>
#include <cstdlib>
__global__ void tree(int *out, int way)
{
    __shared__ int smem[128];
    __shared__ cuda::barrier<cuda::thread_scope_block> all, halves[2];
    unsigned tid = threadIdx.x;
    auto block = cooperative_groups::this_thread_block();
    if (tid == 0) {
        init(&all, 128);
        init(&halves[0], 64);
        init(&halves[1], 64);
    }
    smem[tid] = tid;
    __syncthreads();
    for (unsigned stride = 64; stride > 0; stride /= 2) {
        if (tid < stride)
            smem[tid] += smem[tid + stride];
        if (way == 0)
            __syncthreads();
        if (way == 1)
            all.arrive_and_wait();
        if (way == 2)
            all.wait(all.arrive());
        if (way == 3)
            block.barrier_wait(block.barrier_arrive());
        if (way == 4) {
            halves[tid / 64].arrive_and_wait();
            __syncthreads();
        }
    }
    if (tid == 0)
        *out = smem[0];
}
int main(int, char **argv)
{
    int *a, sum;
    cudaMalloc(&a, sizeof *a);
    tree<<<1, 128>>>(a, atoi(argv[1]));
    cudaMemcpy(&sum, a, sizeof sum, cudaMemcpyDeviceToHost);
    return sum != 127 * 64;
}
END
close $file;
is((run("build/simcc $scratch/objects.cu -o $scratch/objects"))[0], 0, 'kernels with barriers that are objects');
my @by_way;
for my $way (0 .. 4) {
    is((run("SIM_CSV=$scratch/counters SIM_PHASES_CSV=$scratch/phases $scratch/objects $way"))[0], 0, "way $way: runs");
    my $atomics = sum('shared_atomic_requests', rows("$scratch/counters"));
    cmp_ok($atomics, '<=', 7 * 4 * 5, "way $way: who waits looks, gives way, and looks again") or diag($atomics);
    my @rows = rows("$scratch/phases");
    my %loads;
    $loads{$_->{phase}} += $_->{shared_load_lanes} for grep { $_->{shared_load_lanes} > 0 } @rows;
    $by_way[$way] = join ' ', map { $loads{$_} } sort { $a <=> $b } keys %loads;
    is(sum('meetings', @rows), $way =~ /[123]/ ? 7 * 4 : 0, "way $way: each warp's meetings with its block");
    is(sum('shared_atomic_requests', @rows) > 0, $way == 4, "way $way: atomics");
    is(sum('repeats', @rows) > 0, 1, "way $way: the loop is one over meetings");
}
is($by_way[$_], $by_way[0], "way $_: the phases are those of __syncthreads()") for 1 .. 4;

# a lane of the last warp loads 7 numbers, each by itself; a request for 16 bytes has 4 of them
is($_->{shared_load_words}, $_->{shared_load_requests}, 'a number of 4 bytes is a word')
    for grep { $_->{warp} == 0 && $_->{phase} == 4 } @{$phases{eight_loads}};
my %warps;
$warps{$_->{phase}}{$_->{warp}} = 1
    for grep { $_->{shared_load_requests} > 0 } @{$phases{eight_loads}};
is(join(' ', map { scalar keys %{$warps{$_}} } sort { $a <=> $b } keys %warps), '8 4 2 1',
   'rounds of 8, 4 and 2 warps, and then the last one');

# ---- paths that no launch before has taken -----------------------------------------------------
open $file, '>', "$scratch/paths.cu" or die "$!\n";
print $file <<'END';
#include <cstdio>
#include "sim/sim.h"
__global__ void kernel(int *out, unsigned n)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < (threadIdx.x == 40 ? n : 1); i++)
        sum += out[i];
    if (n == 6)
        sum += out[3];
    if (n != 12)
        out[threadIdx.x] = sum;
}
int main()
{
    int *a;
    sim_watch_paths();
    cudaMalloc(&a, 64 * sizeof *a);
    cudaMemset(a, 0, 64 * sizeof *a);
    for (unsigned n = 1; n <= 17; n++) {
        kernel<<<2, 64>>>(a, n);
        cudaDeviceSynchronize();
        if (sim_path_is_new())
            printf("%u ", n);
    }
    return 0;
}
END
close $file;
is((run("build/simcc $scratch/paths.cu -o $scratch/paths"))[0], 0, 'a kernel with many paths');
# in both blocks together a warp goes round 2 n times, and asks 2 n + 2 times whether to; 6 and 12 are branches
is((run("SIM_CHECKS=0 SIM_THREADS=$_ $scratch/paths"))[1], '1 2 3 4 6 7 8 12 15 16 ', "its new ones, $_ threads") for 1, 2;

# ---- a kernel that comes behind another: what it leaves out for the first time is new ---------------
open $file, '>', "$scratch/second.cu" or die "$!\n";
print $file <<'END';
#include <cstdio>
#include "sim/sim.h"
__global__ void first(int *a) { a[threadIdx.x] = 1; }
__global__ void second(int *a, unsigned n)
{
    if (threadIdx.x / 32 >= n)
        a[threadIdx.x] = 2;
}
int main()
{
    int *a;
    cudaMalloc(&a, 64 * sizeof(int));
    sim_watch_paths();
    for (unsigned i = 0; i < 5; i++) {
        if (i == 0)
            first<<<1, 64>>>(a);
        else
            second<<<1, 64>>>(a, i / 3); // its first warp leaves the store out from i = 3 on
        cudaDeviceSynchronize();
        if (sim_path_is_new())
            printf("%u ", i);
    }
    return 0;
}
END
close $file;
is((run("build/simcc $scratch/second.cu -o $scratch/second"))[0], 0, 'two kernels');
is((run("SIM_CHECKS=0 $scratch/second"))[1], '0 1 3 ', 'the new ones of the second, too');

# ---- allocations that begin 256 bytes behind a multiple of 512 -------------------------------------
open $file, '>', "$scratch/placed.cu" or die "$!\n";
print $file <<'END';
#include <cstdio>
#include <cstdlib>
#include "sim/sim.h"
__global__ void kernel(int *out, int first) { out[threadIdx.x + first] = 1; }
int main(int count, char **words)
{
    int *a, *b, *c;
    cudaMalloc(&a, 40);
    sim_place_allocations(256);
    for (int i = 0; i < 20; i++) { // addresses come again
        cudaMalloc(&b, 128);
        cudaFree(b);
    }
    cudaMalloc(&b, 128);
    sim_malloc_unfilled((void **)&c, 128);
    sim_place_allocations(0);
    printf("%d %d %d\n", (int)((size_t)a % 512), (int)((size_t)b % 512), (int)((size_t)c % 512));
    kernel<<<1, 32>>>(count > 2 ? c : b, atoi(words[1]));
    int error = cudaDeviceSynchronize();
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
    return error != 0;
}
END
close $file;
is((run("build/simcc $scratch/placed.cu -o $scratch/placed"))[0], 0, 'a program that places its arrays');
for my $which ('', ' c') {
    my ($status, $out, $err) = run("$scratch/placed 0$which");
    is("$status $out$err", "0 0 256 256\n", "an array in its place$which");
    for my $first (-1, 1) {
        ($status, $out, $err) = run("$scratch/placed $first$which");
        isnt($status, 0, "$first number beside it$which");
        like($err, qr/out of bounds/, 'is a finding');
    }
}

# ---- code for the device alone ---------------------------------------------------------------
open $file, '>', "$scratch/device.cu" or die "$!\n";
print $file <<'END';
#include <cstdio>
__device__ int counter = 3;
__constant__ int table[4] = {1, 2, 3, 4};
__shared__ int outside[32];
int onTheHost(int a)
{
    printf("%d\n", a);
    return a;
}
static __global__ void __launch_bounds__(64) kernel(int *a)
{
    outside[threadIdx.x % 32] = table[a[0] % 4];
    a[threadIdx.x] = outside[0] + counter;
}
int main()
{
    kernel<<<1, 64>>>(nullptr);
    return onTheHost(3);
}
END
close $file;
my ($status, $out, $err) = run("build/simcc --device-only -c $scratch/device.cu -o $scratch/device.o");
is("$status$err", '0', 'simcc --device-only');
my $symbols = (run("nm $scratch/device.o"))[1];
like($symbols, qr/ T _Z\w*kernelPi$/m, 'the kernel can be called by its name, though it is static');
unlike($symbols, qr/onTheHost|printf|main|sim_launch|_GLOBAL__/, 'of the host there is nothing');
unlike((run("objdump -h $scratch/device.o"))[1], qr/\.init_array\s/, 'and nothing runs before main');
is((run("build/simcc -E --device-only $scratch/device.cu"))[0], 2, 'simcc -E --device-only wants a name for its output');
is((run("build/simcc -E $scratch/device.cu -o $scratch/device.ii"))[0], 0, 'simcc -E has one');
like(read_file("$scratch/device.ii"), qr/^__global__|__global__ void/m, 'macros are gone, CUDA is not');

# What is looked at before it is compiled (-E) must be all that is compiled, whatever a macro knows.
open $file, '>', "$scratch/looked_at.cu" or die "$!\n";
print $file <<'END';
#ifdef SIM_DEVICE_ONLY
__device__ int onlyCompiled(int a) { return 2 * a; }
#endif
__device__ int fails(int a) { if (a < 0) throw a; return a; }
__global__ void kernel(int *a) { a[threadIdx.x] = onlyCompiled(a[threadIdx.x]) + fails(1); }
END
close $file;
my $only = 'build/simcc --device-only=kernel';
is((run("$only -E $scratch/looked_at.cu -o $scratch/looked_at.ii"))[0], 0, 'simcc -E --device-only');
like(read_file("$scratch/looked_at.ii"), qr/^__device__ int onlyCompiled/m, 'as it will be compiled');
is((run("$only -c $scratch/looked_at.cu -o $scratch/cu.o"))[0], 0, 'a .cu file');
is((run("$only -c $scratch/looked_at.ii -o $scratch/ii.o"))[0], 0, 'and what -E has made of it');
my ($of_cu, $of_ii) = map { (run("objdump -dr $scratch/$_.o"))[1] =~ s/\A.*?file format//sr } 'cu', 'ii';
is($of_ii, $of_cu, 'come to the same');
($status, $out, $err) = run("build/simcc -c $scratch/looked_at.ii -o $scratch/ii.o");
is($status, 2, 'which is for --device-only alone');
like($err, qr/\Asimcc: \S+looked_at.ii: .*--device-only\n\z/, 'in one line');

# ---- functions that return to their callers -----------------------------------------------------
open $file, '>', "$scratch/stack.cu" or die "$!\n";
print $file <<'END';
#include <cstdio>
#include <cstdlib>
__device__ void writes(volatile long *own, int places)
{
    for (int i = 0; i < places; i++)
        if (own[i] > 0x10000)
            own[i] = own[i] + 1;
}
__device__ __noinline__ long inner(int calls, int places)
{
    volatile long own[2] = {1, 2};
    if (calls > 1)
        own[0] += inner(calls - 1, places);
    else
        writes(own, places);
    return own[places % 2];
}
__global__ void kernel(int *result, int calls, int places)
{
    volatile long own[2] = {1, 2};
    __syncthreads();
    if (calls > 0)
        own[0] += inner(calls, places);
    else
        writes(own, places);
    result[threadIdx.x] = (int)own[places % 2];
}
int main(int count, char **arguments)
{
    int *result;
    cudaMalloc(&result, 64 * sizeof(int));
    kernel<<<1, 64>>>(result, atoi(arguments[1]), count > 2 ? 16 : 2);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    return 0;
}
END
close $file;
($status, $out, $err) = run("build/simcc -Xcompiler -fno-omit-frame-pointer $scratch/stack.cu -o $scratch/stack");
is($status, 0, 'a kernel with frame pointers') or diag($err);
for my $calls (0 .. 6) { # of functions from within each other
    ($status, $out, $err) = run("SIM_GUARD=1 $scratch/stack $calls");
    is("$status$out", "0cudaSuccess\n", "SIM_GUARD finds nothing in one that stays in its array, with $calls calls") or diag($err);
    ($status, $out, $err) = run("SIM_GUARD=1 $scratch/stack $calls beyond");
    is($status, FOUND, 'and stops one that does not');
    like($err, qr/thread 0 of block 0 has written over its stack/, 'with a finding');
}

done_testing;
