/*
 * Held out of every fit: atomics of several kinds on few and on many words, histograms, sparse
 * matrices. The words of a case's name behind the dot say which of several versions of the same
 * work it is.
 */
#include "cases.h"

enum { BINS = 128, COPIES = 4, EMPTY = -1, LONGEST = 96, GROUP = 16 };

/* The largest number of those that share a word: few words, or many. */
__global__ void largestEach(int *words, const int *numbers, unsigned int n, unsigned int mask)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicMax(&words[i & mask], numbers[i]);
}

/* The largest of all: each thread asks whether it is worth an atomic. */
__global__ void largestLooking(int *words, const int *numbers, unsigned int n, unsigned int mask)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && numbers[i] > ((volatile int *)words)[i & mask])
        atomicMax(&words[i & mask], numbers[i]);
}

/* Products of floats by compare-and-swap. */
__global__ void multiply(float *words, unsigned int n, unsigned int mask)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int *word = (int *)&words[i & mask], old = *word, seen;
    float factor = i / (mask + 1) % 2 ? 2.0f : 0.5f;
    do {
        seen = old;
        old = atomicCAS(word, seen, __float_as_int(__int_as_float(seen) * factor));
    } while (old != seen);
}

__host__ __device__ static inline unsigned int hashed(unsigned int key)
{
    key = (key ^ key >> 15) * 0x2c1b3c6du;
    key = (key ^ key >> 12) * 0x297a2d39u;
    return key ^ key >> 15;
}

/* Inserts keys into a table of open addressing; a key that is there already stays. */
__global__ void insertKeys(int *table, unsigned int keys, unsigned int mask)
{
    unsigned int key = blockIdx.x * blockDim.x + threadIdx.x;
    if (key >= keys)
        return;
    unsigned int place = hashed(key) & mask;
    for (;;) {
        int found = atomicCAS(&table[place], EMPTY, (int)key);
        if (found == EMPTY || found == (int)key)
            return;
        place = (place + 1) & mask;
    }
}

/* Looks for keys, half of which are there. */
__global__ void findKeys(int *places, const int *table, unsigned int keys, unsigned int mask)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= keys)
        return;
    int key = (int)(2 * i);
    unsigned int place = hashed((unsigned int)key) & mask;
    while (table[place] != EMPTY && table[place] != key)
        place = (place + 1) & mask;
    places[i] = table[place] == key;
}

/* Histograms of few bins: in global memory, in shared memory, in COPIES of it. */
__device__ static int bin_of(int number)
{
    return number * number >> 17; // more of the low ones
}

__global__ void histogramGlobal(int *bins, const int *numbers, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&bins[bin_of(numbers[i])], 1);
}

template <int OWN> __global__ void histogramShared(int *bins, const int *numbers, unsigned int n)
{
    __shared__ int own[BINS * OWN];
    for (int k = threadIdx.x; k < BINS * OWN; k += blockDim.x)
        own[k] = 0;
    __syncthreads();
    for (unsigned int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&own[bin_of(numbers[i]) * OWN + threadIdx.x % OWN], 1);
    __syncthreads();
    for (int bin = threadIdx.x; bin < BINS; bin += blockDim.x) {
        int sum = 0;
        for (int k = 0; k < OWN; k++)
            sum += own[bin * OWN + k];
        atomicAdd(&bins[bin], sum);
    }
}

/* Sums of neighbours that have the same key: an atomic for each number, or for each run of GROUP.
 */
__global__ void addByKey(float *sums, const int *keys, const float *values, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&sums[keys[i]], values[i]);
}

__global__ void addRuns(float *sums, const int *keys, const float *values, unsigned int n)
{
    unsigned int first = (blockIdx.x * blockDim.x + threadIdx.x) * GROUP;
    if (first >= n)
        return;
    float sum = 0;
    int key = keys[first];
    for (unsigned int i = first; i < first + GROUP; i++) {
        if (keys[i] != key) {
            atomicAdd(&sums[key], sum);
            key = keys[i];
            sum = 0;
        }
        sum += values[i];
    }
    atomicAdd(&sums[key], sum);
}

