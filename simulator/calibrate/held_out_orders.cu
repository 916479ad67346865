/*
 * Held out of every fit: records, numbers and arrows in other orders than they are kept in. The
 * words of a case's name behind the dot say which of several versions of the same work it is.
 */
#include "cases.h"

enum { BLOCK = 256, BUCKETS = 128 };

/* Records of eight words in another order: a thread for each record, or for each word, or with
 * vectors. */
struct record {
    int words[8];
};

__global__ void recordsEach(struct record *to, const struct record *from, const int *order, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[order[i]];
}

__global__ void recordsWords(int *to, const int *from, const int *order, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 8 * n)
        to[i] = from[order[i / 8] * 8 + i % 8];
}

__global__ void recordsVectors(int4 *to, const int4 *from, const int *order, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 2 * n)
        to[i] = from[order[i / 2] * 2 + i % 2];
}

/* Puts numbers into buckets, in any order within them: each asks its bucket for a place ... */
__global__ void bucketsEach(int *to, unsigned int *used, const int *starts, const int *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int bucket = from[i] % BUCKETS, start = starts[bucket], room = starts[bucket + 1] - start;
    to[start + atomicAdd(&used[bucket], 1) % room] = from[i];
}

/* ... or the block asks for all of its own. */
__global__ void bucketsBlocks(int *to, unsigned int *used, const int *starts, const int *from,
                              int n)
{
    __shared__ unsigned int counts[BUCKETS], firsts[BUCKETS];
    int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
    int bucket = i < n ? from[i] % BUCKETS : 0;
    unsigned int own = 0;
    if (t < BUCKETS)
        counts[t] = 0;
    __syncthreads();
    if (i < n)
        own = atomicAdd(&counts[bucket], 1);
    __syncthreads();
    if (t < BUCKETS && counts[t] > 0)
        firsts[t] = atomicAdd(&used[t], counts[t]);
    __syncthreads();
    if (i >= n)
        return;
    int start = starts[bucket], room = starts[bucket + 1] - start;
    to[start + (firsts[bucket] + own) % room] = from[i];
}

/* Each number at the place whose bits are its own place's from behind: read from there ... */
__global__ void mirrorRead(int *to, const int *from, int n, int bits)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[__brev(i) >> (32 - bits)];
}

/* ... or written there. */
__global__ void mirrorWrite(int *to, const int *from, int n, int bits)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[__brev(i) >> (32 - bits)] = from[i];
}

/* Numbers from places that are off by less than a window. */
__global__ void windows(int *to, const int *from, unsigned int n, unsigned int window)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[(i / window * window + (i * 40503u ^ i >> 5) % window) % n];
}

/* Arrows of length one: as structures ... */
__host__ __device__ static inline float3 of_length_one(float x, float y, float z)
{
    float scale = 1 / sqrtf(x * x + y * y + z * z + 0.25f);
    return make_float3(x * scale, y * scale, z * scale);
}

__global__ void arrowsStructures(float3 *arrows, const float3 *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        arrows[i] = of_length_one(from[i].x, from[i].y, from[i].z);
}

/* ... as structures that pass through shared memory word by word ... */
__global__ void arrowsShared(float *arrows, const float *from, int n)
{
    __shared__ float words[3 * BLOCK];
    int t = threadIdx.x, first = blockIdx.x * 3 * BLOCK;
    for (int k = t; k < 3 * BLOCK; k += BLOCK)
        words[k] = first + k < 3 * n ? from[first + k] : 0;
    __syncthreads();
    float3 arrow = of_length_one(words[3 * t], words[3 * t + 1], words[3 * t + 2]);
    words[3 * t] = arrow.x;
    words[3 * t + 1] = arrow.y;
    words[3 * t + 2] = arrow.z;
    __syncthreads();
    for (int k = t; k < 3 * BLOCK; k += BLOCK)
        if (first + k < 3 * n)
            arrows[first + k] = words[k];
}

/* ... or as three fields. */
__global__ void arrowsFields(float *arrows, const float *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float3 arrow = of_length_one(from[i], from[n + i], from[2 * n + i]);
    arrows[i] = arrow.x;
    arrows[n + i] = arrow.y;
    arrows[2 * n + i] = arrow.z;
}

/* Two channels of sound, taken apart and mixed with each other: word by word from a pair ... */
__global__ void stereoWords(short *left, short *right, const short *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    left[i] = (short)((3 * from[2 * i] + from[2 * i + 1]) / 4);
    right[i] = (short)((3 * from[2 * i + 1] + from[2 * i]) / 4);
}

/* ... or four pairs at a time. */
__global__ void stereoFours(short4 *left, short4 *right, const short4 *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (4 * i >= n)
        return;
    short4 a = from[2 * i], b = from[2 * i + 1];
    left[i] = make_short4((short)((3 * a.x + a.y) / 4), (short)((3 * a.z + a.w) / 4),
                          (short)((3 * b.x + b.y) / 4), (short)((3 * b.z + b.w) / 4));
    right[i] = make_short4((short)((3 * a.y + a.x) / 4), (short)((3 * a.w + a.z) / 4),
                           (short)((3 * b.y + b.x) / 4), (short)((3 * b.w + b.z) / 4));
}

