/*
 * Held out of every fit: steps of sorts, scans and merges. The words of a case's name behind the
 * dot say which of several versions of the same work it is.
 */
#include "cases.h"

enum { TILE = 256, DIGITS = 16, RUN = 8 };

/* A step of a bitonic sort, from one array into another: a thread for each number ... */
__global__ void exchangeEach(int *to, const int *from, unsigned int n, unsigned int distance)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int own = from[i], other = from[i ^ distance];
    to[i] = (i & distance) == 0 ? min(own, other) : max(own, other);
}

/* ... or for each pair. */
__global__ void exchangePairs(int *to, const int *from, unsigned int n, unsigned int distance)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n / 2)
        return;
    unsigned int low = 2 * (i - i % distance) + i % distance, high = low + distance;
    int a = from[low], b = from[high];
    if (a <= b) {
        to[low] = a;
        to[high] = b;
    } else {
        to[low] = b;
        to[high] = a;
    }
}

/* Sorts TILE numbers in a block, by a bitonic network. */
__global__ void sortBitonic(int *to, const int *from)
{
    __shared__ int tile[TILE];
    unsigned int t = threadIdx.x;
    tile[t] = from[blockIdx.x * TILE + t];
    for (unsigned int size = 2; size <= TILE; size *= 2)
        for (unsigned int distance = size / 2; distance > 0; distance /= 2) {
            __syncthreads();
            unsigned int other = t ^ distance;
            if (other > t) {
                bool isUp = (t & size) == 0;
                int a = tile[t], b = tile[other];
                if ((a > b) == isUp) {
                    tile[t] = b;
                    tile[other] = a;
                }
            }
        }
    __syncthreads();
    to[blockIdx.x * TILE + t] = tile[t];
}

/* The same by ranks: each thread counts the numbers that come before its own. */
__global__ void sortByRanks(int *to, const int *from)
{
    __shared__ int tile[TILE];
    int t = threadIdx.x, own = from[blockIdx.x * TILE + t], rank = 0;
    tile[t] = own;
    __syncthreads();
    for (int k = 0; k < TILE; k++)
        rank += tile[k] < own || (tile[k] == own && k < t);
    to[blockIdx.x * TILE + rank] = own;
}

/* Prefix sums of each block's numbers: by doubling ... */
__global__ void prefixDoubling(int *to, const int *from)
{
    extern __shared__ int parts[];
    unsigned int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    int *old = parts, *fresh = parts + blockDim.x;
    old[t] = from[i];
    __syncthreads();
    for (unsigned int distance = 1; distance < blockDim.x; distance *= 2) {
        fresh[t] = old[t] + (t >= distance ? old[t - distance] : 0);
        __syncthreads();
        int *swap = old;
        old = fresh;
        fresh = swap;
    }
    to[i] = old[t];
}

/* ... or up a tree and down again, where half of the threads and then fewer have work. */
__global__ void prefixTree(int *to, const int *from)
{
    extern __shared__ int parts[];
    unsigned int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    parts[t] = from[i];
    for (unsigned int distance = 1; distance < blockDim.x; distance *= 2) {
        unsigned int place = (t + 1) * 2 * distance - 1;
        __syncthreads();
        if (place < blockDim.x)
            parts[place] += parts[place - distance];
    }
    for (unsigned int distance = blockDim.x / 4; distance > 0; distance /= 2) {
        unsigned int place = (t + 1) * 2 * distance - 1;
        __syncthreads();
        if (place + distance < blockDim.x)
            parts[place + distance] += parts[place];
    }
    __syncthreads();
    to[i] = parts[t];
}

/* ... or by warps. */
__global__ void prefixWarps(int *to, const int *from)
{
    __shared__ int sums[32];
    unsigned int t = threadIdx.x, i = blockIdx.x * blockDim.x + t, lane = t % 32, warp = t / 32;
    int sum = from[i];
    for (unsigned int distance = 1; distance < 32; distance *= 2) {
        int other = __shfl_up_sync(0xFFFFFFFF, sum, distance);
        if (lane >= distance)
            sum += other;
    }
    if (lane == 31)
        sums[warp] = sum;
    __syncthreads();
    for (unsigned int before = 0; before < warp; before++)
        sum += sums[before];
    to[i] = sum;
}

