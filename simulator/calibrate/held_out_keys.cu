/*
 * Held out of every fit: keys that are added up, sorted, put into ranges and compared: numbers,
 * strings and codes. The words of a case's name behind the dot say which of several versions of the
 * same work it is.
 */
#include "held_out.h"

enum {
    LANES = 32,
    ALL = 0xFFFFFFFF,
    BLOCK = 256,
    KEYS = 512,
    EACH = 16,
    TILE = 512,
    LIMITS = 31,
    LENGTH = 32, /* of a string */
    STRINGS = 64,
    CODES = 4
};

typedef unsigned char byte;

__constant__ int limits[LIMITS];
__constant__ unsigned int codes[CODES];
static int h_limits[LIMITS];
static unsigned int h_codes[CODES];

/* Sums of the numbers of each key: added in global memory ... */
__global__ void totalsGlobal(unsigned int *totals, const int *keys, const int *numbers, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&totals[keys[i]], numbers[i]);
}

/* ... or in shared memory first ... */
__global__ void totalsShared(unsigned int *totals, const int *keys, const int *numbers, int n)
{
    __shared__ unsigned int own[KEYS];
    for (int key = threadIdx.x; key < KEYS; key += BLOCK)
        own[key] = 0;
    __syncthreads();
    int first = blockIdx.x * BLOCK * EACH + threadIdx.x;
    for (int i = first; i < min(first + BLOCK * EACH, n); i += BLOCK)
        atomicAdd(&own[keys[i]], numbers[i]);
    __syncthreads();
    for (int key = threadIdx.x; key < KEYS; key += BLOCK)
        atomicAdd(&totals[key], own[key]);
}

/* ... or in global memory, once for the lanes of a warp that have the same key. */
__global__ void totalsMatched(unsigned int *totals, const int *keys, const int *numbers, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, key = i < n ? keys[i] : -1;
    unsigned int alike = __match_any_sync(ALL, key);
    unsigned int sum = __reduce_add_sync(alike, i < n ? (unsigned int)numbers[i] : 0);
    if (key >= 0 && threadIdx.x % LANES == __ffs(alike) - 1)
        atomicAdd(&totals[key], sum);
}

/* Sorts TILE numbers of a block: by exchanges of pairs ... */
__global__ void tileExchanges(int *to, const int *from)
{
    __shared__ int tile[TILE];
    int t = threadIdx.x, first = blockIdx.x * TILE;
    tile[t] = from[first + t];
    tile[t + TILE / 2] = from[first + t + TILE / 2];
    for (int run = 2; run <= TILE; run *= 2)
        for (int apart = run / 2; apart > 0; apart /= 2) {
            __syncthreads();
            int low = 2 * t - (t & (apart - 1)), high = low + apart;
            int a = tile[low], b = tile[high];
            if ((a > b) == ((low & run) == 0)) {
                tile[low] = b;
                tile[high] = a;
            }
        }
    __syncthreads();
    to[first + t] = tile[t];
    to[first + t + TILE / 2] = tile[t + TILE / 2];
}

/* ... or by merging runs, where each number looks for its place among those of the other run: of
 * equal ones those of the left run are first. */
__global__ void tileMerges(int *to, const int *from)
{
    __shared__ int runs[2][TILE];
    int t = threadIdx.x, in = 0;
    runs[in][t] = from[blockIdx.x * TILE + t];
    __syncthreads();
    for (int length = 1; length < TILE; length *= 2) {
        int own = runs[in][t], isRight = (t & length) != 0, other = (t ^ length) & ~(length - 1);
        int low = other, high = other + length;
        while (low < high) {
            int middle = (low + high) / 2, there = runs[in][middle];
            if (there < own || (isRight && there == own))
                low = middle + 1;
            else
                high = middle;
        }
        int pair = t & ~(2 * length - 1);
        runs[1 - in][pair + (t & (length - 1)) + low - other] = own;
        in = 1 - in;
        __syncthreads();
    }
    to[blockIdx.x * TILE + t] = runs[in][t];
}

/* In which of the ranges between LIMITS limits a number is: all limits are counted ... */
__global__ void rangesCounted(byte *to, const int *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, below = 0;
    if (i >= n)
        return;
    for (int k = 0; k < LIMITS; k++)
        below += from[i] >= limits[k];
    to[i] = below;
}

/* ... or the range is halved five times. */
__global__ void rangesHalved(byte *to, const int *from, int n)
{
    __shared__ int own[LIMITS];
    int i = blockIdx.x * blockDim.x + threadIdx.x, below = 0;
    if (threadIdx.x < LIMITS)
        own[threadIdx.x] = limits[threadIdx.x];
    __syncthreads();
    if (i >= n)
        return;
    int number = from[i];
    for (int half = (LIMITS + 1) / 2; half > 0; half /= 2)
        if (number >= own[below + half - 1])
            below += half;
    to[i] = below;
}

/* How many letters must change, come or go until one string is another. `row` has so many columns
 * behind each other `apart`. */
