/*
 * Held out of every fit: places of memory that follow no order, and atomics on few and on many of
 * them, in other ways than the families that the constants were fitted to.
 */
#include "cases.h"

enum { BINS = 256, WARPS = 8 };

/* A place in no visible order; of a power of two of them, each once. */
__host__ __device__ static inline unsigned int shuffled_place(unsigned int i, unsigned int mask)
{
    i = (i * 2654435769u) & mask;
    i ^= i >> 7;
    return (i * 0x9E3779B1u + 12345) & mask;
}

template <typename T>
__global__ void gatherShuffled(T *to, const T *table, unsigned int n, unsigned int mask)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = table[shuffled_place(i, mask)];
}

__global__ void scatterShuffled(int *to, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[shuffled_place(i, n - 1)] = (int)i;
}

/* One word of each sector. */
__global__ void storeApart(int *to, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[(size_t)i * 8] = (int)i;
}

/* Each thread goes from place to place: the next is known when the last has come. */
__global__ void walk(int *ends, const int *next, unsigned int n, int steps, unsigned int mask)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int place = (int)shuffled_place(i, mask);
    for (int k = 0; k < steps; k++)
        place = next[place];
    ends[i] = place;
}

/* A sparse matrix by rows, times a vector: a thread for each row, or a warp. */
__global__ void sparseByThreads(float *y, const int *starts, const int *columns,
                                const float *values, const float *x, int rows)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float sum = 0;
    for (int k = starts[row]; k < starts[row + 1]; k++)
        sum += values[k] * x[columns[k]];
    y[row] = sum;
}

__global__ void sparseByWarps(float *y, const int *starts, const int *columns, const float *values,
                              const float *x, int rows)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    float sum = 0;
    for (int k = starts[row] + lane; k < starts[row + 1]; k += 32)
        sum += values[k] * x[columns[k]];
    for (int distance = 16; distance > 0; distance /= 2)
        sum += __shfl_down_sync(0xFFFFFFFF, sum, distance);
    if (lane == 0)
        y[row] = sum;
}

/* Adds to words in no order; `mask` says how many there are. */
template <typename T> __global__ void addShuffled(T *words, unsigned int n, unsigned int mask)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&words[shuffled_place(i, mask)], (T)1);
}

__global__ void smallest(int *words, const int *numbers, unsigned int n, unsigned int mask)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicMin(&words[i & mask], numbers[i]);
}

/* The odd numbers, behind each other: one lane of a warp asks where its warp's begin. */
__global__ void compactWarps(int *odd, int *count, const int *numbers, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    int number = i < n ? numbers[i] : 0;
    unsigned int wanted = __ballot_sync(0xFFFFFFFF, number % 2);
    int first = 0;
    if (lane == 0 && wanted)
        first = atomicAdd(count, __popc(wanted));
    first = __shfl_sync(0xFFFFFFFF, first, 0);
    if (number % 2)
        odd[first + __popc(wanted & ((1u << lane) - 1))] = number;
}

/* The same, where every lane with an odd number asks. */
__global__ void compactLanes(int *odd, int *count, const int *numbers, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && numbers[i] % 2)
        odd[atomicAdd(count, 1)] = numbers[i];
}

/* A histogram for each warp in shared memory, added up at the end. */
__global__ void histogramPerWarp(int *bins, const int *numbers, unsigned int n)
{
    __shared__ int own[WARPS][BINS];
    for (int k = threadIdx.x; k < WARPS * BINS; k += blockDim.x)
        own[k / BINS][k % BINS] = 0;
    __syncthreads();
    for (unsigned int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&own[threadIdx.x / 32][numbers[i] % BINS], 1);
    __syncthreads();
    for (int bin = threadIdx.x; bin < BINS; bin += blockDim.x) {
        int sum = 0;
        for (int warp = 0; warp < WARPS; warp++)
            sum += own[warp][bin];
        atomicAdd(&bins[bin], sum);
    }
}