/* A sparse matrix whose rows are of very different lengths, times a vector. */
__global__ void rowsByThreads(float *y, const int *starts, const int *columns, const float *values,
                              const float *x, int rows)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float sum = 0;
    for (int k = starts[row]; k < starts[row + 1]; k++)
        sum += values[k] * x[columns[k]];
    y[row] = sum;
}

/* Eight lanes for each row. */
__global__ void rowsByEights(float *y, const int *starts, const int *columns, const float *values,
                             const float *x, int rows)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 8, lane = threadIdx.x % 8;
    float sum = 0;
    if (row < rows)
        for (int k = starts[row] + lane; k < starts[row + 1]; k += 8)
            sum += values[k] * x[columns[k]];
    for (int distance = 4; distance > 0; distance /= 2)
        sum += __shfl_down_sync(0xFFFFFFFF, sum, distance, 8);
    if (row < rows && lane == 0)
        y[row] = sum;
}

static int *d_words, *d_numbers, *h_numbers;
static size_t n_at_hand, words_at_hand;

static int largest_of_word(size_t word)
{
    int largest = 0;
    for (size_t i = word; i < n_at_hand; i += words_at_hand)
        largest = h_numbers[i] > largest ? h_numbers[i] : largest;
    return largest;
}

static void time_largest(size_t n, unsigned int words, const char *each, const char *looking)
{
    unsigned int grid = blocks_for(n, 256);
    n_at_hand = n;
    words_at_hand = words;
    CHECK(cudaMemset(d_words, 0, words * sizeof(int)));
    for (start_case(each, n, grid, 256, n * sizeof(int)); next_launch();)
        largestEach<<<grid, 256>>>(d_words, d_numbers, (unsigned int)n, words - 1);
    if (launches() > 0)
        check_case(ints_are(d_words, words, largest_of_word));
    CHECK(cudaMemset(d_words, 0, words * sizeof(int)));
    for (start_case(looking, n, grid, 256, 2 * n * sizeof(int)); next_launch();)
        largestLooking<<<grid, 256>>>(d_words, d_numbers, (unsigned int)n, words - 1);
    if (launches() > 0)
        check_case(ints_are(d_words, words, largest_of_word));
}

/* As many factors of 2 as of 0.5 come to each word: it is 1 again. */
static void time_products(size_t n, unsigned int words, const char *name)
{
    unsigned int grid = blocks_for(n, 128);
    float *ones = (float *)host_memory(words * sizeof(float));
    for (unsigned int k = 0; k < words; k++)
        ones[k] = 1;
    CHECK(cudaMemcpy(d_words, ones, words * sizeof(float), cudaMemcpyHostToDevice));
    free(ones);
    for (start_case(name, n, grid, 128, n * sizeof(float)); next_launch();)
        multiply<<<grid, 128>>>((float *)d_words, (unsigned int)n, words - 1);
    if (launches() > 0)
        check_case(floats_are((float *)d_words, words, [](size_t) { return 1.0f; }));
}

/* The table has places for `room` times as many keys. The launches after the first find them all.
 */
static void time_keys(unsigned int keys, unsigned int room, const char *insert, const char *find)
{
    unsigned int grid = blocks_for(keys, 256), mask = keys * room - 1;
    int *d_places = zeros_on_device(keys);
    CHECK(cudaMemset(d_words, 0xFF, ((size_t)mask + 1) * sizeof(int)));
    n_at_hand = keys;
    for (start_case(insert, keys, grid, 256, keys * sizeof(int)); next_launch();)
        insertKeys<<<grid, 256>>>(d_words, keys, mask);
    if (launches() == 0) // what follows looks for them
        insertKeys<<<grid, 256>>>(d_words, keys, mask);
    for (start_case(find, keys, grid, 256, 2 * keys * sizeof(int)); next_launch();)
        findKeys<<<grid, 256>>>(d_places, d_words, keys, mask);
    if (launches() > 0)
        check_case(ints_are(d_places, keys, [](size_t i) { return (int)(2 * i < n_at_hand); }));
    CHECK(cudaFree(d_places));
}

