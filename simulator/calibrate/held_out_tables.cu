/*
 * Held out of every fit: lookups in tables, arrays of a thread, comparisons of bytes. The words of
 * a case's name behind the dot say which of several versions of the same work it is.
 */
#include "cases.h"

enum { ENTRIES = 256, BINS = 16, PER_THREAD = 32, SORTED = 12, RECORD = 16, PAGE = 1024 };

__constant__ int constantTable[ENTRIES];

__host__ __device__ static inline int entry_value(int entry)
{
    return entry * entry % 1009;
}

/* Sums of 8 lookups in constant memory: all lanes ask for one entry, or each for its own. */
template <bool ARE_EQUAL>
__global__ void lookupConstant(int *to, const int *numbers, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int first = ARE_EQUAL ? (int)blockIdx.x : numbers[i], sum = 0;
    for (int k = 0; k < 8; k++)
        sum += constantTable[(first + 37 * k) % ENTRIES];
    to[i] = sum;
}

/* The same in global memory, each lane its own. */
__global__ void lookupGlobal(int *to, const int *numbers, const int *table, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int first = numbers[i], sum = 0;
    for (int k = 0; k < 8; k++)
        sum += table[(first + 37 * k) % ENTRIES];
    to[i] = sum;
}

/* And in shared memory, into which each block copies the table. */
__global__ void lookupShared(int *to, const int *numbers, const int *table, unsigned int n)
{
    __shared__ int own[ENTRIES];
    for (int k = threadIdx.x; k < ENTRIES; k += blockDim.x)
        own[k] = table[k];
    __syncthreads();
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int first = numbers[i], sum = 0;
    for (int k = 0; k < 8; k++)
        sum += own[(first + 37 * k) % ENTRIES];
    to[i] = sum;
}

/* Which of BINS values is most frequent among PER_THREAD numbers: counted in an array of the
 * thread, or in a column of shared memory. The numbers of neighbouring lanes stand side by side. */
__global__ void modeInArray(int *to, const int *numbers, unsigned int threads)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads)
        return;
    int counts[BINS] = {0}, most = 0;
    for (int k = 0; k < PER_THREAD; k++)
        counts[numbers[(size_t)k * threads + i] % BINS]++;
    for (int bin = 1; bin < BINS; bin++)
        if (counts[bin] > counts[most])
            most = bin;
    to[i] = most;
}

__global__ void modeInShared(int *to, const int *numbers, unsigned int threads)
{
    __shared__ int counts[BINS][128];
    unsigned int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    if (i >= threads)
        return;
    int most = 0;
    for (int bin = 0; bin < BINS; bin++)
        counts[bin][t] = 0;
    for (int k = 0; k < PER_THREAD; k++)
        counts[numbers[(size_t)k * threads + i] % BINS][t]++;
    for (int bin = 1; bin < BINS; bin++)
        if (counts[bin][t] > counts[most][t])
            most = bin;
    to[i] = most;
}

/* The median of SORTED numbers: by insertion into an array, whose places are known only as it runs
 * ... */
__global__ void medianByInsertion(int *to, const int *numbers, unsigned int threads)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads)
        return;
    int sorted[SORTED];
    for (int k = 0; k < SORTED; k++) {
        int number = numbers[(size_t)k * threads + i], place = k;
        while (place > 0 && sorted[place - 1] > number) {
            sorted[place] = sorted[place - 1];
            place--;
        }
        sorted[place] = number;
    }
    to[i] = sorted[SORTED / 2];
}

/* ... or by exchanges of neighbours, whose places the compiler knows. */
__global__ void medianByExchanges(int *to, const int *numbers, unsigned int threads)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads)
        return;
    int sorted[SORTED];
#pragma unroll
    for (int k = 0; k < SORTED; k++)
        sorted[k] = numbers[(size_t)k * threads + i];
#pragma unroll
    for (int round = 0; round < SORTED; round++)
#pragma unroll
        for (int k = round % 2; k < SORTED - 1; k += 2) {
            int low = min(sorted[k], sorted[k + 1]), high = max(sorted[k], sorted[k + 1]);
            sorted[k] = low;
            sorted[k + 1] = high;
        }
    to[i] = sorted[SORTED / 2];
}

/* Copies PAGE numbers in another order: bits reversed over the whole page, or over 32 only. */
__host__ __device__ static inline unsigned int reversed_place(unsigned int i)
{
    unsigned int place = 0;
    for (unsigned int bit = 1; bit < PAGE; bit *= 2)
        place = 2 * place + ((i & bit) != 0);
    return place;
}

__global__ void gatherReversed(int *to, const int *from, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[i / PAGE * PAGE + reversed_place(i % PAGE)];
}

