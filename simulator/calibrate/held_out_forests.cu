/*
 * Held out of every fit: forests: what many decision trees say of a sample, how such trees get
 * their samples; search trees, and the places of points in a tree of eights. The words of a case's
 * name behind the dot say which of several versions of the same work it is.
 */
#include "held_out.h"

enum { FEATURES = 16, TREES = 8, DEPTH = 6 };
enum { INNER = (1 << DEPTH) - 1, LEAVES = 1 << DEPTH, NODES = INNER + LEAVES };
enum { DRAWS = 8 }; /* trees that a thread draws a sample for */

typedef unsigned int uint;

/* A node as a textbook has it. A leaf asks for no feature: that of number -1. */
struct Node {
    int feature;
    float border;
    int left, right;
    float value;
};

typedef struct {
    float border;
    int feature;
} Question; /* a node of a complete tree: node k's children are 2k + 1 and 2k + 2 */

__constant__ uint cuts[8]; // a draw below the first is a 0, below the second a 1

/* The sum over all trees of the leaf to which a sample falls: from node to node by their numbers,
 * until there is a leaf ... */
__global__ void predictNodes(const Node *nodes, const float *samples, float *sums, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    const float *sample = samples + (size_t)i * FEATURES;
    float sum = 0.0f;
    for (int t = 0; t < TREES; t++) {
        Node node = nodes[t * NODES];
        while (node.feature >= 0)
            node = nodes[sample[node.feature] > node.border ? node.right : node.left];
        sum += node.value;
    }
    sums[i] = sum;
}

/* ... or through complete trees, a feature of all samples side by side ... */
__global__ void predictLevels(const Question *__restrict__ questions,
                              const float *__restrict__ leaves, const float *__restrict__ samples,
                              float *sums, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    float sum = 0.0f;
    for (int t = 0; t < TREES; t++) {
        int k = 0;
#pragma unroll
        for (int level = 0; level < DEPTH; level++) {
            Question asked = questions[t * INNER + k];
            k = 2 * k + 1 + (samples[(size_t)asked.feature * count + i] > asked.border);
        }
        sum += leaves[t * LEAVES + k - INNER];
    }
    sums[i] = sum;
}

/* ... or with the trees in shared memory and the sample in an array of the thread: by some blocks,
 * or by as many as there are threads for. */
__global__ void predictShared(const Question *questions, const float *leaves, const float *samples,
                              float *sums, int count)
{
    __shared__ Question asked[TREES * INNER];
    __shared__ float values[TREES * LEAVES];
    for (uint k = threadIdx.x; k < TREES * INNER; k += blockDim.x)
        asked[k] = questions[k];
    for (uint k = threadIdx.x; k < TREES * LEAVES; k += blockDim.x)
        values[k] = leaves[k];
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
        float own[FEATURES], sum = 0;
        for (int k = 0; k < FEATURES; k++)
            own[k] = samples[(size_t)i * FEATURES + k];
        for (int t = 0; t < TREES; t++) {
            int k = 0;
            while (k < INNER) {
                Question question = asked[t * INNER + k];
                k = own[question.feature] > question.border ? 2 * k + 2 : 2 * k + 1;
            }
            sum += values[t * LEAVES + k - INNER];
        }
        sums[i] = sum;
    }
}

/* The smallest key that is not below the one asked for, 0 if there is none: in a sorted row ... */
__global__ void searchSorted(const uint *keys, uint *to, const uint *asked, int length, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    uint key = asked[i];
    int first = 0, left = length;
    while (left > 0) {
        int half = left >> 1;
        if (keys[first + half] < key) {
            first += half + 1;
            left -= half + 1;
        } else {
            left = half;
        }
    }
    to[i] = first < length ? keys[first] : 0;
}

/* ... or in a tree, level by level from place 1 on, without branches. */
__global__ void searchTree(const uint *tree, uint *found, const uint *asked, int length, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    uint key = asked[i], k = 1;
    while (k <= (uint)length)
        k = 2 * k + (tree[k] < key);
    k >>= __ffs(~k); // the last turn to the left
    found[i] = k ? tree[k] : 0;
}