static int *d_from, *d_to;
static unsigned int mask_at_hand;
static int steps_at_hand;

static void time_gather(size_t n, size_t table, unsigned int block)
{
    unsigned int grid = blocks_for(n, block);
    mask_at_hand = (unsigned int)table - 1;
    for (start_case("gather_shuffled", n, grid, block, 2 * n * sizeof(int)); next_launch();)
        gatherShuffled<<<grid, block>>>(d_to, d_from, (unsigned int)n, mask_at_hand);
    if (launches() > 0)
        check_case(ints_are(d_to, n, [](size_t place) {
            return input_number(shuffled_place((unsigned int)place, mask_at_hand));
        }));
    for (start_case("gather_doubles", n, grid, block, 2 * n * sizeof(double)); next_launch();)
        gatherShuffled<<<grid, block>>>((double *)d_to, (const double *)d_from, (unsigned int)n,
                                        mask_at_hand / 2);
    if (launches() > 0)
        check_case(ints_are(d_to, 2 * n, [](size_t place) {
            return input_number(
                2 * (size_t)shuffled_place((unsigned int)(place / 2), mask_at_hand / 2) +
                place % 2);
        }));
}

static void time_stores(size_t n, unsigned int block)
{
    unsigned int grid = blocks_for(n, block);
    mask_at_hand = (unsigned int)n - 1;
    for (start_case("scatter_shuffled", n, grid, block, n * sizeof(int)); next_launch();)
        scatterShuffled<<<grid, block>>>(d_to, (unsigned int)n);
    if (launches() > 0) {
        int *to = (int *)copy_to_host(d_to, n * sizeof(int)), is_right = 1;
        for (unsigned int i = 0; i < n; i++)
            is_right &= to[shuffled_place(i, mask_at_hand)] == (int)i;
        check_case(is_right);
        free(to);
    }
    for (start_case("store_apart", n, grid, block, n * sizeof(int)); next_launch();)
        storeApart<<<grid, block>>>(d_to, (unsigned int)n);
    if (launches() > 0) {
        int *to = (int *)copy_to_host(d_to, 8 * n * sizeof(int)), is_right = 1;
        for (size_t i = 0; i < n; i++)
            is_right &= to[8 * i] == (int)i;
        check_case(is_right);
        free(to);
    }
}

/* The place after another is that of the shuffle, which visits each once. */
static void time_walk(size_t n, size_t places, unsigned int block, int steps)
{
    unsigned int grid = blocks_for(n, block);
    int *d_next, *h_next = (int *)host_memory(places * sizeof(int));
    mask_at_hand = (unsigned int)places - 1;
    steps_at_hand = steps;
    for (size_t i = 0; i < places; i++)
        h_next[i] = (int)shuffled_place((unsigned int)i, mask_at_hand);
    CHECK(cudaMalloc((void **)&d_next, places * sizeof(int)));
    CHECK(cudaMemcpy(d_next, h_next, places * sizeof(int), cudaMemcpyHostToDevice));
    free(h_next);
    for (start_case("walk", n * steps, grid, block, n * (steps + 1) * sizeof(int)); next_launch();)
        walk<<<grid, block>>>(d_to, d_next, (unsigned int)n, steps, mask_at_hand);
    if (launches() > 0)
        check_case(ints_are(d_to, n, [](size_t i) {
            unsigned int place = (unsigned int)i;
            for (int k = 0; k <= steps_at_hand; k++)
                place = shuffled_place(place, mask_at_hand);
            return (int)place;
        }));
    CHECK(cudaFree(d_next));
}

/* Rows of 1 to 31 numbers, at columns in no order; all values are 1, and the vector's its places
 * modulo 16, so that sums are exact in any order. n counts the values. */
