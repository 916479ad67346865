/*
 * Held out of every fit: pads of several widths, few blocks on a multiprocessor, small and large
 * blocks, vectors of three numbers, pairs that are counted, permutations within windows. The words
 * of a case's name behind the dot say which of several versions of the same work it is.
 */
#include "held_out.h"

enum {
    BLOCK = 256,
    SIDE = 32,
    HOPS = 4,
    LEVELS = 16,
    BINS = LEVELS * LEVELS,
    COPIES = 8,
    EACH = 16
};

/* Squares of SIDE x SIDE doubles, each turned over in shared memory with so many doubles behind a
 * row. */
template <int PAD> __global__ void pads(double *to, const double *from)
{
    __shared__ double square[SIDE][SIDE + PAD];
    int x = threadIdx.x % SIDE, first = threadIdx.x / SIDE;
    size_t begin = (size_t)blockIdx.x * SIDE * SIDE;
    for (int y = first; y < SIDE; y += BLOCK / SIDE)
        square[y][x] = from[begin + y * SIDE + x];
    __syncthreads();
    for (int y = first; y < SIDE; y += BLOCK / SIDE)
        to[begin + y * SIDE + x] = square[x][y];
}

/* HOPS from one place to the next, where shared memory that nobody needs lets few blocks in. */
__global__ void hops(int *to, const int *next, int n)
{
    extern __shared__ int reserved[];
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n)
        return;
    int place = i;
    for (int k = 0; k < HOPS; k++)
        place = next[place];
    if (place < 0) // never
        place = reserved[threadIdx.x];
    to[i] = place;
}

/* a x + y, by blocks of any size. */
__global__ void stripes(float *to, const float *x, const float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = 2.5f * x[i] + y[i];
}

/* Vectors of three numbers made as long as 1: read and written by their thread ... */
__device__ static void make_unit(float *x, float *y, float *z)
{
    float inverse = rsqrtf(*x * *x + *y * *y + *z * *z + 0.01f);
    *x *= inverse;
    *y *= inverse;
    *z *= inverse;
}

__global__ void unitDirect(float3 *to, const float3 *from, int vectors)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= vectors)
        return;
    float3 own = from[i];
    make_unit(&own.x, &own.y, &own.z);
    to[i] = own;
}

/* ... or by the block, in order, through shared memory ... */
__global__ void unitStaged(float *to, const float *from, int vectors)
{
    __shared__ float staged[3 * BLOCK];
    int t = threadIdx.x, first = blockIdx.x * 3 * BLOCK;
    for (int k = t; k < 3 * BLOCK; k += BLOCK)
        staged[k] = first + k < 3 * vectors ? from[first + k] : 0;
    __syncthreads();
    make_unit(&staged[3 * t], &staged[3 * t + 1], &staged[3 * t + 2]);
    __syncthreads();
    for (int k = t; k < 3 * BLOCK; k += BLOCK)
        if (first + k < 3 * vectors)
            to[first + k] = staged[k];
}

/* ... or four vectors of a thread as three of four numbers. */
__global__ void unitFours(float4 *to, const float4 *from, int vectors)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= vectors / 4)
        return;
    float4 a = from[3 * i], b = from[3 * i + 1], c = from[3 * i + 2];
    make_unit(&a.x, &a.y, &a.z);
    make_unit(&a.w, &b.x, &b.y);
    make_unit(&b.z, &b.w, &c.x);
    make_unit(&c.y, &c.z, &c.w);
    to[3 * i] = a;
    to[3 * i + 1] = b;
    to[3 * i + 2] = c;
}

/* How often a number and the one beside it in another array have these levels: counted in global
 * memory ... */
__device__ static int bin_of(int a, int b)
{
    return a / 256 * LEVELS + b / 256;
}

__global__ void jointGlobal(unsigned int *counts, const int *a, const int *b, int n)
{
    int first = blockIdx.x * BLOCK * EACH + threadIdx.x;
    for (int i = first; i < min(first + BLOCK * EACH, n); i += BLOCK)
        atomicAdd(&counts[bin_of(a[i], b[i])], 1);
}