static int count_of_bin(size_t bin)
{
    int count = 0;
    for (size_t i = 0; i < n_at_hand; i++)
        count += (h_numbers[i] * h_numbers[i] >> 17) == (int)bin;
    return count * launches();
}

static void time_histograms(size_t n)
{
    unsigned int grid = blocks_for(n, 256), few = 264;
    n_at_hand = n;
    CHECK(cudaMemset(d_words, 0, BINS * sizeof(int)));
    for (start_case("histogram.global", n, grid, 256, 2 * n * sizeof(int)); next_launch();)
        histogramGlobal<<<grid, 256>>>(d_words, d_numbers, (unsigned int)n);
    if (launches() > 0)
        check_case(ints_are(d_words, BINS, count_of_bin));
    CHECK(cudaMemset(d_words, 0, BINS * sizeof(int)));
    for (start_case("histogram.shared", n, few, 256, n * sizeof(int)); next_launch();)
        histogramShared<1><<<few, 256>>>(d_words, d_numbers, (unsigned int)n);
    if (launches() > 0)
        check_case(ints_are(d_words, BINS, count_of_bin));
    CHECK(cudaMemset(d_words, 0, BINS * sizeof(int)));
    for (start_case("histogram.copies", n, few, 256, n * sizeof(int)); next_launch();)
        histogramShared<COPIES><<<few, 256>>>(d_words, d_numbers, (unsigned int)n);
    if (launches() > 0)
        check_case(ints_are(d_words, BINS, count_of_bin));
}

/* Key k has 5 to 20 numbers; each number is 1. */
static void time_keyed_sums(size_t n)
{
    int *d_keys, *h_keys = (int *)host_memory(n * sizeof(int)), keys = 0;
    float *d_values, *h_values = (float *)host_memory(n * sizeof(float));
    float *wanted = (float *)calloc(n, sizeof(float));
    for (size_t i = 0, end = 0; i < n; i++) {
        if (i == end)
            end += 5 + (size_t)input_number((size_t)++keys) % 16;
        h_keys[i] = keys - 1;
        h_values[i] = 1;
        wanted[keys - 1]++;
    }
    CHECK(cudaMalloc((void **)&d_keys, n * sizeof(int)));
    CHECK(cudaMalloc((void **)&d_values, n * sizeof(float)));
    CHECK(cudaMemcpy(d_keys, h_keys, n * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_values, h_values, n * sizeof(float), cudaMemcpyHostToDevice));
    for (int is_by_runs = 0; is_by_runs < 2; is_by_runs++) {
        unsigned int grid = blocks_for(is_by_runs ? n / GROUP : n, 256);
        CHECK(cudaMemset(d_words, 0, (size_t)keys * sizeof(float)));
        for (start_case(is_by_runs ? "keys.runs" : "keys.each", n, grid, 256, 8 * n);
             next_launch();) {
            if (is_by_runs)
                addRuns<<<grid, 256>>>((float *)d_words, d_keys, d_values, (unsigned int)n);
            else
                addByKey<<<grid, 256>>>((float *)d_words, d_keys, d_values, (unsigned int)n);
        }
        float *sums = (float *)copy_to_host(d_words, (size_t)keys * sizeof(float));
        for (int key = 0; launches() > 0 && key < keys; key++)
            if (sums[key] != wanted[key] * (float)launches()) {
                check_case(0);
                break;
            }
        free(sums);
    }
    CHECK(cudaFree(d_keys));
    CHECK(cudaFree(d_values));
    free(h_keys);
    free(h_values);
    free(wanted);
}