static void time_sparse(int rows)
{
    int *starts = (int *)host_memory((rows + 1) * sizeof(int)), *d_starts, *d_columns;
    starts[0] = 0;
    for (int row = 0; row < rows; row++)
        starts[row + 1] = starts[row] + 1 + input_number(row) % 31;
    size_t n = starts[rows];
    int *columns = (int *)host_memory(n * sizeof(int));
    float *values = (float *)host_memory((n + rows) * sizeof(float)), *d_values, *d_y;
    for (size_t k = 0; k < n; k++) {
        columns[k] = (int)(shuffled_place((unsigned int)k, (1u << 30) - 1) % (unsigned int)rows);
        values[k] = 1;
    }
    for (int row = 0; row < rows; row++)
        values[n + row] = (float)(row % 16);
    CHECK(cudaMalloc((void **)&d_starts, (rows + 1) * sizeof(int)));
    CHECK(cudaMalloc((void **)&d_columns, n * sizeof(int)));
    CHECK(cudaMalloc((void **)&d_values, (n + rows) * sizeof(float)));
    CHECK(cudaMemcpy(d_starts, starts, (rows + 1) * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_columns, columns, n * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_values, values, (n + rows) * sizeof(float), cudaMemcpyHostToDevice));
    d_y = (float *)d_to;

    for (int way = 0; way < 2; way++) {
        unsigned int grid = blocks_for((size_t)rows * (way ? 32 : 1), 128);
        for (start_case(way ? "sparse_by_warps" : "sparse_by_threads", n, grid, 128,
                        (3 * n + 3 * rows) * sizeof(int));
             next_launch();)
            if (way)
                sparseByWarps<<<grid, 128>>>(d_y, d_starts, d_columns, d_values, d_values + n,
                                             rows);
            else
                sparseByThreads<<<grid, 128>>>(d_y, d_starts, d_columns, d_values, d_values + n,
                                               rows);
        if (launches() == 0)
            continue;
        float *y = (float *)copy_to_host(d_y, rows * sizeof(float));
        int is_right = 1;
        for (int row = 0; row < rows; row++) {
            float sum = 0;
            for (int k = starts[row]; k < starts[row + 1]; k++)
                sum += (float)(columns[k] % 16);
            is_right &= y[row] == sum;
        }
        check_case(is_right);
        free(y);
    }
    CHECK(cudaFree(d_starts));
    CHECK(cudaFree(d_columns));
    CHECK(cudaFree(d_values));
    free(starts);
    free(columns);
    free(values);
}

/* Whether the words add up to n for each launch; they are zeroed before and after. */
template <typename T>
static void time_adds(const char *name, size_t n, size_t words, unsigned int block)
{
    unsigned int grid = blocks_for(n, block);
    T *d_words = (T *)d_to;
    CHECK(cudaMemset(d_to, 0, words * sizeof(T)));
    for (start_case(name, n, grid, block, n * sizeof(T)); next_launch();)
        addShuffled<<<grid, block>>>(d_words, (unsigned int)n, (unsigned int)words - 1);
    if (launches() == 0)
        return;
    T *counts = (T *)copy_to_host(d_words, words * sizeof(T));
    double sum = 0;
    for (size_t i = 0; i < words; i++)
        sum += (double)counts[i];
    check_case(sum == (double)n * launches());
    free(counts);
}

static void time_smallest(size_t n, unsigned int words)
{
    unsigned int grid = blocks_for(n, 256);
    CHECK(cudaMemset(d_to, 0x7F, words * sizeof(int)));
    for (start_case("smallest", n, grid, 256, 2 * n * sizeof(int)); next_launch();)
        smallest<<<grid, 256>>>(d_to, d_from, (unsigned int)n, words - 1);
    if (launches() == 0)
        return;
    int *found = (int *)copy_to_host(d_to, words * sizeof(int)), is_right = 1;
    for (unsigned int word = 0; word < words; word++) {
        int least = 4096;
        for (size_t i = word; i < n; i += words)
            least = input_number(i) < least ? input_number(i) : least;
        is_right &= found[word] == least;
    }
    check_case(is_right);
    free(found);
}

