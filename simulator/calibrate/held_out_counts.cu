/*
 * Held out of every fit: counters, few and many, and numbers that change places within a warp. The
 * words of a case's name behind the dot say which of several versions of the same work it is.
 */
#include "cases.h"

enum { BLOCK = 256, FEW = 8, MANY = 1 << 16, PEAKS = 1024, EACH = 16, GRID = 1056 };

/* Counts numbers of FEW kinds: each by itself in global memory ... */
__global__ void fewGlobal(unsigned int *counts, const int *from, int n)
{
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += GRID * BLOCK)
        atomicAdd(&counts[from[i] % FEW], 1);
}

/* ... each in shared memory, of its block or of its warp ... */
template <int COPIES> __global__ void fewShared(unsigned int *counts, const int *from, int n)
{
    __shared__ unsigned int own[COPIES * FEW];
    int t = threadIdx.x;
    if (t < COPIES * FEW)
        own[t] = 0;
    __syncthreads();
    for (int i = blockIdx.x * BLOCK + t; i < n; i += GRID * BLOCK)
        atomicAdd(&own[t / 32 % COPIES * FEW + from[i] % FEW], 1);
    __syncthreads();
    if (t < COPIES * FEW)
        atomicAdd(&counts[t % FEW], own[t]);
}

/* ... by votes of a warp, whose first lanes have a kind each ... */
__global__ void fewVotes(unsigned int *counts, const int *from, int n)
{
    int lane = threadIdx.x % 32;
    unsigned int own = 0;
    for (int first = blockIdx.x * BLOCK + threadIdx.x - lane; first < n; first += GRID * BLOCK) {
        int kind = first + lane < n ? from[first + lane] % FEW : FEW;
        for (int k = 0; k < FEW; k++) {
            unsigned int same = __ballot_sync(0xFFFFFFFF, kind == k);
            if (lane == k)
                own += __popc(same);
        }
    }
    if (lane < FEW)
        atomicAdd(&counts[lane], own);
}

/* ... or by each thread in registers. */
__global__ void fewRegisters(unsigned int *counts, const int *from, int n)
{
    unsigned int own[FEW] = {0};
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += GRID * BLOCK) {
        int kind = from[i] % FEW;
#pragma unroll
        for (int k = 0; k < FEW; k++)
            own[k] += kind == k;
    }
#pragma unroll
    for (int k = 0; k < FEW; k++) {
        unsigned int sum = __reduce_add_sync(0xFFFFFFFF, own[k]);
        if (threadIdx.x % 32 == 0)
            atomicAdd(&counts[k], sum);
    }
}

/* Counts keys, whatever they are: each by itself, or one thread for all of its warp with the same
 * key. */
__global__ void keysEach(unsigned int *counts, const int *keys, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&counts[keys[i]], 1);
}

__global__ void keysMatched(unsigned int *counts, const int *keys, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, key = i < n ? keys[i] : -1;
    unsigned int same = __match_any_sync(0xFFFFFFFF, key);
    if (key >= 0 && __ffs((int)same) - 1 == threadIdx.x % 32)
        atomicAdd(&counts[key], __popc(same));
}

/* The largest float of each key: by comparing and exchanging ... */
__global__ void peakExchange(int *peaks, const float *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int *peak = &peaks[i % PEAKS], old = 0;
    while (__int_as_float(old) < from[i]) {
        int seen = atomicCAS(peak, old, __float_as_int(from[i]));
        if (seen == old)
            break;
        old = seen;
    }
}

/* ... or as whole numbers, which have the same order where none is negative. */
__global__ void peakIntegers(int *peaks, const float *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicMax(&peaks[i % PEAKS], __float_as_int(from[i]));
}

/* Tickets: every thread draws EACH of them and adds up whether they are odd, from one of `desks`
 * desks. */
__global__ void tickets(unsigned int *drawn, unsigned int *to, unsigned int desks, int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
    if (i >= n / EACH)
        return;
    for (int k = 0; k < EACH; k++)
        sum += atomicAdd(&drawn[i / 32 % desks], 1) & 1;
    to[i] = sum;
}

/* Squares of 32 x 32, a column of each in the registers of a lane, turned over: by exchanges of the
 * lanes ... */