__host__ __device__ static inline uint scrambled(uint number)
{
    number ^= number >> 16;
    number *= 0x7feb352d;
    number ^= number >> 15;
    number *= 0x846ca68b;
    return number ^ number >> 16;
}

/* How often a sample is drawn for each of eight trees, four bits for one (a Poisson distribution):
 * looked up until it is found, by threads that go on with further samples ... */
__global__ void drawsUntil(uint *drawn, uint count)
{
    uint i = blockIdx.x * blockDim.x + threadIdx.x;
    while (i < count) {
        uint counts = 0;
        for (int tree = 0; tree < DRAWS; tree++) {
            uint draw = scrambled(i * DRAWS + tree), k = 0;
            while (draw >= cuts[k])
                k++;
            counts |= k << (4 * tree);
        }
        drawn[i] = counts;
        i += blockDim.x * gridDim.x;
    }
}

/* ... or compared with all. */
__global__ void drawsAll(uint *drawn, uint count)
{
    uint i = blockIdx.x * blockDim.x + threadIdx.x, counts = 0;
    if (i >= count)
        return;
    for (int tree = 0; tree < DRAWS; tree++) {
        uint draw = scrambled(i * DRAWS + tree);
        for (int k = 0; k < 7; k++)
            counts += (draw >= cuts[k]) << (4 * tree);
    }
    drawn[i] = counts;
}

/* Where a point is in a tree of eights: the bits of its three coordinates in turn, bit by bit ...
 */
__global__ void codesBits(const float3 *points, uint *codes, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    int x = (int)(points[i].x * 1024), y = (int)(points[i].y * 1024), z = (int)(points[i].z * 1024);
    uint code = 0;
    for (int bit = 9; bit >= 0; bit--) {
        code = code << 2 | (x >> bit & 1) << 1 | (y >> bit & 1);
        code = code << 1 | (z >> bit & 1);
    }
    codes[i] = code;
}

/* Ten bits with two empty ones before each. */
__device__ static inline uint spread(float coordinate)
{
    uint bits = (uint)(coordinate * 1024);
    bits = (bits * 0x00010001u) & 0xFF0000FFu;
    bits = (bits * 0x00000101u) & 0x0F00F00Fu;
    bits = (bits * 0x00000011u) & 0xC30C30C3u;
    return (bits * 0x00000005u) & 0x49249249u;
}

/* ... or with masks. */
__global__ void codesMasks(const float3 *points, uint *codes, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        codes[i] = spread(points[i].x) << 2 | spread(points[i].y) << 1 | spread(points[i].z);
}

static float *h_samples, *d_samples, *h_turned, *d_turned, *d_leaves;
static float h_leaves[TREES * LEAVES];
static Question h_questions[TREES * INNER], *d_questions;
static Node h_nodes[TREES * NODES], *d_nodes;
static float3 *h_points, *d_points;
static uint *h_keys, *d_keys, *h_tree, *d_tree, *h_asked, *d_asked, h_cuts[8];
static void *d_to;
static size_t at_hand; // how many samples or keys the case at hand has

/* Where a sample falls is found from the leaves: it is the leaf all of whose questions it passes.
 */
static double predicted(size_t i)
{
    double sum = 0;
    for (int t = 0; t < TREES; t++)
        for (int leaf = 0; leaf < LEAVES; leaf++) {
            int passes = 1;
            for (int k = leaf + INNER; k > 0 && passes; k = (k - 1) / 2) {
                const Question *asked = &h_questions[t * INNER + (k - 1) / 2];
                passes = (h_samples[i * FEATURES + asked->feature] > asked->border) == (k % 2 == 0);
            }
            sum += passes ? h_leaves[t * LEAVES + leaf] : 0;
        }
    return sum;
}

/* Keys are in even steps with some noise, so that the wanted one is near its share of the row. */
static double key_for(size_t i)
{
    size_t k = (size_t)((double)h_asked[i] / 4294967296.0 * at_hand);
    for (k = k > 2 ? k - 2 : 0; k < at_hand; k++)
        if (h_keys[k] >= h_asked[i])
            return h_keys[k];
    return 0;
}

