/*
 * How long single operations take, in cycles of clock64, and how many of some a device does in a
 * cycle. Prints csv: quantity,value,unit.
 *
 * A latency is that of a chain in which each operation needs the one before: its time over its
 * length. Loops are unrolled, so that what counts them hides behind the chain. Each kernel runs
 * twice; the first run warms up.
 */
#include "cases.h"

enum { OPERATIONS = 1024, STEPS = 4096, WARM_STEPS = 64, EVENTS = 9 };

/* A kernel that times OPERATIONS times `operation` on x, with a and b that nvcc does not know. */
#define CHAIN(kernel, type, operation)                                                             \
    __global__ void kernel(type *results, long long *cycles, type x, type a, type b)               \
    {                                                                                              \
        long long begin = clock64();                                                               \
        _Pragma("unroll 32") for (int i = 0; i < OPERATIONS; i++)                                  \
        {                                                                                          \
            operation;                                                                             \
        }                                                                                          \
        long long end = clock64();                                                                 \
        results[threadIdx.x] = x + a + b;                                                          \
        if (threadIdx.x == 0)                                                                      \
            *cycles = end - begin;                                                                 \
    }

/* An addition alone would be made one multiplication of all; so it takes turns with another. */
CHAIN(addAndXor, int, x = (x ^ a) + b)
CHAIN(integerMultiplyAdd, int, x = x * a + b)
CHAIN(floatAdd, float, x = x + a)
CHAIN(floatMultiply, float, x = x * a)
CHAIN(floatMultiplyAdd, float, x = x * a + b)
CHAIN(doubleAdd, double, x = x + a)
CHAIN(doubleMultiplyAdd, double, x = x * a + b)
CHAIN(floatDivide, float, x = a / x)
CHAIN(floatRoot, float, x = sqrtf(x))
CHAIN(shuffle, int, x = __shfl_xor_sync(0xFFFFFFFF, x, 1))
CHAIN(shuffleAndAdd, int, x += __shfl_down_sync(0xFFFFFFFF, x, 1))
CHAIN(vote, int, x = (int)__ballot_sync(0xFFFFFFFF, x > a))
CHAIN(warpBarrier, int, __syncwarp())
CHAIN(blockBarrier, int, __syncthreads())
CHAIN(fence, int, __threadfence())

/* A fence behind a store. */
__global__ void storeAndFence(int *words, long long *cycles)
{
    long long begin = clock64();
    for (int i = 0; i < OPERATIONS; i++) {
        words[threadIdx.x] = i;
        __threadfence();
    }
    long long end = clock64();
    if (threadIdx.x == 0)
        *cycles = end - begin;
}

/* Each atomic needs what the one before found. */
__global__ void atomicChain(int *word, int *result, long long *cycles, int x)
{
    long long begin = clock64();
    for (int i = 0; i < OPERATIONS; i++)
        x = atomicAdd(word, x);
    long long end = clock64();
    *result = x;
    *cycles = end - begin;
}

__global__ void sharedAtomicChain(int *result, long long *cycles, int x)
{
    __shared__ int word;
    word = 0;
    long long begin = clock64();
    for (int i = 0; i < OPERATIONS; i++)
        x = atomicAdd(&word, x);
    long long end = clock64();
    *result = x;
    *cycles = end - begin;
}

/* A word says how many bytes from the start the next one is. */
__global__ void sharedChase(unsigned int *result, long long *cycles, unsigned int place)
{
    __shared__ unsigned int ring[1024];
    for (unsigned int i = 0; i < 1024; i++)
        ring[i] = (i * 5 + 1) % 1024 * sizeof(int);
    long long begin = clock64();
#pragma unroll 32
    for (int i = 0; i < OPERATIONS; i++)
        place = *(const unsigned int *)((const char *)ring + place);
    long long end = clock64();
    *result = place;
    *cycles = end - begin;
}

/*
 * A ring of nodes, a power of two in number, so many words apart; each holds the address of the
 * next, which is far from it. All of them are one ring.
 */
__global__ void makeRing(unsigned long long *ring, size_t nodes, size_t spacing)
{
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < nodes; i += stride) {
        size_t next = (i * 1664525 + 1013904223) % nodes;
        ring[i * spacing] = (unsigned long long)&ring[next * spacing];
    }
}