static int *d_to, *d_ints, *d_order, *h_ints, *h_order, bits;
static unsigned int *d_used;
static float *d_floats, *h_floats;
static size_t count; /* of the case at hand */

static int record_word(size_t i)
{
    return h_ints[h_order[i / 8] * 8 + i % 8];
}

static void time_records(size_t n)
{
    int records = (int)(n / 8);
    unsigned int each = blocks_for(records, BLOCK), words = blocks_for(8 * records, BLOCK),
                 vectors = blocks_for(2 * records, BLOCK);
    for (int i = 0; i < records; i++)
        h_order[i] = (int)(i * 2654435761u % records);
    CHECK(cudaMemcpy(d_order, h_order, records * sizeof(int), cudaMemcpyHostToDevice));
    for (start_case("records.each", n, each, BLOCK, 8 * n + n / 2); next_launch();)
        recordsEach<<<each, BLOCK>>>((struct record *)d_to, (struct record *)d_ints, d_order,
                                     records);
    if (launches() > 0)
        check_case(ints_are(d_to, 8 * records, record_word));
    for (start_case("records.words", n, words, BLOCK, 12 * n); next_launch();)
        recordsWords<<<words, BLOCK>>>(d_to, d_ints, d_order, records);
    if (launches() > 0)
        check_case(ints_are(d_to, 8 * records, record_word));
    for (start_case("records.vectors", n, vectors, BLOCK, 9 * n); next_launch();)
        recordsVectors<<<vectors, BLOCK>>>((int4 *)d_to, (int4 *)d_ints, d_order, records);
    if (launches() > 0)
        check_case(ints_are(d_to, 8 * records, record_word));
}

/* Whether each bucket has numbers of its own, and all together have the sum of all; overwritten. */
static int are_buckets_right(size_t n)
{
    int *to = (int *)copy_to_host(d_to, n * sizeof(int)), is_right = 1;
    long long sum = 0;
    for (int bucket = 0; bucket < BUCKETS; bucket++)
        for (int i = h_order[bucket]; i < h_order[bucket + 1]; i++) {
            is_right &= to[i] % BUCKETS == bucket;
            sum += to[i];
        }
    free(to);
    CHECK(cudaMemset(d_to, 0xFF, n * sizeof(int)));
    return is_right && sum == sum_of_inputs(n);
}