static double counts_drawn(size_t i)
{
    uint counts = 0;
    for (int tree = DRAWS - 1; tree >= 0; tree--) {
        counts <<= 4;
        for (int k = 0; k < 7; k++)
            counts += scrambled((uint)i * DRAWS + tree) >= h_cuts[k];
    }
    return counts;
}

static double code_of(size_t i)
{
    uint code = 0;
    for (int bit = 0; bit < 30; bit++)
        code |= ((uint)((&h_points[i].x)[2 - bit % 3] * 1024) >> bit / 3 & 1) << bit;
    return code;
}

static void time_predictions(size_t n)
{
    int count = (int)(n / 64);
    size_t values = (size_t)count * FEATURES, bytes = 4 * (size_t)count;
    float *to = (float *)d_to;
    for (size_t i = 0; i < values; i++)
        h_turned[i % FEATURES * count + i / FEATURES] = h_samples[i];
    CHECK(cudaMemcpy(d_turned, h_turned, values * sizeof(float), cudaMemcpyHostToDevice));
    if (run_case("predict.nodes", n, blocks_for(count, 128), 128,
                 bytes + (size_t)count * TREES * DEPTH * 24, predictNodes, d_nodes, d_samples, to,
                 count))
        check_numbers(to, count, predicted, 1e-5);
    if (run_case("predict.levels", n, blocks_for(count, 128), 128,
                 bytes + (size_t)count * TREES * (DEPTH * 12 + 4), predictLevels, d_questions,
                 d_leaves, d_turned, to, count))
        check_numbers(to, count, predicted, 1e-5);
    if (run_case("predict.shared", n, 396, 256, bytes + 4 * values, predictShared, d_questions,
                 d_leaves, d_samples, to, count))
        check_numbers(to, count, predicted, 1e-5);
    if (run_case("predict.blocks", n, blocks_for(count, 640), 640, bytes + 4 * values,
                 predictShared, d_questions, d_leaves, d_samples, to, count))
        check_numbers(to, count, predicted, 1e-5);
}

/* Lays sorted keys, from one on, out as a tree below place k. Returns the first that is left. */
static int lay_out(int key, size_t k)
{
    if (k > at_hand)
        return key;
    key = lay_out(key, 2 * k);
    h_tree[k] = h_keys[key++];
    return lay_out(key, 2 * k + 1);
}

static void time_searches(size_t n)
{
    int length = (int)(n / 64), count = (int)(n / 8);
    uint *to = (uint *)d_to;
    at_hand = length;
    for (int k = 0; k < length; k++)
        h_keys[k] = (uint)((k + (scrambled(k) >> 20) / 4096.0) * 4294967296.0 / length);
    lay_out(0, 1);
    CHECK(cudaMemcpy(d_keys, h_keys, length * sizeof(uint), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_tree, h_tree, (length + 1) * sizeof(uint), cudaMemcpyHostToDevice));
    size_t bytes = 4 * ((size_t)ceil(log2(length)) + 3) * (size_t)count;
    if (run_case("search.sorted", n, blocks_for(count, 256), 256, bytes, searchSorted, d_keys, to,
                 d_asked, length, count))
        check_numbers(to, count, key_for, 0);
    if (run_case("search.tree", n, blocks_for(count, 256), 256, bytes, searchTree, d_tree, to,
                 d_asked, length, count))
        check_numbers(to, count, key_for, 0);
}

static void time_bits(size_t n)
{
    uint *to = (uint *)d_to;
    int count = (int)(n / 8);
    if (run_case("draws.until", n, 1056, 160, 4 * (size_t)count, drawsUntil, to, (uint)count))
        check_numbers(to, count, counts_drawn, 0);
    if (run_case("draws.all", n, blocks_for(count, 320), 320, 4 * (size_t)count, drawsAll, to,
                 (uint)count))
        check_numbers(to, count, counts_drawn, 0);
    count = (int)(n / 4);
    if (run_case("codes.bits", n, blocks_for(count, 1024), 1024, 16 * (size_t)count, codesBits,
                 d_points, to, count))
        check_numbers(to, count, code_of, 0);
    if (run_case("codes.masks", n, blocks_for(count, 1024), 1024, 16 * (size_t)count, codesMasks,
                 d_points, to, count))
        check_numbers(to, count, code_of, 0);
}

