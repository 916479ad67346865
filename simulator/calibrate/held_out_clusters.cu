/*
 * Held out of every fit: machine learning without networks: points and their clusters, nearest
 * neighbours, trees that decide. The words of a case's name behind the dot
 * say which of several versions of the same work it is.
 */
#include "held_out.h"
#include <limits.h>

enum { FEATURES = 8, VALUES = 16, CENTRES = 12, CLUSTERS = 64, SUMS = 5, OTHERS = 32, NEAREST = 4 };
enum { TREES = 8, LEVELS = 6, INNER = (1 << LEVELS) - 1, LEAVES = 1 << LEVELS, BLOCK = 128 };

enum { ROWS, COLUMNS, STAGED }; // where the features of points are

typedef unsigned char byte;
typedef unsigned int word;

/* Where a tree decides: by which feature, and up to which value one goes left. */
struct Decision {
    short feature, limit;
};

/* The nearest of some centres: a point's features side by side in memory, or those of all points
 * ... */
template <int TOGETHER>
__global__ void assign(int *to, const float *points, const float *centres, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    float own[FEATURES], least = INFINITY;
    for (int k = 0; k < FEATURES; k++)
        own[k] = points[TOGETHER ? (size_t)i * FEATURES + k : (size_t)k * count + i];
    int nearest = 0;
    for (int centre = 0; centre < CENTRES; centre++) {
        float sum = 0;
        for (int k = 0; k < FEATURES; k++) {
            float apart = own[k] - centres[centre * FEATURES + k];
            sum += apart * apart;
        }
        if (sum < least) {
            least = sum;
            nearest = centre;
        }
    }
    to[i] = nearest;
}

/* ... or side by side in half precision, two to a number. */
__global__ void assignHalves(int *to, const half2 *points, const half2 *centres, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    half2 own[FEATURES / 2];
    for (int k = 0; k < FEATURES / 2; k++)
        own[k] = points[(size_t)i * (FEATURES / 2) + k];
    int nearest = 0;
    half least = __float2half(60000);
    for (int centre = 0; centre < CENTRES; centre++) {
        half2 sums = __float2half2_rn(0);
        for (int k = 0; k < FEATURES / 2; k++) {
            half2 apart = __hsub2(own[k], centres[centre * (FEATURES / 2) + k]);
            sums = __hfma2(apart, apart, sums);
        }
        half sum = __hadd(__low2half(sums), __high2half(sums));
        if (__hlt(sum, least)) {
            least = sum;
            nearest = centre;
        }
    }
    to[i] = nearest;
}

/* What the centres of clusters are made of: the sums of the features of their points, and how many
 * there are. A thread adds its point to sums in global memory ... */
__global__ void centresGlobal(int *sums, const int4 *points, const byte *labels, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    int4 point = points[i];
    int *own = sums + labels[i] * SUMS;
    atomicAdd(own, point.x);
    atomicAdd(own + 1, point.y);
    atomicAdd(own + 2, point.z);
    atomicAdd(own + 3, point.w);
    atomicAdd(own + 4, 1);
}

/* ... or some blocks add all to sums of their own first. */
__global__ void centresShared(int *sums, const int4 *points, const byte *labels, int count)
{
    __shared__ int own[CLUSTERS * SUMS];
    for (int k = threadIdx.x; k < CLUSTERS * SUMS; k += blockDim.x)
        own[k] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
        int4 point = points[i];
        int first = labels[i] * SUMS;
        atomicAdd(&own[first], point.x);
        atomicAdd(&own[first + 1], point.y);
        atomicAdd(&own[first + 2], point.z);
        atomicAdd(&own[first + 3], point.w);
        atomicAdd(&own[first + 4], 1);
    }
    __syncthreads();
    for (int k = threadIdx.x; k < CLUSTERS * SUMS; k += blockDim.x)
        atomicAdd(&sums[k], own[k]);
}