__global__ void gatherSwizzled(int *to, const int *from, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[i ^ (i / 32 * 5 & 31)];
}

/* Which records equal a key: byte by byte until the first difference, or 16 bytes at once. */
__global__ void compareBytes(int *to, const unsigned char *records, const unsigned char *key,
                             unsigned int count)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    int k = 0;
    while (k < RECORD && records[(size_t)i * RECORD + k] == key[k])
        k++;
    to[i] = k == RECORD;
}

__global__ void compareWords(int *to, const uint4 *records, const uint4 *key, unsigned int count)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    uint4 own = records[i], wanted = *key;
    to[i] = own.x == wanted.x && own.y == wanted.y && own.z == wanted.z && own.w == wanted.w;
}

/* How many bytes are spaces: a byte for each thread, or four in a word. */
__global__ void countBytes(int *count, const unsigned char *text, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    int found = __syncthreads_count(i < n && text[i] == ' ');
    if (threadIdx.x == 0)
        atomicAdd(count, found);
}

__global__ void countWords(int *count, const unsigned int *text, unsigned int words)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int word = i < words ? text[i] : 0;
    int own = 0;
    for (int k = 0; k < 4; k++)
        own += (word >> 8 * k & 0xFF) == ' ';
    for (int distance = 16; distance > 0; distance /= 2)
        own += __shfl_xor_sync(0xFFFFFFFF, own, distance);
    if (threadIdx.x % 32 == 0)
        atomicAdd(count, own);
}

static int *d_to, *d_from, *d_table, *h_from;
static size_t threads_at_hand;
static int are_equal;

static int sum_of_lookups(size_t i)
{
    int first = are_equal ? (int)(i / 256) : h_from[i], sum = 0;
    for (int k = 0; k < 8; k++)
        sum += entry_value((first + 37 * k) % ENTRIES);
    return sum;
}

static void time_lookups(size_t n)
{
    unsigned int grid = blocks_for(n, 256), count = (unsigned int)n;
    size_t bytes = 2 * n * sizeof(int);
    are_equal = 1;
    for (start_case("lookup_equal", n, grid, 256, bytes / 2); next_launch();)
        lookupConstant<true><<<grid, 256>>>(d_to, d_from, count);
    if (launches() > 0)
        check_case(ints_are(d_to, n, sum_of_lookups));
    are_equal = 0;
    for (start_case("lookup.constant", n, grid, 256, bytes); next_launch();)
        lookupConstant<false><<<grid, 256>>>(d_to, d_from, count);
    if (launches() > 0)
        check_case(ints_are(d_to, n, sum_of_lookups));
    for (start_case("lookup.global", n, grid, 256, 5 * bytes); next_launch();)
        lookupGlobal<<<grid, 256>>>(d_to, d_from, d_table, count);
    if (launches() > 0)
        check_case(ints_are(d_to, n, sum_of_lookups));
    for (start_case("lookup.shared", n, grid, 256, 2 * bytes); next_launch();)
        lookupShared<<<grid, 256>>>(d_to, d_from, d_table, count);
    if (launches() > 0)
        check_case(ints_are(d_to, n, sum_of_lookups));
}

static int mode_of(size_t i)
{
    int counts[BINS] = {0}, most = 0;
    for (int k = 0; k < PER_THREAD; k++)
        counts[h_from[k * threads_at_hand + i] % BINS]++;
    for (int bin = 1; bin < BINS; bin++)
        if (counts[bin] > counts[most])
            most = bin;
    return most;
}