/* One row in 16 has LONGEST entries, the others up to 8. */
static int length_of_row(size_t row)
{
    return row % 16 == 5 ? LONGEST : input_number(row) % 9;
}

static float *wanted_y;

static void time_rows(int rows)
{
    int *starts = (int *)host_memory(((size_t)rows + 1) * sizeof(int)), *d_starts, *d_columns;
    starts[0] = 0;
    for (int row = 0; row < rows; row++)
        starts[row + 1] = starts[row] + length_of_row((size_t)row);
    size_t entries = (size_t)starts[rows];
    int *columns = (int *)host_memory(entries * sizeof(int));
    float *d_values = floats_on_device(entries), *d_x = floats_on_device((size_t)rows), *d_y;
    wanted_y = (float *)host_memory((size_t)rows * sizeof(float));
    for (int row = 0; row < rows; row++) {
        double sum = 0;
        for (int k = starts[row]; k < starts[row + 1]; k++) {
            columns[k] = (int)(hashed((unsigned int)k) % (unsigned int)rows);
            sum += (double)input_number((size_t)k) / 4096 * input_number((size_t)columns[k]) / 4096;
        }
        wanted_y[row] = (float)sum;
    }
    CHECK(cudaMalloc((void **)&d_starts, ((size_t)rows + 1) * sizeof(int)));
    CHECK(cudaMalloc((void **)&d_columns, entries * sizeof(int)));
    CHECK(cudaMalloc((void **)&d_y, (size_t)rows * sizeof(float)));
    CHECK(cudaMemcpy(d_starts, starts, ((size_t)rows + 1) * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_columns, columns, entries * sizeof(int), cudaMemcpyHostToDevice));
    unsigned int grid = blocks_for((size_t)rows, 128);
    for (start_case("rows.threads", entries, grid, 128, 12 * entries); next_launch();)
        rowsByThreads<<<grid, 128>>>(d_y, d_starts, d_columns, d_values, d_x, rows);
    if (launches() > 0)
        check_case(floats_are(d_y, (size_t)rows, [](size_t row) { return wanted_y[row]; }));
    grid = blocks_for((size_t)rows * 8, 128);
    for (start_case("rows.eights", entries, grid, 128, 12 * entries); next_launch();)
        rowsByEights<<<grid, 128>>>(d_y, d_starts, d_columns, d_values, d_x, rows);
    if (launches() > 0)
        check_case(floats_are(d_y, (size_t)rows, [](size_t row) { return wanted_y[row]; }));
    CHECK(cudaFree(d_starts));
    CHECK(cudaFree(d_columns));
    CHECK(cudaFree(d_values));
    CHECK(cudaFree(d_x));
    CHECK(cudaFree(d_y));
    free(starts);
    free(columns);
    free(wanted_y);
}

int main(int argc, char **argv)
{
    start_family("held_out_words", argc, argv);
    size_t largest = scaled((size_t)1 << 22);
    d_words = zeros_on_device(largest * 2);
    d_numbers = ints_on_device(largest);
    h_numbers = (int *)copy_to_host(d_numbers, largest * sizeof(int));
    for (size_t n = largest / 16; n <= largest; n *= 16) {
        time_largest(n, 8, "largest_of_8.each", "largest_of_8.looking");
        time_largest(n, (unsigned int)n / 16, "largest_of_many.each", "largest_of_many.looking");
        time_histograms(n);
        time_keyed_sums(n);
        time_rows((int)(n / 10));
        time_products(n / 16, 1024, "multiply_few");
        time_products(n / 16, (unsigned int)n / 64, "multiply_many");
        time_keys((unsigned int)(n / 4), 2, "insert.half", "find.half");
        time_keys((unsigned int)(n / 4), 8, "insert.eighth", "find.eighth");
    }
    CHECK(cudaFree(d_words));
    CHECK(cudaFree(d_numbers));
    free(h_numbers);
    return end_family();
}