__host__ __device__ static inline int apart(int4 a, int4 b)
{
    int x = a.x - b.x, y = a.y - b.y, z = a.z - b.z, w = a.w - b.w;
    return x * x + y * y + z * z + w * w;
}

/* How far the 4 nearest of 32 points are, in all: a thread keeps a list that is in order ... */
__global__ void nearestList(int *to, const int4 *points, const int4 *others, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    int4 own = points[i];
    int list[NEAREST] = {INT_MAX, INT_MAX, INT_MAX, INT_MAX};
    for (int k = 0; k < OTHERS; k++) {
        int far = apart(own, others[k]), place = NEAREST;
        for (; place > 0 && far < list[place - 1]; place--)
            if (place < NEAREST)
                list[place] = list[place - 1];
        if (place < NEAREST)
            list[place] = far;
    }
    to[i] = list[0] + list[1] + list[2] + list[3];
}

/* ... or looks four times for the nearest of those that are left, of which bits tell ... */
__global__ void nearestPasses(int *to, const int4 *points, const int4 *others, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    int4 own = points[i];
    int sum = 0;
    word taken = 0;
    for (int pass = 0; pass < NEAREST; pass++) {
        int least = INT_MAX, which = 0;
        for (int k = 0; k < OTHERS; k++) {
            int far = taken >> k & 1 ? INT_MAX : apart(own, others[k]);
            if (far < least) {
                least = far;
                which = k;
            }
        }
        taken |= 1u << which;
        sum += least;
    }
    to[i] = sum;
}

/* ... or a warp does it, a thread for each of the others. */
__global__ void nearestWarps(int *to, const int4 *points, const int4 *others, int count)
{
    int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (i >= count)
        return;
    int far = apart(points[i], others[lane]), sum = 0;
    for (int pass = 0; pass < NEAREST; pass++) {
        int least = far;
        for (int step = 16; step > 0; step /= 2)
            least = min(least, __shfl_xor_sync(0xFFFFFFFF, least, step));
        sum += least;
        if (lane == __ffs(__ballot_sync(0xFFFFFFFF, far == least)) - 1)
            far = INT_MAX;
    }
    if (lane == 0)
        to[i] = sum;
}

/* What trees say of a point, in all. Its features are read one after the other: side by side in
 * ROWS, from COLUMNS of those of all points, or from shared memory, to which a block brings its
 * points' rows first. */
template <int PLACE>
__global__ void decide(float *to, const float *points, const Decision *trees, const float *leaves,
                       int count)
{
    __shared__ float staged[BLOCK * (FEATURES + 1)];
    int first = blockIdx.x * BLOCK, i = first + threadIdx.x, mine = min(BLOCK, count - first);
    if (PLACE == STAGED) {
        for (int k = threadIdx.x; k < mine * FEATURES; k += BLOCK)
            staged[k + k / FEATURES] = points[(size_t)first * FEATURES + k];
        __syncthreads();
    }
    if (i >= count)
        return;
    float sum = 0;
    for (int tree = 0; tree < TREES; tree++) {
        int at = 0;
        for (int level = 0; level < LEVELS; level++) {
            Decision decision = trees[tree * INNER + at];
            int k = decision.feature;
            float value = PLACE == STAGED ? staged[threadIdx.x * (FEATURES + 1) + k]
                          : PLACE == ROWS ? points[(size_t)i * FEATURES + k]
                                          : points[(size_t)k * count + i];
            at = 2 * at + (value > decision.limit ? 2 : 1);
        }
        sum += leaves[tree * LEAVES + at - INNER];
    }
    to[i] = sum;
}

static float *h_rows, *d_rows, *h_columns, *d_columns, h_leaves[TREES * LEAVES], *d_leaves;
static float h_centres[CENTRES * FEATURES], *d_centres;
static half *d_halves, *d_half_centres;
static int4 *h_points, *d_points, h_others[OTHERS], *d_others;
static byte *h_labels, *d_labels;
static Decision h_trees[TREES * INNER], *d_trees;
static void *d_to;
static int at_hand; // how many points the case at hand has