/* Goes round the ring: some steps first, to warm up, and then STEPS that are timed. */
template <bool in_l1>
__global__ void chase(unsigned long long *result, long long *cycles, const unsigned long long *ring,
                      size_t warm_steps)
{
    unsigned long long address = (unsigned long long)ring;
    for (size_t i = 0; i < warm_steps; i++) {
        const unsigned long long *node = (const unsigned long long *)address;
        address = in_l1 ? __ldca(node) : __ldcg(node);
    }
    long long begin = clock64();
#pragma unroll 16
    for (int i = 0; i < STEPS; i++) {
        const unsigned long long *node = (const unsigned long long *)address;
        address = in_l1 ? __ldca(node) : __ldcg(node);
    }
    long long end = clock64();
    *result = address;
    *cycles = end - begin;
}

/* Keeps all multiprocessors busy. Thread 0 says how many cycles that took. */
__global__ void busy(float *results, long long *cycles, float a, float b, int iterations)
{
    size_t idx = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    float x = idx;
    long long begin = clock64();
    for (int i = 0; i < iterations; i++)
        x = x * a + b;
    results[idx] = x;
    if (idx == 0)
        *cycles = clock64() - begin;
}

__global__ void empty(void)
{
}

/* The mask is 0: all add to one word, and nvcc cannot make one addition of a warp's. */
__global__ void atomicsOneAddress(int *words, int mask)
{
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&words[idx & mask], idx);
}

__global__ void atomicsOneAddressResult(int *words, int *results, int mask)
{
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    results[idx] = atomicAdd(&words[idx & mask], idx);
}

/* All warps load from L1, a thread eight times before it waits, a warp's words from so many lines,
 * each in a bank of its own. step is 0, which nvcc does not know. The first pass fills L1. */
__global__ void loadLines(const int *words, int *results, long long *cycles, unsigned int lines,
                          unsigned int step)
{
    unsigned int lane = threadIdx.x % 32;
    const int *mine = words + lane / (32 / lines) * 32 + lane;
    int sum = 0;
    for (int pass = 0; pass < 2; pass++) {
        __syncthreads();
        long long begin = clock64();
#pragma unroll 8
        for (unsigned int i = 0; i < OPERATIONS; i++)
            sum += mine[i * step];
        __syncthreads();
        if (threadIdx.x == 0)
            *cycles = clock64() - begin;
    }
    results[threadIdx.x] = sum;
}

static void *d_results;
static long long *d_cycles;
static cudaEvent_t start, stop;
static double cycles_per_millisecond;

static void print_quantity(const char *name, double value, const char *unit)
{
    printf("%s,%.6g,%s\n", name, value, unit);
    fflush(stdout);
}

/* What the last kernel has counted. */
static double counted_cycles(void)
{
    CHECK(cudaGetLastError());
    long long *cycles = (long long *)copy_to_host(d_cycles, sizeof *cycles);
    double count = (double)*cycles;
    free(cycles);
    return count;
}

template <class type>
static void time_chain(const char *name, void (*kernel)(type *, long long *, type, type, type),
                       unsigned int block, type x, type a, type b)
{
    for (int run = 0; run < 2; run++)
        kernel<<<1, block>>>((type *)d_results, d_cycles, x, a, b);
    print_quantity(name, counted_cycles() / OPERATIONS, "cycles");
}