/* ... in shared memory, in as many copies as threads take turns with ... */
__global__ void jointCopies(unsigned int *counts, const int *a, const int *b, int n)
{
    __shared__ unsigned int own[BINS * COPIES];
    for (int k = threadIdx.x; k < BINS * COPIES; k += BLOCK)
        own[k] = 0;
    __syncthreads();
    int first = blockIdx.x * BLOCK * EACH + threadIdx.x;
    for (int i = first; i < min(first + BLOCK * EACH, n); i += BLOCK)
        atomicAdd(&own[bin_of(a[i], b[i]) * COPIES + threadIdx.x % COPIES], 1);
    __syncthreads();
    unsigned int sum = 0;
    for (int k = 0; k < COPIES; k++)
        sum += own[threadIdx.x * COPIES + k];
    atomicAdd(&counts[threadIdx.x], sum);
}

/* ... or each thread counts only its own, in bytes of shared memory. */
__global__ void jointBytes(unsigned int *counts, const int *a, const int *b, int n)
{
    __shared__ unsigned char own[BINS][BLOCK / 2];
    for (int k = threadIdx.x; k < BINS * BLOCK / 8; k += BLOCK / 2)
        ((unsigned int *)own)[k] = 0;
    __syncthreads();
    int first = blockIdx.x * BLOCK * EACH + threadIdx.x;
    for (int i = first; i < min(first + BLOCK * EACH, n); i += BLOCK / 2)
        own[bin_of(a[i], b[i])][threadIdx.x]++;
    __syncthreads();
    for (int bin = threadIdx.x; bin < BINS; bin += BLOCK / 2) {
        unsigned int sum = 0;
        for (int k = 0; k < BLOCK / 2; k++)
            sum += own[bin][(k + threadIdx.x) % (BLOCK / 2)];
        atomicAdd(&counts[bin], sum);
    }
}

/* Doubles from other places, of the same window or of anywhere. */
__global__ void permuted(double *to, const double *from, const int *places, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n)
        to[i] = from[places[i]];
}

static int *d_ints, *d_places, *h_ints, *h_places;
static float *d_floats, *h_floats;
static double *d_doubles, *h_doubles;
static void *d_to;
static unsigned int wanted_counts[BINS];
static size_t apart; /* from one array to the other in the same memory */

static double turned(size_t i)
{
    size_t square = i / (SIDE * SIDE) * SIDE * SIDE;
    return h_doubles[square + i % SIDE * SIDE + i / SIDE % SIDE];
}

static double after_hops(size_t i)
{
    int place = (int)i;
    for (int k = 0; k < HOPS; k++)
        place = h_places[place];
    return place;
}

static double stripe(size_t i)
{
    return 2.5 * h_floats[i] + h_floats[apart + i];
}

static double unit(size_t i)
{
    const float *own = h_floats + i / 3 * 3;
    return own[i % 3] / sqrt(own[0] * own[0] + own[1] * own[1] + own[2] * own[2] + 0.01);
}

static double count_of(size_t bin)
{
    return (double)launches() * wanted_counts[bin];
}

static double from_place(size_t i)
{
    return h_doubles[h_places[i]];
}

static void time_pads(size_t n)
{
    unsigned int grid = (unsigned int)(n / (SIDE * SIDE));
    static const struct {
        const char *name;
        void (*kernel)(double *, const double *);
    } of[] = {{"pads.none", pads<0>},
              {"pads.one", pads<1>},
              {"pads.two", pads<2>},
              {"pads.eight", pads<8>}};
    for (const auto &pad : of)
        if (run_case(pad.name, n, grid, BLOCK, 16 * n, pad.kernel, (double *)d_to, d_doubles))
            check_numbers((double *)d_to, (size_t)grid * SIDE * SIDE, turned, 0);
}

/* A permutation of n places that leaves each in its window of a power of two. */
static void make_places(size_t n, size_t window)
{
    while (window > n)
        window /= 2;
    for (size_t i = 0; i < n; i++) {
        size_t place = (i * 0x9E3779B1u + 12345) % window;
        place ^= place >> 5;
        place = place * 0x2545F491u % window + i / window * window;
        h_places[i] = (int)(i / window < n / window ? place : i);
    }
    CHECK(cudaMemcpy(d_places, h_places, n * sizeof(int), cudaMemcpyHostToDevice));
}