template <typename Number>
__host__ __device__ static inline int edits(const byte *a, const byte *b, Number *row, int apart)
{
    for (int j = 0; j <= LENGTH; j++)
        row[j * apart] = (Number)j;
    for (int i = 0; i < LENGTH; i++) {
        int corner = i, left = i + 1;
        for (int j = 0; j < LENGTH; j++) {
            int above = row[(j + 1) * apart];
            int nearest = above < left ? above : left, changed = corner + (a[i] != b[j]);
            row[j * apart] = (Number)left;
            left = nearest + 1 < changed ? nearest + 1 : changed;
            corner = above;
        }
        row[LENGTH * apart] = (Number)left;
    }
    return row[LENGTH * apart];
}

/* Edits between pairs of strings: a thread for each pair, its row in an array of its own ... */
__global__ void editsOwn(int *to, const byte *a, const byte *b, int pairs)
{
    int pair = blockIdx.x * blockDim.x + threadIdx.x;
    int row[LENGTH + 1];
    if (pair < pairs)
        to[pair] = edits(a + pair * LENGTH, b + pair * LENGTH, row, 1);
}

/* ... or in shared memory ... */
__global__ void editsShared(int *to, const byte *a, const byte *b, int pairs)
{
    __shared__ int rows[LENGTH + 1][STRINGS];
    int pair = blockIdx.x * STRINGS + threadIdx.x;
    if (pair < pairs)
        to[pair] = edits(a + pair * LENGTH, b + pair * LENGTH, &rows[0][threadIdx.x], STRINGS);
}

/* ... or a warp, each lane a column: they are one row apart. */
__global__ void editsLanes(int *to, const byte *a, const byte *b, int pairs)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % LANES;
    if (i / LANES >= pairs)
        return;
    int letter = a[i], column = b[i], own = lane + 1, corner = lane;
    for (int step = 0; step < 2 * LENGTH - 1; step++) {
        int row = step - lane, left = __shfl_up_sync(ALL, own, 1);
        int other = __shfl_sync(ALL, letter, row & (LANES - 1));
        if (lane == 0)
            left = row + 1;
        if (row == 0)
            corner = lane;
        if (row >= 0 && row < LENGTH)
            own = min(min(own, left) + 1, corner + (other != column));
        corner = left;
    }
    if (lane == LANES - 1)
        to[i / LANES] = own;
}

/* How many bits of a code differ from the nearest of CODES codes: bits one after the other ... */
__global__ void codesLoop(int *to, const unsigned int *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, fewest = 32;
    if (i >= n)
        return;
    for (int k = 0; k < CODES; k++) {
        int found = 0;
        for (unsigned int bits = from[i] ^ codes[k]; bits != 0; bits &= bits - 1)
            found++;
        fewest = min(fewest, found);
    }
    to[i] = fewest;
}

/* ... or as the device counts them. */
__global__ void codesDefined(int *to, const unsigned int *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, fewest = 32;
    if (i >= n)
        return;
    for (int k = 0; k < CODES; k++)
        fewest = min(fewest, __popc(from[i] ^ codes[k]));
    to[i] = fewest;
}

static int *d_numbers, *d_keys, *h_sorted;
static unsigned int *d_codes, wanted_totals[KEYS];
static byte *d_letters, *h_letters;
static void *d_to;
static size_t apart; /* from the first strings to the second in the same memory */

/* Keys of which some lanes beside each other have the same. */
static int key_at(size_t i)
{
    return (int)(i / 6 + (input_number(i) & 1)) * 37 % KEYS;
}

static unsigned int code_at(size_t i)
{
    return (unsigned int)input_number(i) * 1048583u ^ (unsigned int)input_number(3 * i + 1);
}

static double total(size_t key)
{
    return launches() * wanted_totals[key];
}

static double sorted_number(size_t i)
{
    return h_sorted[i];
}

static double range_at(size_t i)
{
    int below = 0;
    while (below < LIMITS && input_number(i) >= h_limits[below])
        below++;
    return below;
}

static double edits_at(size_t pair)
{
    int row[LENGTH + 1];
    return edits(h_letters + pair * LENGTH, h_letters + apart + pair * LENGTH, row, 1);
}

static double fewest_bits(size_t i)
{
    int fewest = 32;
    for (int k = 0; k < CODES; k++)
        fewest = min(fewest, __builtin_popcount(code_at(i) ^ h_codes[k]));
    return fewest;
}

static void time_totals(size_t n)
{
    unsigned int *totals = (unsigned int *)d_to;
    static const struct {
        const char *name;
        void (*kernel)(unsigned int *, const int *, const int *, int);
        int each;
    } of[] = {{"totals.global", totalsGlobal, 1},
              {"totals.shared", totalsShared, EACH},
              {"totals.matched", totalsMatched, 1}};
    memset(wanted_totals, 0, sizeof wanted_totals);
    for (size_t i = 0; i < n; i++)
        wanted_totals[key_at(i)] += input_number(i);
    for (const auto &each : of) {
        CHECK(cudaMemset(totals, 0, KEYS * sizeof *totals));
        if (run_case(each.name, n, blocks_for(n, BLOCK * each.each), BLOCK, 8 * n, each.kernel,
                     totals, d_keys, d_numbers, (int)n))
            check_numbers(totals, KEYS, total, 0);
    }
}

