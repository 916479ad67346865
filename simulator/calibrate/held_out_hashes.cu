/*
 * Held out of every fit: tables of keys: hash tables that are filled and asked, a filter of Bloom,
 * sorted keys that are searched, remainders of 64 bits. The words of a case's name behind the dot
 * say which of several versions of the same work it is.
 */
#include "held_out.h"

enum { BLOCK = 256, GROUP = 8, HASHES = 4 };
enum : unsigned int { ALL = 0xFFFFFFFF, EMPTY = 0, MISSING = 0xFFFFFFFF };

typedef unsigned int word;
typedef unsigned long long wide;

/* Stirs the bits of a key (the end of MurmurHash3). */
__host__ __device__ static inline word hash(word key)
{
    key = (key ^ key >> 16) * 0x85EBCA6Bu;
    key = (key ^ key >> 13) * 0xC2B2AE35u;
    return key ^ key >> 16;
}

/* Key i: none is 0, none there twice; those from 2^30 on are in no table. */
__host__ __device__ static inline word key_of(word i)
{
    return (2 * i + 1) * 2654435761u;
}

/* Fills a hash table, whose size is a power of two: a place is taken by an exchange of its key, and
 * the value stored into an array of its own ... */
__global__ void insertKeys(word *keys, word *values, word mask, const word *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    word key = from[i], place = hash(key) & mask;
    while (1) {
        word found = atomicCAS(&keys[place], EMPTY, key);
        if (found == EMPTY || found == key)
            break;
        place = (place + 1) & mask;
    }
    values[place] = i;
}

/* ... or key and value are exchanged together. */
__global__ void insertPairs(wide *pairs, word mask, const word *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    word key = from[i], place = hash(key) & mask;
    wide pair = (wide)key << 32 | (word)i;
    while (1) {
        wide found = atomicCAS(&pairs[place], (wide)EMPTY, pair);
        if (found == EMPTY || found == pair)
            break;
        place = (place + 1) & mask;
    }
}

/* The value of each key, of which half are in the table: a thread looks at one place after the
 * other ... */
__global__ void probeSteps(word *to, const uint2 *pairs, word mask, const word *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    word key = from[i], place = hash(key) & mask, value = MISSING;
    while (1) {
        uint2 pair = pairs[place];
        if (pair.y == key)
            value = pair.x;
        if (pair.y == key || pair.y == EMPTY)
            break;
        place = (place + 1) & mask;
    }
    to[i] = value;
}

/* ... or eight lanes at eight places at once. */
__global__ void probeLanes(word *to, const uint2 *pairs, word mask, const word *from, int n)
{
    int i = (blockIdx.x * blockDim.x + threadIdx.x) / GROUP, own = threadIdx.x % GROUP;
    if (i >= n)
        return;
    int first = threadIdx.x % 32 / GROUP * GROUP;
    word lanes = 0xFFu << first, key = from[i], place = hash(key) & mask, value = MISSING;
    while (1) {
        uint2 pair = pairs[(place + own) & mask];
        word here = __ballot_sync(lanes, pair.y == key),
             free = __ballot_sync(lanes, pair.y == EMPTY);
        if (here != 0)
            value = __shfl_sync(lanes, pair.x, __ffs(here) - 1);
        if (here != 0 || free != 0)
            break;
        place += GROUP;
    }
    if (own == 0)
        to[i] = value;
}

/* Whether each key may be among those of a filter: as many of its bits as there are hashes. */
__global__ void filter(unsigned char *to, const word *bits, word mask, const word *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    word first = hash(from[i]), step = hash(first) | 1;
    int may = 1;
    for (int k = 0; k < HASHES && may; k++) {
        word bit = (first + k * step) & mask;
        may = bits[bit / 32] >> bit % 32 & 1;
    }
    to[i] = may;
}