__global__ void flipShuffles(int *to, const int *from, int squares)
{
    int square = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32, own[32];
    if (square >= squares)
        return;
#pragma unroll
    for (int k = 0; k < 32; k++)
        own[k] = from[square * 1024 + k * 32 + lane];
#pragma unroll
    for (int distance = 16; distance > 0; distance /= 2)
#pragma unroll
        for (int k = 0; k < 32; k++)
            if ((k & distance) == 0) {
                bool isUpper = (lane & distance) != 0;
                int given = isUpper ? own[k] : own[k + distance];
                int got = __shfl_xor_sync(0xFFFFFFFF, given, distance);
                (isUpper ? own[k] : own[k + distance]) = got;
            }
#pragma unroll
    for (int k = 0; k < 32; k++)
        to[square * 1024 + k * 32 + lane] = own[k];
}

/* ... or through shared memory. */
__global__ void flipShared(int *to, const int *from, int squares)
{
    __shared__ int tiles[2][32][33];
    int square = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32,
        own = threadIdx.x / 32;
    if (square >= squares)
        return;
    for (int k = 0; k < 32; k++)
        tiles[own][k][lane] = from[square * 1024 + k * 32 + lane];
    __syncwarp();
    for (int k = 0; k < 32; k++)
        to[square * 1024 + k * 32 + lane] = tiles[own][lane][k];
}

static unsigned int *d_counts, *d_drawn;
static int *d_to, *d_ints, *d_keys, *h_ints, *h_keys, *h_wanted;
static float *d_floats;

static int wanted(size_t i)
{
    return h_wanted[i];
}

/* Whether the counters have what all launches together count; they are set to 0. */
static void check_counts(size_t counters)
{
    if (launches() == 0)
        return;
    for (size_t k = 0; k < counters; k++)
        h_wanted[k] *= launches();
    check_case(ints_are((int *)d_counts, counters, wanted));
    for (size_t k = 0; k < counters; k++)
        h_wanted[k] /= launches();
    CHECK(cudaMemset(d_counts, 0, counters * sizeof(int)));
}

static void time_few(size_t n)
{
    memset(h_wanted, 0, FEW * sizeof(int));
    for (size_t i = 0; i < n; i++)
        h_wanted[h_ints[i] % FEW]++;
    if (n <= (size_t)1 << 22) {
        for (start_case("few.global", n, GRID, BLOCK, 8 * n); next_launch();)
            fewGlobal<<<GRID, BLOCK>>>(d_counts, d_ints, (int)n);
        check_counts(FEW);
    }
    for (start_case("few.block", n, GRID, BLOCK, 4 * n); next_launch();)
        fewShared<1><<<GRID, BLOCK>>>(d_counts, d_ints, (int)n);
    check_counts(FEW);
    for (start_case("few.warps", n, GRID, BLOCK, 4 * n); next_launch();)
        fewShared<8><<<GRID, BLOCK>>>(d_counts, d_ints, (int)n);
    check_counts(FEW);
    for (start_case("few.votes", n, GRID, BLOCK, 4 * n); next_launch();)
        fewVotes<<<GRID, BLOCK>>>(d_counts, d_ints, (int)n);
    check_counts(FEW);
    for (start_case("few.registers", n, GRID, BLOCK, 4 * n); next_launch();)
        fewRegisters<<<GRID, BLOCK>>>(d_counts, d_ints, (int)n);
    check_counts(FEW);
}

/* Keys: all over the counters, and three of four of them one of 16 that are frequent. */
static void time_keys(size_t n, const char *each, const char *matched, int are_skewed)
{
    unsigned int grid = blocks_for(n, BLOCK);
    memset(h_wanted, 0, MANY * sizeof(int));
    for (size_t i = 0; i < n; i++) {
        h_keys[i] =
            are_skewed && i % 4 > 0 ? h_ints[i] % 16 * 4096 : h_ints[i] * 16 + (int)(i % 16);
        h_wanted[h_keys[i]]++;
    }
    CHECK(cudaMemcpy(d_keys, h_keys, n * sizeof(int), cudaMemcpyHostToDevice));
    for (start_case(each, n, grid, BLOCK, 8 * n); next_launch();)
        keysEach<<<grid, BLOCK>>>(d_counts, d_keys, (int)n);
    check_counts(MANY);
    for (start_case(matched, n, grid, BLOCK, 8 * n); next_launch();)
        keysMatched<<<grid, BLOCK>>>(d_counts, d_keys, (int)n);
    check_counts(MANY);
}