static void time_orders(size_t n)
{
    int *to = (int *)d_to;
    unsigned int tiles = (unsigned int)(n / TILE);
    if (run_case("tile.exchanges", n, tiles, TILE / 2, 8 * n, tileExchanges, to, d_numbers))
        check_numbers(to, (size_t)tiles * TILE, sorted_number, 0);
    if (run_case("tile.merges", n, tiles, TILE, 8 * n, tileMerges, to, d_numbers))
        check_numbers(to, (size_t)tiles * TILE, sorted_number, 0);
    byte *bytes = (byte *)d_to;
    if (run_case("ranges.counted", n, blocks_for(n, 128), 128, 5 * n, rangesCounted, bytes,
                 d_numbers, (int)n))
        check_numbers(bytes, n, range_at, 0);
    if (run_case("ranges.halved", n, blocks_for(n, 128), 128, 5 * n, rangesHalved, bytes, d_numbers,
                 (int)n))
        check_numbers(bytes, n, range_at, 0);
}

/* Strings of n letters together, and codes, a quarter of n. */
static void time_strings(size_t n)
{
    int *to = (int *)d_to, pairs = (int)(n / LENGTH), count = (int)(n / 4);
    const byte *a = d_letters, *b = d_letters + apart;
    if (run_case("edits.own", n, blocks_for(pairs, STRINGS), STRINGS, 2 * n, editsOwn, to, a, b,
                 pairs))
        check_numbers(to, pairs, edits_at, 0);
    if (run_case("edits.shared", n, blocks_for(pairs, STRINGS), STRINGS, 2 * n, editsShared, to, a,
                 b, pairs))
        check_numbers(to, pairs, edits_at, 0);
    if (run_case("edits.lanes", n, blocks_for((size_t)pairs * LANES, BLOCK), BLOCK, 2 * n,
                 editsLanes, to, a, b, pairs))
        check_numbers(to, pairs, edits_at, 0);
    if (run_case("codes.loop", n, blocks_for(count, 512), 512, 2 * n, codesLoop, to, d_codes,
                 count))
        check_numbers(to, count, fewest_bits, 0);
    if (run_case("codes.defined", n, blocks_for(count, 512), 512, 2 * n, codesDefined, to, d_codes,
                 count))
        check_numbers(to, count, fewest_bits, 0);
}

static int compare_numbers(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static void make_inputs(size_t largest)
{
    int *keys = (int *)host_memory(largest * sizeof(int));
    unsigned int *own_codes = (unsigned int *)host_memory(largest / 4 * sizeof(int));
    for (size_t i = 0; i < largest; i++)
        keys[i] = key_at(i);
    for (size_t i = 0; i < largest / 4; i++)
        own_codes[i] = code_at(i);
    d_keys = copy_to_device(keys, largest);
    d_codes = copy_to_device(own_codes, largest / 4);
    free(keys);
    free(own_codes);
    h_letters = (byte *)host_memory(2 * largest);
    for (size_t i = 0; i < 2 * largest; i++)
        h_letters[i] = (byte)("acgt"[input_number(i * i + i / 3) % 4]);
    d_letters = copy_to_device(h_letters, 2 * largest);
    d_numbers = ints_on_device(largest);
    h_sorted = (int *)copy_to_host(d_numbers, largest * sizeof(int));
    for (size_t i = 0; i < largest; i += TILE)
        qsort(h_sorted + i, TILE, sizeof(int), compare_numbers);
    for (int k = 0; k < LIMITS; k++)
        h_limits[k] = 4 * (k + 1) * (k + 1) + k;
    for (int k = 0; k < CODES; k++)
        h_codes[k] = code_at(1000 + 77 * k);
    CHECK(cudaMemcpyToSymbol(limits, h_limits, sizeof h_limits));
    CHECK(cudaMemcpyToSymbol(codes, h_codes, sizeof h_codes));
}

int main(int argc, char **argv)
{
    start_family("held_out_keys", argc, argv);
    const size_t sizes[] = {1 << 18, (1 << 22) + 1717, 1 << 24};
    apart = scaled(1 << 24);
    make_inputs(apart);
    CHECK(cudaMalloc(&d_to, apart * sizeof(int)));
    for (size_t size : sizes) {
        size_t n = scaled(size);
        time_empty(n);
        time_totals(n);
        time_orders(n);
        time_strings(n);
    }
    for (void *memory :
         {d_to, (void *)d_numbers, (void *)d_keys, (void *)d_codes, (void *)d_letters})
        CHECK(cudaFree(memory));
    free(h_sorted);
    free(h_letters);
    return end_family();
}