/* Each launch appends to what is there. */
static void time_compaction(size_t n, unsigned int block)
{
    unsigned int grid = blocks_for(n, block);
    long long odd_numbers = 0;
    for (size_t i = 0; i < n; i++)
        odd_numbers += input_number(i) % 2;
    int *d_count = zeros_on_device(1), *d_odd = zeros_on_device((RUNS_ON_GPU + 1) * n);
    for (int way = 0; way < 2; way++) {
        CHECK(cudaMemset(d_count, 0, sizeof(int)));
        for (start_case(way ? "compact_lanes" : "compact_warps", n, grid, block,
                        n * sizeof(int) + odd_numbers * sizeof(int));
             next_launch();)
            if (way)
                compactLanes<<<grid, block>>>(d_odd, d_count, d_from, (unsigned int)n);
            else
                compactWarps<<<grid, block>>>(d_odd, d_count, d_from, (unsigned int)n);
        if (launches() == 0)
            continue;
        int *count = (int *)copy_to_host(d_count, sizeof(int));
        int *odd = (int *)copy_to_host(d_odd, (size_t)*count * sizeof(int));
        int is_right = *count == odd_numbers * launches();
        for (int i = 0; i < *count; i++)
            is_right &= odd[i] % 2;
        check_case(is_right);
        free(count);
        free(odd);
    }
    CHECK(cudaFree(d_count));
    CHECK(cudaFree(d_odd));
}

static void time_histogram(size_t n, unsigned int grid)
{
    CHECK(cudaMemset(d_to, 0, BINS * sizeof(int)));
    for (start_case("histogram_per_warp", n, grid, 32 * WARPS, n * sizeof(int)); next_launch();)
        histogramPerWarp<<<grid, 32 * WARPS>>>(d_to, d_from, (unsigned int)n);
    if (launches() == 0)
        return;
    int *bins = (int *)copy_to_host(d_to, BINS * sizeof(int));
    for (size_t i = 0; i < n; i++)
        bins[input_number(i) % BINS] -= launches();
    int is_right = 1;
    for (int bin = 0; bin < BINS; bin++)
        is_right &= bins[bin] == 0;
    check_case(is_right);
    free(bins);
}

int main(int argc, char **argv)
{
    start_family("held_out_places", argc, argv);
    size_t words = scaled((size_t)1 << 25);
    d_from = ints_on_device(words);
    d_to = zeros_on_device(words);

    time_gather(scaled(1 << 20), scaled(1 << 17), 128);
    time_gather(scaled(1 << 22), scaled(1 << 22), 512);
    time_gather(scaled(1 << 22), scaled(1 << 25), 256);
    time_stores(scaled(1 << 18), 128);
    time_stores(scaled(1 << 22), 1024);
    time_walk(scaled(1 << 12), 1 << 15, 64, 64);
    time_walk(scaled(1 << 18), scaled(1 << 21), 256, 24);
    time_sparse((int)scaled(1 << 14));
    time_sparse((int)scaled(1 << 18));
    time_adds<int>("add_32_words", scaled(1 << 18), 32, 256);
    time_adds<int>("add_4096_words", scaled(1 << 20), 4096, 128);
    time_adds<int>("add_many_words", scaled(1 << 22), scaled(1 << 24), 512);
    time_adds<unsigned long long>("add_long_words", scaled(1 << 20), scaled(1 << 20), 256);
    time_adds<double>("add_doubles", scaled(1 << 20), 1 << 16, 256);
    time_smallest(scaled(1 << 20), 64);
    time_compaction(scaled(1 << 17), 192);
    time_compaction(scaled(1 << 21), 256);
    time_histogram(scaled(1 << 18), 132);
    time_histogram(scaled(1 << 23), 528);

    CHECK(cudaFree(d_from));
    CHECK(cudaFree(d_to));
    return end_family();
}