static double nearest_centre(size_t i)
{
    int least = INT_MAX, nearest = 0;
    for (int centre = CENTRES - 1; centre >= 0; centre--) {
        int sum = 0;
        for (int k = 0; k < FEATURES; k++)
            sum += (int)pow(h_rows[i * FEATURES + k] - h_centres[centre * FEATURES + k], 2);
        if (sum <= least) {
            least = sum;
            nearest = centre;
        }
    }
    return nearest;
}

static double cluster_sum(size_t i)
{
    double sum = 0;
    for (int k = 0; k < at_hand; k++)
        if (h_labels[k] == i / SUMS)
            sum += i % SUMS == SUMS - 1 ? 1 : (&h_points[k].x)[i % SUMS];
    return sum * launches();
}

static int compare_ints(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static double nearest_sum(size_t i)
{
    int all[OTHERS];
    for (int k = 0; k < OTHERS; k++)
        all[k] = apart(h_points[i], h_others[k]);
    qsort(all, OTHERS, sizeof *all, compare_ints);
    return all[0] + all[1] + all[2] + all[3];
}

/* The leaves' numbers are those of the paths to them: a bit for each step. */
static double decided(size_t i)
{
    double sum = 0;
    for (int tree = 0; tree < TREES; tree++) {
        int path = 0;
        for (int level = 0; level < LEVELS; level++) {
            Decision at = h_trees[tree * INNER + (1 << level) - 1 + path];
            path = path << 1 | (h_rows[i * FEATURES + at.feature] > at.limit);
        }
        sum += h_leaves[tree * LEAVES + path];
    }
    return sum;
}

static void time_points(size_t n)
{
    int *to = (int *)d_to, count = at_hand = (int)(n / 8);
    dim3 grid(blocks_for(count, 256));
    size_t bytes = (4 * FEATURES + 4) * (size_t)count;
    for (size_t i = 0; i < (size_t)count * FEATURES; i++)
        h_columns[i % FEATURES * count + i / FEATURES] = h_rows[i];
    CHECK(cudaMemcpy(d_columns, h_columns, (size_t)count * FEATURES * 4, cudaMemcpyHostToDevice));
    if (run_case("assign.rows", n, grid, 256, bytes, assign<1>, to, d_rows, d_centres, count))
        check_numbers(to, count, nearest_centre, 0);
    if (run_case("assign.columns", n, grid, 256, bytes, assign<0>, to, d_columns, d_centres, count))
        check_numbers(to, count, nearest_centre, 0);
    if (run_case("assign.halves", n, grid, 256, bytes / 2, assignHalves, to,
                 (const half2 *)d_halves, (const half2 *)d_half_centres, count))
        check_numbers(to, count, nearest_centre, 0);
    bytes = (17 + 8 * SUMS) * (size_t)count;
    CHECK(cudaMemset(d_to, 0, CLUSTERS * SUMS * sizeof(int)));
    if (run_case("centres.global", n, grid, 256, bytes, centresGlobal, to, d_points, d_labels,
                 count))
        check_numbers(to, CLUSTERS * SUMS, cluster_sum, 0);
    CHECK(cudaMemset(d_to, 0, CLUSTERS * SUMS * sizeof(int)));
    if (run_case("centres.shared", n, 264, 512, 17 * (size_t)count, centresShared, to, d_points,
                 d_labels, count))
        check_numbers(to, CLUSTERS * SUMS, cluster_sum, 0);
}

static void time_decisions(size_t n)
{
    int *to = (int *)d_to, count = (int)(n / 64);
    float *d_sums = (float *)d_to;
    size_t bytes = 20 * (size_t)count;
    if (run_case("nearest.list", n, blocks_for(count, 64), 64, bytes, nearestList, to, d_points,
                 d_others, count))
        check_numbers(to, count, nearest_sum, 0);
    if (run_case("nearest.passes", n, blocks_for(count, 64), 64, bytes, nearestPasses, to, d_points,
                 d_others, count))
        check_numbers(to, count, nearest_sum, 0);
    if (run_case("nearest.warps", n, blocks_for(count, 16), 512, bytes, nearestWarps, to, d_points,
                 d_others, count))
        check_numbers(to, count, nearest_sum, 0);
    count = (int)(n / 8);
    bytes = (4 + 4 * TREES * (2 * LEVELS + 1)) * (size_t)count;
    dim3 grid(blocks_for(count, BLOCK));
    if (run_case("forest.rows", n, grid, BLOCK, bytes, decide<ROWS>, d_sums, d_rows, d_trees,
                 d_leaves, count))
        check_numbers(d_sums, count, decided, 1e-5);
    if (run_case("forest.columns", n, grid, BLOCK, bytes, decide<COLUMNS>, d_sums, d_columns,
                 d_trees, d_leaves, count))
        check_numbers(d_sums, count, decided, 1e-5);
    if (run_case("forest.staged", n, grid, BLOCK, bytes, decide<STAGED>, d_sums, d_rows, d_trees,
                 d_leaves, count))
        check_numbers(d_sums, count, decided, 1e-5);
}

static void make_trees(void)
{
    for (int k = 0; k < TREES * INNER; k++)
        h_trees[k] = {(short)(input_number(3 * k) % FEATURES), (short)(2 + input_number(k) % 12)};
    for (int k = 0; k < TREES * LEAVES; k++)
        h_leaves[k] = input_number(7 * k + 1) / 64.0f;
    d_trees = copy_to_device(h_trees, TREES * INNER);
    d_leaves = copy_to_device(h_leaves, TREES * LEAVES);
}

static void make_points(size_t count)
{
    half *h_halves = (half *)host_memory(count * FEATURES * sizeof(half)), few[CENTRES * FEATURES];
    for (size_t i = 0; i < count * FEATURES; i++) {
        h_rows[i] = input_number(i) % VALUES;
        h_halves[i] = __float2half(h_rows[i]);
    }
    for (int k = 0; k < CENTRES * FEATURES; k++) {
        h_centres[k] = input_number(5 * k + 3) / 7 % VALUES;
        few[k] = __float2half(h_centres[k]);
    }
    for (size_t i = 0; i < count + OTHERS; i++) {
        int4 point = make_int4(input_number(4 * i), input_number(4 * i + 1),
                               input_number(4 * i + 2), input_number(4 * i + 3));
        if (i < count) {
            h_points[i] = point;
            h_labels[i] = input_number(7 * i + 5) % CLUSTERS;
        } else {
            h_others[i - count] = point;
        }
    }
    d_rows = copy_to_device(h_rows, count * FEATURES);
    d_halves = copy_to_device(h_halves, count * FEATURES);
    d_centres = copy_to_device(h_centres, CENTRES * FEATURES);
    d_half_centres = copy_to_device(few, CENTRES * FEATURES);
    d_points = copy_to_device(h_points, count);
    d_others = copy_to_device(h_others, OTHERS);
    d_labels = copy_to_device(h_labels, count);
    free(h_halves);
}

int main(int argc, char **argv)
{
    start_family("held_out_clusters", argc, argv);
    const size_t sizes[] = {1 << 18, (1 << 22) + 4099, 1 << 24}, largest = scaled(1 << 24);
    h_rows = (float *)host_memory(largest / 8 * FEATURES * sizeof(float));
    h_columns = (float *)host_memory(largest / 8 * FEATURES * sizeof(float));
    h_points = (int4 *)host_memory(largest / 8 * sizeof(int4));
    h_labels = (byte *)host_memory(largest / 8);
    make_points(largest / 8);
    make_trees();
    d_columns = copy_to_device(h_rows, largest / 8 * FEATURES);
    d_to = zeros_on_device(largest / 8);
    for (size_t size : sizes) {
        time_empty(scaled(size));
        time_points(scaled(size));
        time_decisions(scaled(size));
    }
    return end_family();
}