/* Complete trees, and the same in nodes; below one that asks nothing, all leaves have its value. */
static void make_trees(void)
{
    for (int i = 0; i < TREES * NODES; i++) {
        int t = i / NODES, k = i % NODES, first = i - k;
        uint chance = scrambled(i);
        Node *own = &h_nodes[i], *parent = &h_nodes[first + (k > 0 ? (k - 1) / 2 : 0)];
        int asks = k < INNER && (k < 7 || chance >> 29 != 0);
        if (k > 0 && parent->feature < 0)
            *own = *parent;
        else
            *own = {asks ? (int)(chance >> 12) % FEATURES : -1, (500 + chance % 3000 + 0.5f) / 4096,
                    first + 2 * k + 1, first + 2 * k + 2, asks ? 0 : (float)(chance >> 24) / 64};
        if (k < INNER)
            h_questions[t * INNER + k] = {own->border, own->feature < 0 ? 0 : own->feature};
        else
            h_leaves[t * LEAVES + k - INNER] = own->value;
    }
}

static void make_input(size_t largest)
{
    for (size_t i = 0; i < largest / 4; i++)
        h_samples[i] = (float)(scrambled((uint)i) >> 20) / 4096;
    for (size_t i = 0; i < largest / 8; i++)
        h_asked[i] = scrambled(~(uint)i);
    for (size_t i = 0; i < largest / 4; i++)
        h_points[i] = make_float3(input_number(i) / 4096.0f, input_number(3 * i + 1) / 4096.0f,
                                  input_number(5 * i + 2) / 4096.0f);
    double chance = exp(-1), all = 0;
    for (int k = 0; k < 8; chance /= ++k) {
        all += chance;
        h_cuts[k] = k < 7 ? (uint)(all * 4294967296.0) : 0xffffffff;
    }
    CHECK(cudaMemcpyToSymbol(cuts, h_cuts, sizeof h_cuts));
}

int main(int argc, char **argv)
{
    start_family("held_out_forests", argc, argv);
    const size_t sizes[] = {1 << 18, (1 << 22) + 4099, 1 << 24}, largest = scaled(1 << 24);
    h_samples = (float *)host_memory(largest / 4 * sizeof(float));
    h_turned = (float *)host_memory(largest / 4 * sizeof(float));
    h_points = (float3 *)host_memory(largest / 4 * sizeof(float3));
    h_asked = (uint *)host_memory(largest / 8 * sizeof(uint));
    h_keys = (uint *)host_memory(largest / 64 * sizeof(uint));
    h_tree = (uint *)host_memory((largest / 64 + 1) * sizeof(uint));
    make_input(largest);
    make_trees();
    d_samples = copy_to_device(h_samples, largest / 4);
    d_turned = copy_to_device(h_samples, largest / 4);
    d_points = copy_to_device(h_points, largest / 4);
    d_asked = copy_to_device(h_asked, largest / 8);
    d_keys = (uint *)zeros_on_device(largest / 64);
    d_tree = (uint *)zeros_on_device(largest / 64 + 1);
    d_leaves = copy_to_device(h_leaves, TREES * LEAVES);
    d_questions = copy_to_device(h_questions, TREES * INNER);
    d_nodes = copy_to_device(h_nodes, TREES * NODES);
    d_to = zeros_on_device(largest / 4);
    for (size_t size : sizes) {
        time_empty(scaled(size));
        time_predictions(scaled(size));
        time_searches(scaled(size));
        time_bits(scaled(size));
    }
    for (void *memory :
         {(void *)d_samples, (void *)d_turned, (void *)d_points, (void *)d_asked, (void *)d_keys,
          (void *)d_tree, (void *)d_leaves, (void *)d_questions, (void *)d_nodes, d_to})
        CHECK(cudaFree(memory));
    return end_family();
}