/* How many of a sorted array are below `wanted`. */
__device__ static unsigned int count_below(const int *sorted, unsigned int n, int wanted)
{
    unsigned int low = 0, high = n;
    while (low < high) {
        unsigned int middle = (low + high) / 2;
        if (sorted[middle] < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Merges two sorted arrays of n numbers: a search for each number ... */
__global__ void mergeEach(int *to, const int *a, const int *b, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i + count_below(b, n, a[i])] = a[i];
    else if (i < 2 * n)
        to[i - n + count_below(a, n, b[i - n] + 1)] = b[i - n];
}

/* ... or one for RUN of the results, which a thread then takes in turn. */
__global__ void mergeRuns(int *to, const int *a, const int *b, unsigned int n)
{
    unsigned int first = (blockIdx.x * blockDim.x + threadIdx.x) * RUN;
    if (first >= 2 * n)
        return;
    unsigned int low = first > n ? first - n : 0, high = min(first, n);
    while (low < high) { // of a, so many are among the first results
        unsigned int middle = (low + high) / 2;
        if (a[middle] <= b[first - 1 - middle])
            low = middle + 1;
        else
            high = middle;
    }
    unsigned int i = low, j = first - low;
    for (int k = 0; k < RUN; k++) {
        bool isOfA = j >= n || (i < n && a[i] <= b[j]);
        to[first + k] = isOfA ? a[i++] : b[j++];
    }
}

/* How often each digit of 4 bits is in a block's numbers: by atomics ... */
__global__ void digitsAtomics(int *counts, const int *numbers, unsigned int n, int shift)
{
    __shared__ int own[DIGITS];
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x < DIGITS)
        own[threadIdx.x] = 0;
    __syncthreads();
    if (i < n)
        atomicAdd(&own[numbers[i] >> shift & (DIGITS - 1)], 1);
    __syncthreads();
    if (threadIdx.x < DIGITS)
        counts[blockIdx.x * DIGITS + threadIdx.x] = own[threadIdx.x];
}

/* ... or by votes: each warp asks who has the bits of a digit. */
__global__ void digitsVotes(int *counts, const int *numbers, unsigned int n, int shift)
{
    __shared__ int own[8][DIGITS];
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    int digit = i < n ? numbers[i] >> shift & (DIGITS - 1) : -1;
    unsigned int mine = __ballot_sync(0xFFFFFFFF, digit >= 0);
    for (int bit = 0; bit < 4; bit++) {
        unsigned int set = __ballot_sync(0xFFFFFFFF, digit >> bit & 1);
        mine &= lane >> bit & 1 ? set : ~set;
    }
    if (lane < DIGITS)
        own[threadIdx.x / 32][lane] = __popc(mine);
    __syncthreads();
    if (threadIdx.x < DIGITS) {
        int sum = 0;
        for (int warp = 0; warp < 8; warp++)
            sum += own[warp][threadIdx.x];
        counts[blockIdx.x * DIGITS + threadIdx.x] = sum;
    }
}

static int *d_to, *d_from, *h_from;
static unsigned int distance_at_hand, block_at_hand;

static int exchanged(size_t i)
{
    int own = h_from[i], other = h_from[i ^ distance_at_hand];
    return ((i & distance_at_hand) == 0) == (own < other) ? own : other;
}

static void time_exchanges(size_t n, unsigned int distance)
{
    distance_at_hand = distance;
    unsigned int grid = blocks_for(n, 256);
    char name[40];
    snprintf(name, sizeof name, "exchange_%u.each", distance);
    for (start_case(name, n, grid, 256, 3 * n * sizeof(int)); next_launch();)
        exchangeEach<<<grid, 256>>>(d_to, d_from, (unsigned int)n, distance);
    if (launches() > 0)
        check_case(ints_are(d_to, n, exchanged));
    snprintf(name, sizeof name, "exchange_%u.pairs", distance);
    grid = blocks_for(n / 2, 256);
    for (start_case(name, n, grid, 256, 2 * n * sizeof(int)); next_launch();)
        exchangePairs<<<grid, 256>>>(d_to, d_from, (unsigned int)n, distance);
    if (launches() > 0)
        check_case(ints_are(d_to, n, exchanged));
}

static int compare_ints(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

/* Whether each tile of d_to has the sorted numbers of d_from's. */
static int are_sorted(size_t n, size_t tile)
{
    int *to = (int *)copy_to_host(d_to, n * sizeof(int)),
        *wanted = (int *)copy_to_host(d_from, n * sizeof(int));
    for (size_t i = 0; i < n; i += tile)
        qsort(&wanted[i], tile, sizeof(int), compare_ints);
    int is_right = memcmp(to, wanted, n * sizeof(int)) == 0;
    free(wanted);
    free(to);
    CHECK(cudaMemset(d_to, 0xFF, n * sizeof(int)));
    return is_right;
}

static void time_sorts(size_t n)
{
    unsigned int grid = (unsigned int)(n / TILE);
    for (start_case("sort.bitonic", n, grid, TILE, 2 * n * sizeof(int)); next_launch();)
        sortBitonic<<<grid, TILE>>>(d_to, d_from);
    if (launches() > 0)
        check_case(are_sorted(n, TILE));
    for (start_case("sort.ranks", n, grid, TILE, 2 * n * sizeof(int)); next_launch();)
        sortByRanks<<<grid, TILE>>>(d_to, d_from);
    if (launches() > 0)
        check_case(are_sorted(n, TILE));
}

static int prefix_sum(size_t i)
{
    static int sum;
    sum = i % block_at_hand == 0 ? h_from[i] : sum + h_from[i];
    return sum;
}

static void time_prefixes(size_t n, unsigned int block)
{
    unsigned int grid = (unsigned int)(n / block);
    size_t bytes = 2 * n * sizeof(int), shared = block * sizeof(int);
    block_at_hand = block;
    for (start_case("prefix.doubling", n, grid, block, bytes); next_launch();)
        prefixDoubling<<<grid, block, 2 * shared>>>(d_to, d_from);
    if (launches() > 0)
        check_case(ints_are(d_to, n, prefix_sum));
    for (start_case("prefix.tree", n, grid, block, bytes); next_launch();)
        prefixTree<<<grid, block, shared>>>(d_to, d_from);
    if (launches() > 0)
        check_case(ints_are(d_to, n, prefix_sum));
    for (start_case("prefix.warps", n, grid, block, bytes); next_launch();)
        prefixWarps<<<grid, block>>>(d_to, d_from);
    if (launches() > 0)
        check_case(ints_are(d_to, n, prefix_sum));
}

/* The halves are sorted first: every third number, and squares. */
static void time_merges(size_t n)
{
    unsigned int half = (unsigned int)(n / 2), grid = blocks_for(n, 128);
    int *d_halves, *h_halves = (int *)host_memory(n * sizeof(int));
    for (unsigned int i = 0; i < half; i++) {
        h_halves[i] = (int)(3 * i);
        h_halves[half + i] = (int)((double)i * i / half * 2);
    }
    CHECK(cudaMalloc((void **)&d_halves, n * sizeof(int)));
    CHECK(cudaMemcpy(d_halves, h_halves, n * sizeof(int), cudaMemcpyHostToDevice));
    qsort(h_halves, n, sizeof(int), compare_ints);
    for (int is_by_runs = 0; is_by_runs < 2; is_by_runs++) {
        if (is_by_runs)
            grid = blocks_for(n / RUN, 128);
        for (start_case(is_by_runs ? "merge.runs" : "merge.each", n, grid, 128,
                        2 * n * sizeof(int));
             next_launch();) {
            if (is_by_runs)
                mergeRuns<<<grid, 128>>>(d_to, d_halves, d_halves + half, half);
            else
                mergeEach<<<grid, 128>>>(d_to, d_halves, d_halves + half, half);
        }
        if (launches() > 0) {
            int *to = (int *)copy_to_host(d_to, n * sizeof(int));
            check_case(memcmp(to, h_halves, n * sizeof(int)) == 0);
            free(to);
            CHECK(cudaMemset(d_to, 0xFF, n * sizeof(int)));
        }
    }
    CHECK(cudaFree(d_halves));
    free(h_halves);
}

static int digits_of_block(size_t i)
{
    int count = 0;
    for (size_t k = i / DIGITS * 256; k < i / DIGITS * 256 + 256; k++)
        count += (h_from[k] >> 8 & (DIGITS - 1)) == (int)(i % DIGITS);
    return count;
}

static void time_digits(size_t n)
{
    unsigned int grid = blocks_for(n, 256);
    for (start_case("digits.atomics", n, grid, 256, n * sizeof(int)); next_launch();)
        digitsAtomics<<<grid, 256>>>(d_to, d_from, (unsigned int)n, 8);
    if (launches() > 0)
        check_case(ints_are(d_to, (size_t)grid * DIGITS, digits_of_block));
    for (start_case("digits.votes", n, grid, 256, n * sizeof(int)); next_launch();)
        digitsVotes<<<grid, 256>>>(d_to, d_from, (unsigned int)n, 8);
    if (launches() > 0)
        check_case(ints_are(d_to, (size_t)grid * DIGITS, digits_of_block));
}

int main(int argc, char **argv)
{
    start_family("held_out_sorting", argc, argv);
    size_t largest = scaled((size_t)1 << 24);
    d_to = zeros_on_device(largest);
    d_from = ints_on_device(largest);
    h_from = (int *)copy_to_host(d_from, largest * sizeof(int));
    time_exchanges(largest / 64, 4);
    time_exchanges(largest / 64, 1024);
    time_exchanges(largest, 1 << 16);
    time_sorts(largest / 64);
    time_sorts(largest / 8);
    time_prefixes(largest / 64, 512);
    time_prefixes(largest / 4, 256);
    time_merges(largest / 64);
    time_merges(largest / 8);
    time_digits(largest / 64);
    time_digits(largest / 2);
    CHECK(cudaFree(d_from));
    CHECK(cudaFree(d_to));
    free(h_from);
    return end_family();
}