/* Where each number would be among sorted keys: the first that is not less. By halves ... */
__global__ void searchSorted(int *to, const word *sorted, int count, const word *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    word key = from[i];
    int low = 0, high = count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (sorted[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    to[i] = low;
}

/* ... or down the levels of a tree, in whose order the 2^levels - 1 keys lie from place 1 on. */
__global__ void searchLevels(int *to, const word *tree, int levels, const word *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    word key = from[i];
    int node = 1;
    for (int level = 0; level < levels; level++)
        node = 2 * node + (tree[node] < key);
    to[i] = node - (1 << levels);
}

/* The bucket of each hash of 64 bits: a remainder ... */
__global__ void bucketDivided(word *to, wide buckets, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    wide hashed = ((wide)hash(i) << 32 | hash(i + 1)) * 0x9E3779B97F4A7C15ull;
    to[i] = (word)(hashed % buckets);
}

/* ... or what is left of a multiplication with the reciprocal, 2^64 over the buckets. */
__global__ void bucketMultiplied(word *to, wide buckets, wide reciprocal, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    wide hashed = ((wide)hash(i) << 32 | hash(i + 1)) * 0x9E3779B97F4A7C15ull;
    wide rest = hashed - __umul64hi(hashed, reciprocal) * buckets;
    to[i] = (word)(rest >= buckets ? rest - buckets : rest);
}

static word *h_asked, *h_sorted, *h_tree, *h_bits, *d_keys, *d_asked, *d_sorted, *d_tree, *d_bits;
static uint2 *h_pairs, *d_pairs;
static word *d_to, bits_mask;
static int sorted_at_hand, keys_at_hand;
static const wide buckets = 2097143; // a prime

/* Every second key that is asked for is in the table. */
static double value_of(size_t i)
{
    return i % 2 == 0 ? (double)(i / 2 * 7919 % keys_at_hand) : MISSING;
}

static double may_be_there(size_t i)
{
    word first = hash(h_asked[i]), step = hash(first) | 1;
    int may = 1;
    for (int k = 0; k < HASHES; k++)
        may &= h_bits[((first + k * step) & bits_mask) / 32] >> (first + k * step) % 32 & 1;
    return may;
}

/* Keys are sorted, so that what is less is counted by a walk with long steps. */
static double place_among_sorted(size_t i)
{
    int place = 0;
    for (int step = 1 << 24; step > 0; step /= 2)
        if (place + step <= sorted_at_hand && h_sorted[place + step - 1] < h_asked[i])
            place += step;
    return place;
}

static double bucket(size_t i)
{
    wide hashed = ((wide)hash((word)i) << 32 | hash((word)i + 1)) * 0x9E3779B97F4A7C15ull;
    return (double)(hashed % buckets);
}

/* The least power of two that is not below a number. */
static word power_from(size_t least)
{
    word power = 1;
    while (power < least)
        power *= 2;
    return power;
}

/* Whether each key is in the table once, with its value; in which place depends on the order in
 * which the threads came. */
static int are_inserted(const word *keys, const word *values, size_t step, word capacity)
{
    int count = 0, is_right = 1;
    for (size_t place = 0; place < capacity; place++) {
        word key = keys[place * step], value = values[place * step];
        count += key != EMPTY;
        is_right &= key == EMPTY || ((int)value < keys_at_hand && key == key_of(value));
    }
    return is_right && count == keys_at_hand;
}

/* The table, the filter and the keys that are asked for, of so many keys. */
static void make_tables(int count, word capacity)
{
    keys_at_hand = count;
    bits_mask = power_from(8 * (size_t)count) - 1;
    memset(h_pairs, 0, capacity * sizeof(uint2));
    memset(h_bits, 0, (bits_mask + 1) / 8);
    for (int i = 0; i < count; i++) {
        word key = key_of(i), place = hash(key) & (capacity - 1);
        while (h_pairs[place].y != EMPTY)
            place = (place + 1) & (capacity - 1);
        h_pairs[place] = make_uint2(i, key);
        word first = hash(key), step = hash(first) | 1;
        for (int k = 0; k < HASHES; k++) {
            word bit = (first + k * step) & bits_mask;
            h_bits[bit / 32] |= 1u << bit % 32;
        }
        h_asked[i] = i % 2 == 0 ? key_of((word)value_of(i)) : key_of(i + (1 << 30));
    }
    CHECK(cudaMemcpy(d_bits, h_bits, (bits_mask + 1) / 8, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_asked, h_asked, count * sizeof(word), cudaMemcpyHostToDevice));
}

/* Sorted keys, and the same as a tree: the middle one is the root, and so on. */
static int make_sorted(int count)
{
    int levels = 1;
    while ((4 << levels) <= count)
        levels++;
    sorted_at_hand = (1 << levels) - 1;
    word gap = 0xFFFFFFFF / sorted_at_hand;
    for (int i = 0; i < sorted_at_hand; i++)
        h_sorted[i] = i * gap + hash(i) % gap;
    for (int level = 0; level < levels; level++)
        for (int k = 0; k < 1 << level; k++)
            h_tree[(1 << level) + k] = h_sorted[(2 * k + 1) * (1 << (levels - 1 - level)) - 1];
    CHECK(cudaMemcpy(d_sorted, h_sorted, sorted_at_hand * sizeof(word), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_tree, h_tree, (sorted_at_hand + 1) * sizeof(word), cudaMemcpyHostToDevice));
    return levels;
}

static void time_tables(size_t n)
{
    int count = (int)(n / 8);
    word capacity = power_from(2 * (size_t)count), mask = capacity - 1, *places = (word *)d_pairs;
    size_t bytes = capacity * sizeof(uint2), asked = count;
    unsigned int blocks = blocks_for(count, BLOCK);
    make_tables(count, capacity);
    CHECK(cudaMemset(d_pairs, 0, bytes));
    if (run_case("insert.keys", n, blocks, BLOCK, 14 * asked, insertKeys, places, places + capacity,
                 mask, d_keys, count)) {
        word *filled = (word *)copy_to_host(d_pairs, bytes);
        check_case(are_inserted(filled, filled + capacity, 1, capacity));
        free(filled);
    }
    CHECK(cudaMemset(d_pairs, 0, bytes));
    if (run_case("insert.pairs", n, blocks, BLOCK, 16 * asked, insertPairs, (wide *)d_pairs, mask,
                 d_keys, count)) {
        word *filled = (word *)copy_to_host(d_pairs, bytes);
        check_case(are_inserted(filled + 1, filled, 2, capacity));
        free(filled);
    }
    CHECK(cudaMemcpy(d_pairs, h_pairs, bytes, cudaMemcpyHostToDevice));
    if (run_case("probe.steps", n, blocks_for(count, 128), 128, 22 * asked, probeSteps, d_to,
                 d_pairs, mask, d_asked, count))
        check_numbers(d_to, count, value_of, 0);
    if (run_case("probe.lanes", n, blocks_for((size_t)count * GROUP, 128), 128, 72 * asked,
                 probeLanes, d_to, d_pairs, mask, d_asked, count))
        check_numbers(d_to, count, value_of, 0);
    if (run_case("filter", n, blocks, BLOCK, 16 * asked, filter, (unsigned char *)d_to, d_bits,
                 bits_mask, d_asked, count))
        check_numbers((unsigned char *)d_to, count, may_be_there, 0);
}

static void time_searches(size_t n)
{
    int count = (int)(n / 8), levels = make_sorted(count), *to = (int *)d_to;
    size_t bytes = (size_t)count * (levels + 2) * sizeof(word);
    if (run_case("search.sorted", n, blocks_for(count, BLOCK), BLOCK, bytes, searchSorted, to,
                 d_sorted, sorted_at_hand, d_asked, count))
        check_numbers(to, count, place_among_sorted, 0);
    if (run_case("search.levels", n, blocks_for(count, BLOCK), BLOCK, bytes, searchLevels, to,
                 d_tree, levels, d_asked, count))
        check_numbers(to, count, place_among_sorted, 0);
    count = (int)(n / 4);
    if (run_case("bucket.divided", n, blocks_for(count, 512), 512, n, bucketDivided, d_to, buckets,
                 count))
        check_numbers(d_to, count, bucket, 0);
    if (run_case("bucket.multiplied", n, blocks_for(count, 512), 512, n, bucketMultiplied, d_to,
                 buckets, ~0ull / buckets, count))
        check_numbers(d_to, count, bucket, 0);
}

int main(int argc, char **argv)
{
    start_family("held_out_hashes", argc, argv);
    const size_t sizes[] = {1 << 18, (1 << 22) + 9000, 1 << 24}, largest = scaled(1 << 24);
    const size_t count = largest / 8, bits = power_from(8 * count) / 32;
    word *h_keys = (word *)host_memory(count * sizeof(word));
    h_asked = (word *)host_memory(count * sizeof(word));
    h_sorted = (word *)host_memory(count * sizeof(word));
    h_tree = (word *)host_memory(count * sizeof(word));
    h_bits = (word *)host_memory(bits * sizeof(word));
    h_pairs = (uint2 *)host_memory(power_from(2 * count) * sizeof(uint2));
    for (size_t i = 0; i < count; i++)
        h_keys[i] = key_of((word)i);
    d_keys = copy_to_device(h_keys, count);
    d_asked = (word *)zeros_on_device(count);
    d_sorted = (word *)zeros_on_device(count);
    d_tree = (word *)zeros_on_device(count);
    d_bits = (word *)zeros_on_device(bits);
    d_pairs = (uint2 *)zeros_on_device(2 * power_from(2 * count));
    d_to = (word *)zeros_on_device(largest / 4);
    for (size_t size : sizes) {
        time_empty(scaled(size));
        time_tables(scaled(size));
        time_searches(scaled(size));
    }
    for (void *memory : {(void *)d_keys, (void *)d_asked, (void *)d_sorted, (void *)d_tree,
                         (void *)d_bits, (void *)d_pairs, (void *)d_to})
        CHECK(cudaFree(memory));
    return end_family();
}