static int compare_ints(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static int median_of(size_t i)
{
    int numbers[SORTED];
    for (int k = 0; k < SORTED; k++)
        numbers[k] = h_from[k * threads_at_hand + i];
    qsort(numbers, SORTED, sizeof(int), compare_ints);
    return numbers[SORTED / 2];
}

static void time_arrays(size_t n)
{
    unsigned int threads = (unsigned int)(n / PER_THREAD), grid = blocks_for(threads, 128);
    threads_at_hand = threads;
    for (start_case("mode.array", n, grid, 128, n * sizeof(int)); next_launch();)
        modeInArray<<<grid, 128>>>(d_to, d_from, threads);
    if (launches() > 0)
        check_case(ints_are(d_to, threads, mode_of));
    for (start_case("mode.shared", n, grid, 128, n * sizeof(int)); next_launch();)
        modeInShared<<<grid, 128>>>(d_to, d_from, threads);
    if (launches() > 0)
        check_case(ints_are(d_to, threads, mode_of));
    for (start_case("median.insertion", n, grid, 128, n * sizeof(int)); next_launch();)
        medianByInsertion<<<grid, 128>>>(d_to, d_from, threads);
    if (launches() > 0)
        check_case(ints_are(d_to, threads, median_of));
    for (start_case("median.exchanges", n, grid, 128, n * sizeof(int)); next_launch();)
        medianByExchanges<<<grid, 128>>>(d_to, d_from, threads);
    if (launches() > 0)
        check_case(ints_are(d_to, threads, median_of));
}

static void time_permutations(size_t n)
{
    unsigned int grid = blocks_for(n, 256);
    for (start_case("permute.reversed", n, grid, 256, 2 * n * sizeof(int)); next_launch();)
        gatherReversed<<<grid, 256>>>(d_to, d_from, (unsigned int)n);
    if (launches() > 0)
        check_case(ints_are(d_to, n, [](size_t i) {
            return h_from[i / PAGE * PAGE + reversed_place((unsigned int)(i % PAGE))];
        }));
    for (start_case("permute.swizzled", n, grid, 256, 2 * n * sizeof(int)); next_launch();)
        gatherSwizzled<<<grid, 256>>>(d_to, d_from, (unsigned int)n);
    if (launches() > 0)
        check_case(ints_are(d_to, n, [](size_t i) { return h_from[i ^ (i / 32 * 5 & 31)]; }));
}

/* Every seventh record is the key; the others differ from it in one byte each. */
static void time_comparisons(size_t bytes)
{
    unsigned int count = (unsigned int)(bytes / RECORD), grid = blocks_for(count, 256);
    unsigned char *d_records, *d_key, *h_records = (unsigned char *)host_memory(bytes);
    for (size_t i = 0; i < bytes; i++)
        h_records[i] = (unsigned char)('a' + i % RECORD);
    CHECK(cudaMalloc((void **)&d_key, RECORD));
    CHECK(cudaMemcpy(d_key, h_records, RECORD, cudaMemcpyHostToDevice));
    for (size_t i = 0; i < count; i++)
        if (i % 7 != 0)
            h_records[i * RECORD + (size_t)input_number(i) % RECORD] = ' ';
    CHECK(cudaMalloc((void **)&d_records, bytes));
    CHECK(cudaMemcpy(d_records, h_records, bytes, cudaMemcpyHostToDevice));
    for (start_case("record.bytes", bytes, grid, 256, bytes); next_launch();)
        compareBytes<<<grid, 256>>>(d_to, d_records, d_key, count);
    if (launches() > 0)
        check_case(ints_are(d_to, count, [](size_t i) { return (int)(i % 7 == 0); }));
    for (start_case("record.words", bytes, grid, 256, bytes); next_launch();)
        compareWords<<<grid, 256>>>(d_to, (uint4 *)d_records, (uint4 *)d_key, count);
    if (launches() > 0)
        check_case(ints_are(d_to, count, [](size_t i) { return (int)(i % 7 == 0); }));
    threads_at_hand = count - (count + 6) / 7;
    for (int is_by_words = 0; is_by_words < 2; is_by_words++) {
        CHECK(cudaMemset(d_to, 0, sizeof(int)));
        grid = blocks_for(is_by_words ? bytes / 4 : bytes, 256);
        for (start_case(is_by_words ? "spaces.words" : "spaces.bytes", bytes, grid, 256, bytes);
             next_launch();) {
            if (is_by_words)
                countWords<<<grid, 256>>>(d_to, (unsigned int *)d_records,
                                          (unsigned int)(bytes / 4));
            else
                countBytes<<<grid, 256>>>(d_to, d_records, (unsigned int)bytes);
        }
        if (launches() > 0)
            check_case(ints_are(d_to, 1, [](size_t) { return (int)threads_at_hand * launches(); }));
    }
    CHECK(cudaFree(d_records));
    CHECK(cudaFree(d_key));
    free(h_records);
}

int main(int argc, char **argv)
{
    start_family("held_out_tables", argc, argv);
    size_t largest = scaled((size_t)1 << 22);
    int table[ENTRIES];
    for (int k = 0; k < ENTRIES; k++)
        table[k] = entry_value(k);
    CHECK(cudaMemcpyToSymbol(constantTable, table, sizeof table));
    CHECK(cudaMalloc((void **)&d_table, sizeof table));
    CHECK(cudaMemcpy(d_table, table, sizeof table, cudaMemcpyHostToDevice));
    d_to = zeros_on_device(largest);
    d_from = ints_on_device(largest);
    h_from = (int *)copy_to_host(d_from, largest * sizeof(int));
    for (size_t n = largest / 16; n <= largest; n *= 16) {
        time_lookups(n);
        time_arrays(n);
        time_permutations(n);
        time_comparisons(n);
    }
    CHECK(cudaFree(d_from));
    CHECK(cudaFree(d_to));
    CHECK(cudaFree(d_table));
    free(h_from);
    return end_family();
}