static void time_peaks(size_t n)
{
    unsigned int grid = blocks_for(n, 128);
    memset(h_wanted, 0, PEAKS * sizeof(int));
    for (size_t i = 0; i < n; i++) {
        float number = (float)input_number(i) / 4096;
        int bits;
        memcpy(&bits, &number, sizeof bits);
        h_wanted[i % PEAKS] = max(h_wanted[i % PEAKS], bits);
    }
    CHECK(cudaMemset(d_to, 0, PEAKS * sizeof(int)));
    for (start_case("peak.exchange", n, grid, 128, 8 * n); next_launch();)
        peakExchange<<<grid, 128>>>(d_to, d_floats, (int)n);
    if (launches() > 0)
        check_case(ints_are(d_to, PEAKS, wanted));
    CHECK(cudaMemset(d_to, 0, PEAKS * sizeof(int)));
    for (start_case("peak.integers", n, grid, 128, 8 * n); next_launch();)
        peakIntegers<<<grid, 128>>>(d_to, d_floats, (int)n);
    if (launches() > 0)
        check_case(ints_are(d_to, PEAKS, wanted));
}

/* Half of all tickets that were drawn from the desks, as their number is even, are odd. */
static void time_tickets(size_t n)
{
    static const struct {
        const char *name;
        unsigned int desks;
    } all[] = {{"tickets_one", 1}, {"tickets_eight", 8}, {"tickets_thousand", 1024}};
    size_t threads = n / EACH;
    unsigned int grid = blocks_for(threads, BLOCK);
    for (auto one : all) {
        CHECK(cudaMemset(d_drawn, 0, 1024 * sizeof(int)));
        for (start_case(one.name, n, grid, BLOCK, 4 * n + n / 4); next_launch();)
            tickets<<<grid, BLOCK>>>(d_drawn, (unsigned int *)d_to, one.desks, (int)n);
        if (launches() == 0)
            continue;
        int *to = (int *)copy_to_host(d_to, threads * sizeof(int));
        size_t odd = 0;
        for (size_t i = 0; i < threads; i++)
            odd += (size_t)to[i];
        check_case(2 * odd == threads * EACH);
        free(to);
        CHECK(cudaMemset(d_to, 0xFF, threads * sizeof(int)));
    }
}

static int flipped(size_t i)
{
    return h_ints[i / 1024 * 1024 + i % 32 * 32 + i / 32 % 32];
}

static void time_flips(size_t n)
{
    int squares = (int)(n / 1024);
    unsigned int grid = blocks_for(squares, 2);
    for (start_case("flip.shuffles", n, grid, 64, 8 * n); next_launch();)
        flipShuffles<<<grid, 64>>>(d_to, d_ints, squares);
    if (launches() > 0)
        check_case(ints_are(d_to, 1024 * squares, flipped));
    for (start_case("flip.shared", n, grid, 64, 8 * n); next_launch();)
        flipShared<<<grid, 64>>>(d_to, d_ints, squares);
    if (launches() > 0)
        check_case(ints_are(d_to, 1024 * squares, flipped));
}

int main(int argc, char **argv)
{
    start_family("held_out_counts", argc, argv);
    const size_t sizes[] = {1 << 18, (1 << 22) + 99, 1 << 24}, largest = scaled(1 << 24);
    d_ints = ints_on_device(largest);
    h_ints = (int *)copy_to_host(d_ints, largest * sizeof(int));
    d_floats = floats_on_device(largest);
    h_keys = (int *)host_memory(largest * sizeof(int));
    h_wanted = (int *)host_memory(MANY * sizeof(int));
    d_keys = zeros_on_device(largest);
    d_to = zeros_on_device(largest);
    d_counts = (unsigned int *)zeros_on_device(MANY);
    d_drawn = (unsigned int *)zeros_on_device(1024);
    for (size_t size : sizes) {
        size_t n = scaled(size);
        time_few(n);
        time_keys(n, "many.each", "many.matched", 0);
        time_keys(n, "skewed.each", "skewed.matched", 1);
        time_peaks(n);
        if (size <= 1 << 22)
            time_tickets(n);
        time_flips(n);
    }
    for (void *memory : {(void *)d_ints, (void *)d_floats, (void *)d_keys, (void *)d_to})
        CHECK(cudaFree(memory));
    CHECK(cudaFree(d_counts));
    CHECK(cudaFree(d_drawn));
    free(h_ints);
    free(h_keys);
    free(h_wanted);
    return end_family();
}