static void time_permutations(size_t n)
{
    unsigned int grid = blocks_for(n, BLOCK);
    static const struct {
        const char *name;
        size_t window;
    } of[] = {{"within_32", 32}, {"within_all", (size_t)1 << 30}};
    for (const auto &each : of) {
        make_places(n, each.window);
        if (run_case(each.name, n, grid, BLOCK, 20 * n, permuted, (double *)d_to, d_doubles,
                     d_places, (int)n))
            check_numbers((double *)d_to, n, from_place, 0);
    }
    static const struct {
        const char *name;
        int bytes;
    } room[] = {{"hops.eight", 24 << 10}, {"hops.one", 200 << 10}};
    for (const auto &each : room) { // so many blocks on a multiprocessor of 228 KB
        CHECK(cudaFuncSetAttribute((const void *)hops, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                   each.bytes));
        for (start_case(each.name, n, grid, BLOCK, 20 * n); next_launch();)
            hops<<<grid, BLOCK, each.bytes>>>((int *)d_to, d_places, (int)n);
        if (launches() > 0)
            check_numbers((int *)d_to, n, after_hops, 0);
    }
}

static void time_vectors(size_t n)
{
    static const unsigned int blocks[] = {32, 1024};
    static const char *const names[] = {"stripes.32", "stripes.1024"};
    float *to = (float *)d_to;
    for (int k = 0; k < 2; k++)
        if (run_case(names[k], n, blocks_for(n, blocks[k]), blocks[k], 12 * n, stripes, to,
                     d_floats, d_floats + apart, (int)n))
            check_numbers(to, n, stripe, 1e-4);
    int vectors = (int)(n / 12 * 4);
    unsigned int grid = blocks_for(vectors, BLOCK);
    if (run_case("unit.direct", n, grid, BLOCK, 8 * n, unitDirect, (float3 *)to,
                 (const float3 *)d_floats, vectors))
        check_numbers(to, 3 * (size_t)vectors, unit, 1e-4);
    if (run_case("unit.staged", n, grid, BLOCK, 8 * n, unitStaged, to, d_floats, vectors))
        check_numbers(to, 3 * (size_t)vectors, unit, 1e-4);
    if (run_case("unit.fours", n, blocks_for(vectors / 4, BLOCK), BLOCK, 8 * n, unitFours,
                 (float4 *)to, (const float4 *)d_floats, vectors))
        check_numbers(to, 3 * (size_t)vectors, unit, 1e-4);
}

static void time_counts(size_t n)
{
    unsigned int grid = blocks_for(n, BLOCK * EACH), *counts = (unsigned int *)d_to;
    static const struct {
        const char *name;
        void (*kernel)(unsigned int *, const int *, const int *, int);
        unsigned int block;
    } of[] = {{"joint.global", jointGlobal, BLOCK},
              {"joint.copies", jointCopies, BLOCK},
              {"joint.bytes", jointBytes, BLOCK / 2}};
    memset(wanted_counts, 0, sizeof wanted_counts);
    for (size_t i = 0; i < n; i++)
        wanted_counts[h_ints[i] / 256 * LEVELS + h_ints[apart + i] / 256]++;
    for (const auto &each : of) {
        CHECK(cudaMemset(counts, 0, BINS * sizeof *counts));
        if (run_case(each.name, n, grid, each.block, 8 * n, each.kernel, counts, d_ints,
                     d_ints + apart, (int)n))
            check_numbers(counts, BINS, count_of, 0);
    }
}

int main(int argc, char **argv)
{
    start_family("held_out_threads", argc, argv);
    const size_t sizes[] = {1 << 18, (1 << 22) - 2222, 1 << 24}, largest = scaled(1 << 24);
    apart = largest;
    d_ints = ints_on_device(2 * largest);
    h_ints = (int *)copy_to_host(d_ints, 2 * largest * sizeof(int));
    d_floats = floats_on_device(2 * largest);
    h_floats = (float *)copy_to_host(d_floats, 2 * largest * sizeof(float));
    h_doubles = (double *)host_memory(largest * sizeof(double));
    for (size_t i = 0; i < largest; i++)
        h_doubles[i] = (double)i;
    d_doubles = copy_to_device(h_doubles, largest);
    h_places = (int *)host_memory(largest * sizeof(int));
    d_places = zeros_on_device(largest);
    CHECK(cudaMalloc(&d_to, largest * sizeof(double)));
    for (size_t size : sizes) {
        size_t n = scaled(size);
        time_empty(n);
        time_pads(n);
        time_permutations(n);
        time_vectors(n);
        time_counts(n);
    }
    for (void *memory :
         {d_to, (void *)d_doubles, (void *)d_floats, (void *)d_ints, (void *)d_places})
        CHECK(cudaFree(memory));
    for (void *memory : {(void *)h_ints, (void *)h_floats, (void *)h_doubles, (void *)h_places})
        free(memory);
    return end_family();
}