static void time_buckets(size_t n)
{
    unsigned int grid = blocks_for(n, BLOCK);
    memset(h_order, 0, (BUCKETS + 1) * sizeof(int));
    for (size_t i = 0; i < n; i++)
        h_order[h_ints[i] % BUCKETS + 1]++;
    for (int bucket = 0; bucket < BUCKETS; bucket++)
        h_order[bucket + 1] += h_order[bucket];
    CHECK(cudaMemcpy(d_order, h_order, (BUCKETS + 1) * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemset(d_used, 0, BUCKETS * sizeof(int)));
    for (start_case("buckets.each", n, grid, BLOCK, 16 * n); next_launch();)
        bucketsEach<<<grid, BLOCK>>>(d_to, d_used, d_order, d_ints, (int)n);
    if (launches() > 0)
        check_case(are_buckets_right(n));
    CHECK(cudaMemset(d_used, 0, BUCKETS * sizeof(int)));
    for (start_case("buckets.blocks", n, grid, BLOCK, 16 * n); next_launch();)
        bucketsBlocks<<<grid, BLOCK>>>(d_to, d_used, d_order, d_ints, (int)n);
    if (launches() > 0)
        check_case(are_buckets_right(n));
}

static int mirrored(size_t i)
{
    size_t place = 0;
    for (int bit = 0; bit < bits; bit++)
        place |= (i >> bit & 1) << (bits - 1 - bit);
    return h_ints[place];
}

/* As many numbers as the largest power of two that n has room for. */
static void time_mirrors(size_t n)
{
    for (bits = 0; (size_t)2 << bits <= n;)
        bits++;
    size_t mirrors = (size_t)1 << bits;
    unsigned int grid = blocks_for(mirrors, 512);
    for (start_case("mirror.read", mirrors, grid, 512, 8 * mirrors); next_launch();)
        mirrorRead<<<grid, 512>>>(d_to, d_ints, (int)mirrors, bits);
    if (launches() > 0)
        check_case(ints_are(d_to, mirrors, mirrored));
    for (start_case("mirror.write", mirrors, grid, 512, 8 * mirrors); next_launch();)
        mirrorWrite<<<grid, 512>>>(d_to, d_ints, (int)mirrors, bits);
    if (launches() > 0)
        check_case(ints_are(d_to, mirrors, mirrored));
}

static unsigned int window;

static int windowed(size_t i)
{
    unsigned int own = (unsigned int)i, place = own / window * window;
    return h_ints[(place + ((own * 40503u ^ own >> 5) % window)) % count];
}

static void time_windows(size_t n)
{
    static const struct {
        const char *name;
        unsigned int window;
    } all[] = {{"windows_narrow", 64}, {"windows_middle", 8192}, {"windows_wide", 1 << 30}};
    unsigned int grid = blocks_for(n, BLOCK);
    for (auto one : all) {
        window = one.window;
        for (start_case(one.name, n, grid, BLOCK, 8 * n); next_launch();)
            windows<<<grid, BLOCK>>>(d_to, d_ints, (unsigned int)n, window);
        if (launches() > 0)
            check_case(ints_are(d_to, n, windowed));
    }
}

static float arrow_of_structures(size_t i)
{
    const float *from = h_floats + i / 3 * 3;
    float3 arrow = of_length_one(from[0], from[1], from[2]);
    return i % 3 == 0 ? arrow.x : i % 3 == 1 ? arrow.y : arrow.z;
}

static float arrow_of_fields(size_t i)
{
    size_t arrows = count / 3, own = i % arrows;
    float3 arrow = of_length_one(h_floats[own], h_floats[arrows + own], h_floats[2 * arrows + own]);
    return i / arrows == 0 ? arrow.x : i / arrows == 1 ? arrow.y : arrow.z;
}

static void time_arrows(size_t n)
{
    int arrows = (int)(n / 3);
    unsigned int grid = blocks_for(arrows, BLOCK);
    float *to = (float *)d_to;
    for (start_case("arrows.structures", n, grid, BLOCK, 8 * n); next_launch();)
        arrowsStructures<<<grid, BLOCK>>>((float3 *)to, (float3 *)d_floats, arrows);
    if (launches() > 0)
        check_case(floats_are(to, 3 * arrows, arrow_of_structures));
    for (start_case("arrows.shared", n, grid, BLOCK, 8 * n); next_launch();)
        arrowsShared<<<grid, BLOCK>>>(to, d_floats, arrows);
    if (launches() > 0)
        check_case(floats_are(to, 3 * arrows, arrow_of_structures));
    for (start_case("arrows.fields", n, grid, BLOCK, 8 * n); next_launch();)
        arrowsFields<<<grid, BLOCK>>>(to, d_floats, arrows);
    if (launches() > 0)
        check_case(floats_are(to, 3 * arrows, arrow_of_fields));
}

/* Two samples as one word, as they stand in memory: the left one's or the right one's. */
static int mixed(size_t i)
{
    const short *from = (const short *)h_ints;
    unsigned int words[2];
    size_t pairs = count / 4 * 4, side = i * 2 >= pairs, first = i * 2 - side * pairs;
    for (size_t k = 0; k < 2; k++)
        words[k] =
            (unsigned short)((3 * from[2 * (first + k) + side] + from[2 * (first + k) + 1 - side]) /
                             4);
    return (int)(words[0] | words[1] << 16);
}

static void time_stereo(size_t n)
{
    int pairs = (int)(n / 4 * 4);
    unsigned int grid = blocks_for(pairs, BLOCK), fours = blocks_for(pairs / 4, BLOCK);
    short *to = (short *)d_to, *from = (short *)d_ints;
    for (start_case("stereo.words", n, grid, BLOCK, 8 * n); next_launch();)
        stereoWords<<<grid, BLOCK>>>(to, to + pairs, from, pairs);
    if (launches() > 0)
        check_case(ints_are(d_to, pairs, mixed));
    for (start_case("stereo.fours", n, fours, BLOCK, 8 * n); next_launch();)
        stereoFours<<<fours, BLOCK>>>((short4 *)to, (short4 *)(to + pairs), (short4 *)from, pairs);
    if (launches() > 0)
        check_case(ints_are(d_to, pairs, mixed));
}

int main(int argc, char **argv)
{
    start_family("held_out_orders", argc, argv);
    const size_t sizes[] = {1 << 18, (1 << 22) + 1001, 1 << 25}, largest = scaled(1 << 25);
    d_ints = ints_on_device(largest);
    h_ints = (int *)copy_to_host(d_ints, largest * sizeof(int));
    d_floats = floats_on_device(largest);
    h_floats = (float *)copy_to_host(d_floats, largest * sizeof(float));
    d_order = zeros_on_device(largest / 8);
    h_order = (int *)host_memory(largest / 8 * sizeof(int));
    d_used = (unsigned int *)zeros_on_device(BUCKETS);
    d_to = zeros_on_device(largest);
    for (size_t size : sizes) {
        count = scaled(size);
        time_records(count);
        time_buckets(count);
        time_mirrors(count);
        time_windows(count);
        time_arrows(count);
        time_stereo(count);
    }
    for (void *memory : {(void *)d_ints, (void *)d_floats, (void *)d_order, (void *)d_used})
        CHECK(cudaFree(memory));
    for (void *memory : {(void *)h_ints, (void *)h_floats, (void *)h_order})
        free(memory);
    CHECK(cudaFree(d_to));
    return end_family();
}