static void time_chains(void)
{
    time_chain("integer_add_and_xor", addAndXor, 32, 1, 12345, 6789);
    time_chain("integer_multiply_add", integerMultiplyAdd, 32, 1, 1664525, 1013904223);
    time_chain("float_add", floatAdd, 32, 1.0f, 0.5f, 0.0f);
    time_chain("float_multiply", floatMultiply, 32, 1.0f, 0.999f, 0.0f);
    time_chain("float_multiply_add", floatMultiplyAdd, 32, 1.0f, 0.5f, 1.0f);
    time_chain("double_add", doubleAdd, 32, 1.0, 0.5, 0.0);
    time_chain("double_multiply_add", doubleMultiplyAdd, 32, 1.0, 0.5, 1.0);
    time_chain("float_divide", floatDivide, 32, 1.5f, 2.0f, 0.0f);
    time_chain("float_root", floatRoot, 32, 1.5f, 0.0f, 0.0f);
    time_chain("shuffle", shuffle, 32, 1, 0, 0);
    time_chain("shuffle_and_add", shuffleAndAdd, 32, 1, 0, 0);
    time_chain("vote", vote, 32, 1, 0, 0);
    time_chain("warp_barrier", warpBarrier, 32, 1, 0, 0);
    for (unsigned int warps = 1; warps <= 32; warps *= 2) {
        char name[32];
        snprintf(name, sizeof name, "block_barrier_%u_warps", warps);
        time_chain(name, blockBarrier, 32 * warps, 1, 0, 0);
    }
    time_chain("fence", fence, 32, 1, 0, 0);
}

static void time_atomics_and_fences(void)
{
    int *d_word = zeros_on_device(32);

    for (int run = 0; run < 2; run++)
        storeAndFence<<<1, 32>>>(d_word, d_cycles);
    print_quantity("store_and_fence", counted_cycles() / OPERATIONS, "cycles");
    for (int run = 0; run < 2; run++)
        atomicChain<<<1, 1>>>(d_word, (int *)d_results, d_cycles, 1);
    print_quantity("atomic", counted_cycles() / OPERATIONS, "cycles");
    for (int run = 0; run < 2; run++)
        sharedAtomicChain<<<1, 1>>>((int *)d_results, d_cycles, 1);
    print_quantity("shared_atomic", counted_cycles() / OPERATIONS, "cycles");
    CHECK(cudaFree(d_word));
}

/* Rings of `bytes` bytes with a node in each `spacing` bytes. warm_steps: 0 for the whole ring. */
static void time_chase(const char *name, bool in_l1, size_t bytes, size_t spacing,
                       size_t warm_steps)
{
    unsigned long long *d_ring;
    size_t nodes = bytes / spacing;

    CHECK(cudaMalloc((void **)&d_ring, bytes));
    for (int run = 0; run < 2; run++) {
        makeRing<<<132, 256>>>(d_ring, nodes, spacing / sizeof *d_ring);
        (in_l1 ? chase<true> : chase<false>)<<<1, 1>>>((unsigned long long *)d_results, d_cycles,
                                                       d_ring, warm_steps > 0 ? warm_steps : nodes);
    }
    print_quantity(name, counted_cycles() / STEPS, "cycles");
    CHECK(cudaFree(d_ring));
}

static void time_loads(void)
{
    size_t mebibyte = 1 << 20;

    for (int run = 0; run < 2; run++)
        sharedChase<<<1, 1>>>((unsigned int *)d_results, d_cycles, 0);
    print_quantity("shared_load", counted_cycles() / OPERATIONS, "cycles");
    time_chase("l1_load_16_kib", true, mebibyte / 64, 32, 0);
    time_chase("l1_load_128_kib", true, mebibyte / 8, 32, 0);
    time_chase("l2_load_64_kib", false, mebibyte / 16, 32, 0);
    time_chase("l2_load_1_mib", false, mebibyte, 64, 0);
    time_chase("l2_load_8_mib", false, 8 * mebibyte, 256, 0);
    // nothing is visited twice; of the ring, the end that was written last may be in the L2 cache
    size_t largest = is_simulator() ? 64 * mebibyte : 1024 * mebibyte;
    time_chase("memory_load_quarter_ring", false, largest / 4, 256, WARM_STEPS);
    time_chase("memory_load_whole_ring", false, largest, 256, WARM_STEPS);
}

/* Cycles of a warp's load, of the multiprocessor's 32 warps together. */
static void time_lines(void)
{
    int *d_words = zeros_on_device(32 * 32);

    for (unsigned int lines = 1; lines <= 32; lines *= 2) {
        char name[32];
        snprintf(name, sizeof name, "l1_loads_%u_lines", lines);
        loadLines<<<1, 1024>>>(d_words, (int *)d_results, d_cycles, lines, 0);
        print_quantity(name, counted_cycles() / OPERATIONS / 32, "cycles");
    }
    CHECK(cudaFree(d_words));
}

/* The middle of EVENTS times, in milliseconds, of what `enqueue` enqueues. `is_queued`: behind a
 * kernel that takes long enough for the events and the launch to be in line before it ends. */
template <class function> static double median_time(bool is_queued, function enqueue)
{
    float times[EVENTS];

    enqueue();
    for (int run = 0; run < EVENTS; run++) {
        CHECK(cudaDeviceSynchronize());
        if (is_queued)
            busy<<<132, 256>>>((float *)d_results, d_cycles, 0.5f, 1.0f,
                               is_simulator() ? 1 << 4 : 1 << 16);
        CHECK(cudaEventRecord(start));
        enqueue();
        CHECK(cudaGetLastError());
        CHECK(cudaEventRecord(stop));
        CHECK(cudaEventSynchronize(stop));
        CHECK(cudaEventElapsedTime(&times[run], start, stop));
    }
    qsort(times, EVENTS, sizeof *times, compare_floats);
    return times[EVENTS / 2];
}

/* The clock while all multiprocessors work. A warp on each: where there are more, the first has
 * finished before the others, and its cycles are fewer than the kernel's. */
static void time_clock(void)
{
    int iterations = is_simulator() ? 1 << 14 : 1 << 22;
    double milliseconds = median_time(
        false, [=] { busy<<<132, 32>>>((float *)d_results, d_cycles, 0.5f, 1.0f, iterations); });
    cycles_per_millisecond = milliseconds > 0 ? counted_cycles() / milliseconds : 0;
    print_quantity("clock", cycles_per_millisecond / 1000, "MHz");
}

static void time_launches(void)
{
    auto once = [] { empty<<<1, 32>>>(); };
    auto five_times = [] {
        for (int i = 0; i < 5; i++)
            empty<<<1, 32>>>();
    };

    print_quantity("events_alone", 1000 * median_time(false, [] {}), "us");
    print_quantity("empty_launch", 1000 * median_time(false, once), "us");
    print_quantity("events_alone_queued", 1000 * median_time(true, [] {}), "us");
    double one = median_time(true, once), five = median_time(true, five_times);
    print_quantity("empty_launch_queued", 1000 * one, "us");
    print_quantity("further_launch_queued", 1000 * (five - one) / 4, "us");
}

/* Operations per cycle of the whole device; nothing where there is no time. */
static void print_rate(const char *name, size_t count, double milliseconds)
{
    if (milliseconds > 0 && cycles_per_millisecond > 0)
        print_quantity(name, count / milliseconds / cycles_per_millisecond, "per cycle");
}

static void time_rates(void)
{
    unsigned int grid = is_simulator() ? 64 : 4096;
    int *d_words = zeros_on_device(32);
    int *d_before = zeros_on_device(256 * grid);
    double launch = median_time(true, [] { empty<<<1, 32>>>(); });

    print_rate("atomics_one_address", 256 * grid,
               median_time(true, [=] { atomicsOneAddress<<<grid, 256>>>(d_words, 0); }) - launch);
    print_rate("atomics_one_address_result", 256 * grid,
               median_time(true, [=] {
                   atomicsOneAddressResult<<<grid, 256>>>(d_words, d_before, 0);
               }) - launch);
    for (unsigned int block = 32; block <= 1024; block *= 2) {
        char name[32];
        unsigned int blocks = 16 * grid;
        snprintf(name, sizeof name, "block_starts_%u_threads", block);
        print_rate(name, blocks, median_time(true, [=] { empty<<<blocks, block>>>(); }) - launch);
    }
    CHECK(cudaFree(d_words));
    CHECK(cudaFree(d_before));
}

int main(void)
{
    CHECK(cudaMalloc(&d_results, 132 * 256 * sizeof(double)));
    CHECK(cudaMalloc((void **)&d_cycles, sizeof *d_cycles));
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));

    printf("quantity,value,unit\n");
    time_clock();
    time_chains();
    time_atomics_and_fences();
    time_loads();
    time_lines();
    time_launches();
    time_rates();

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(d_results));
    CHECK(cudaFree(d_cycles));
    return EXIT_SUCCESS;
}
