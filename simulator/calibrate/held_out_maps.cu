/*
 * Held out of every fit: maps: ways to the nearest depot, centres of clusters, curves, boxes that
 * overlap, the nearest of many places. The words of a case's name behind the dot say which of
 * several versions of the same work it is.
 */
#include "held_out.h"

enum { BLOCK = 256, DEPOTS = 16, CENTRES = 16, DEGREE = 7, POINTS = 64, LEVELS = 12 };
enum { PLACES = (1 << LEVELS) - 1 };

typedef unsigned int word;

/* A place's latitude and longitude, with the latitude's cosine; or its unit vector. */
__constant__ float3 depots[DEPOTS], depot_vectors[DEPOTS];
__constant__ float2 centres[CENTRES];
__constant__ float binomials[DEGREE + 1];

static const float twice_radius = 12742; // of the earth, in km

/* How far the nearest depot is: by angles ... */
__global__ void waysAngles(float *to, const float2 *places, int n, float diameter)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float2 own = places[i];
    float least = 1, scale = cosf(own.x);
    for (int k = 0; k < DEPOTS; k++) {
        float down = sinf((depots[k].x - own.x) / 2), across = sinf((depots[k].y - own.y) / 2);
        least = fminf(least, down * down + scale * depots[k].z * across * across);
    }
    to[i] = diameter * asinf(sqrtf(least));
}

/* ... or by a vector, made of them once. */
__global__ void waysVectors(float *to, const float2 *places, int n, float diameter)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float2 own = places[i];
    float sineX, cosineX, sineY, cosineY, least = 4;
    sincosf(own.x, &sineX, &cosineX);
    sincosf(own.y, &sineY, &cosineY);
    for (int k = 0; k < DEPOTS; k++) {
        float x = depot_vectors[k].x - cosineX * cosineY, y = depot_vectors[k].y - cosineX * sineY,
              z = depot_vectors[k].z - sineX;
        least = fminf(least, x * x + y * y + z * z);
    }
    to[i] = diameter * asinf(fminf(sqrtf(least) / 2, 1));
}

/* The centre that is nearest to a point. */
__host__ __device__ static inline int nearest_of(const float2 *all, float2 point)
{
    float least = 1e30f;
    int nearest = 0;
    for (int k = 0; k < CENTRES; k++) {
        float x = all[k].x - point.x, y = all[k].y - point.y, distance = x * x + y * y;
        if (distance < least) {
            least = distance;
            nearest = k;
        }
    }
    return nearest;
}

/* Sums of the points that are nearest to each centre, and their numbers: in global memory ... */
__global__ void clustersGlobal(float *sums, const float2 *points, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int nearest = nearest_of(centres, points[i]);
    atomicAdd(&sums[3 * nearest], points[i].x);
    atomicAdd(&sums[3 * nearest + 1], points[i].y);
    atomicAdd(&sums[3 * nearest + 2], 1);
}

/* ... or first in that of a block. */
__global__ void clustersBlocks(float *sums, const float2 *points, int n)
{
    __shared__ float own[3 * CENTRES];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x < 3 * CENTRES)
        own[threadIdx.x] = 0;
    __syncthreads();
    if (i < n) {
        int nearest = nearest_of(centres, points[i]);
        atomicAdd(&own[3 * nearest], points[i].x);
        atomicAdd(&own[3 * nearest + 1], points[i].y);
        atomicAdd(&own[3 * nearest + 2], 1);
    }
    __syncthreads();
    if (threadIdx.x < 3 * CENTRES)
        atomicAdd(&sums[threadIdx.x], own[threadIdx.x]);
}

/* A point of one of many curves (Bezier), 64 of each: powers ... */
__global__ void curvesPowers(float2 *to, const float2 *controls, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, curve = i / POINTS;
    if (i >= n)
        return;
    float part = (i % POINTS) / (POINTS - 1.0f), rest = 1 - part, power = 1;
    float2 sum = make_float2(0, 0);
#pragma unroll
    for (int k = 0; k <= DEGREE; k++) {
        float2 control = controls[curve * (DEGREE + 1) + k];
        float weight = binomials[k] * power;
        sum.x = sum.x * rest + weight * control.x;
        sum.y = sum.y * rest + weight * control.y;
        power *= part;
    }
    to[i] = sum;
}

/* ... or lines between lines (de Casteljau). */
__global__ void curvesLines(float2 *to, const float2 *controls, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, curve = i / POINTS;
    if (i >= n)
        return;
    float part = (i % POINTS) / (POINTS - 1.0f);
    float2 own[DEGREE + 1];
#pragma unroll
    for (int k = 0; k <= DEGREE; k++)
        own[k] = controls[curve * (DEGREE + 1) + k];
#pragma unroll
    for (int degree = DEGREE; degree > 0; degree--)
#pragma unroll
        for (int k = 0; k < degree; k++) {
            own[k].x += part * (own[k + 1].x - own[k].x);
            own[k].y += part * (own[k + 1].y - own[k].y);
        }
    to[i] = own[0];
}

/* How many of the boxes that begin later overlap each; they are sorted by where they begin. A box
 * is its left, lower, right and upper end: in one record ... */
__global__ void overlapsRecords(int *to, const float4 *boxes, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float4 own = boxes[i];
    int count = 0;
    for (int k = i + 1; k < n && boxes[k].x <= own.z; k++)
        count += boxes[k].y <= own.w && boxes[k].w >= own.y;
    to[i] = count;
}

/* ... or in four arrays. */
__global__ void overlapsArrays(int *to, const float *lefts, const float *lowers,
                               const float *rights, const float *uppers, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float right = rights[i], lower = lowers[i], upper = uppers[i];
    int count = 0;
    for (int k = i + 1; k < n && lefts[k] <= right; k++)
        count += lowers[k] <= upper && uppers[k] >= lower;
    to[i] = count;
}

/* How far the nearest place is, of a tree (k-d) whose levels part the plane by x and by y in turn;
 * the children of node k are 2k and 2k + 1. What is on the other side is kept for later. */
__global__ void nearest(float *to, const float2 *tree, const float2 *asked, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float2 own = asked[i];
    int later[LEVELS], count = 0, node = 1;
    float distances[LEVELS], least = 1e30f;
    while (1) {
        while (node <= PLACES) {
            float x = own.x - tree[node].x, y = own.y - tree[node].y;
            least = fminf(least, x * x + y * y);
            float away = __clz(node) % 2 == 0 ? x : y;
            int near = 2 * node + (away > 0);
            later[count] = near ^ 1;
            distances[count++] = away * away;
            node = near;
        }
        while (count > 0 && distances[count - 1] >= least)
            count--;
        if (count == 0)
            break;
        node = later[--count];
    }
    to[i] = sqrtf(least);
}

static float2 *h_places, *d_places, *h_tree, *d_tree, h_centres[CENTRES];
static float3 h_depots[DEPOTS], h_vectors[DEPOTS];
static float4 *h_boxes, *d_boxes;
static float *h_fields, *d_fields;
static double h_sums[3 * CENTRES];
static int boxes_at_hand;
static void *d_to;

static double way(size_t i)
{
    double least = 1;
    for (int k = 0; k < DEPOTS; k++) {
        double down = sin((h_depots[k].x - (double)h_places[i].x) / 2);
        double across = sin((h_depots[k].y - (double)h_places[i].y) / 2);
        double both = cos(h_places[i].x) * cos(h_depots[k].x) * across * across;
        least = fmin(least, down * down + both);
    }
    return twice_radius * asin(sqrt(least));
}

static double sum_of_cluster(size_t i)
{
    return h_sums[i] * launches();
}

static double on_curve(size_t i)
{
    double own[DEGREE + 1], part = i / 2 % POINTS / (POINTS - 1.0);
    for (int k = 0; k <= DEGREE; k++) {
        float2 control = h_places[i / 2 / POINTS * (DEGREE + 1) + k];
        own[k] = i % 2 == 0 ? control.x : control.y;
    }
    for (int degree = DEGREE; degree > 0; degree--)
        for (int k = 0; k < degree; k++)
            own[k] += part * (own[k + 1] - own[k]);
    return own[0];
}

static double overlapping(size_t i)
{
    int count = 0;
    for (int k = (int)i + 1; k < boxes_at_hand && h_boxes[k].x <= h_boxes[i].z; k++)
        count += h_boxes[k].y <= h_boxes[i].w && h_boxes[k].w >= h_boxes[i].y;
    return count;
}

static double distance_to_nearest(size_t i)
{
    double least = 1e30;
    for (int k = 1; k <= PLACES; k++)
        least = fmin(least, hypot(h_tree[k].x - h_places[i].x, h_tree[k].y - h_places[i].y));
    return least;
}

static void time_places(size_t n)
{
    int count = (int)(n / 8);
    size_t points = count;
    float *to = (float *)d_to;
    if (run_case("ways.angles", n, blocks_for(count, BLOCK), BLOCK, 12 * points, waysAngles, to,
                 d_places, count, twice_radius))
        check_numbers(to, count, way, 1e-3);
    if (run_case("ways.vectors", n, blocks_for(count, BLOCK), BLOCK, 12 * points, waysVectors, to,
                 d_places, count, twice_radius))
        check_numbers(to, count, way, 1e-3);
    memset(h_sums, 0, sizeof h_sums);
    for (int i = 0; i < count; i++) {
        double *sums = h_sums + 3 * nearest_of(h_centres, h_places[i]);
        sums[0] += h_places[i].x;
        sums[1] += h_places[i].y;
        sums[2] += 1;
    }
    /* Of two million floats that are added one after another, each is rounded to an eighth. */
    CHECK(cudaMemset(d_to, 0, 3 * CENTRES * sizeof(float)));
    if (run_case("clusters.global", n, blocks_for(count, 512), 512, 20 * points, clustersGlobal, to,
                 d_places, count))
        check_numbers(to, 3 * CENTRES, sum_of_cluster, 1e-2);
    CHECK(cudaMemset(d_to, 0, 3 * CENTRES * sizeof(float)));
    if (run_case("clusters.blocks", n, blocks_for(count, 512), 512, 8 * points, clustersBlocks, to,
                 d_places, count))
        check_numbers(to, 3 * CENTRES, sum_of_cluster, 1e-2);
    count = (int)(n / 128);
    if (run_case("nearest", n, blocks_for(count, 64), 64, 12 * (size_t)count, nearest, to, d_tree,
                 d_places, count))
        check_numbers(to, count, distance_to_nearest, 1e-3);
}

static void time_shapes(size_t n)
{
    int count = (int)(n / 4);
    size_t points = count;
    if (run_case("curves.powers", n, blocks_for(count, 128), 128, 72 * points, curvesPowers,
                 (float2 *)d_to, d_places, count))
        check_numbers((float *)d_to, 2 * points, on_curve, 1e-3);
    if (run_case("curves.lines", n, blocks_for(count, 128), 128, 72 * points, curvesLines,
                 (float2 *)d_to, d_places, count))
        check_numbers((float *)d_to, 2 * points, on_curve, 1e-3);
    boxes_at_hand = count = (int)(n / 16);
    int *to = (int *)d_to;
    if (run_case("overlaps.records", n, blocks_for(count, 192), 192, 340 * (size_t)count,
                 overlapsRecords, to, d_boxes, count))
        check_numbers(to, count, overlapping, 0);
    const float *lefts = d_fields, *lowers = lefts + count, *rights = lowers + count;
    for (int i = 0; i < count; i++) {
        h_fields[i] = h_boxes[i].x;
        h_fields[count + i] = h_boxes[i].y;
        h_fields[2 * count + i] = h_boxes[i].z;
        h_fields[3 * count + i] = h_boxes[i].w;
    }
    CHECK(cudaMemcpy(d_fields, h_fields, count * sizeof(float4), cudaMemcpyHostToDevice));
    if (run_case("overlaps.arrays", n, blocks_for(count, 192), 192, 260 * (size_t)count,
                 overlapsArrays, to, lefts, lowers, rights, rights + count, count))
        check_numbers(to, count, overlapping, 0);
}

static int compare_x(const void *a, const void *b)
{
    float difference = ((const float2 *)a)->x - ((const float2 *)b)->x;
    return (difference > 0) - (difference < 0);
}

static int compare_y(const void *a, const void *b)
{
    float difference = ((const float2 *)a)->y - ((const float2 *)b)->y;
    return (difference > 0) - (difference < 0);
}

/* The middle one of some places, by x or y, is the root of the tree of them all. */
static void make_tree(float2 *places, int count, int node, int level)
{
    if (count == 0)
        return;
    qsort(places, count, sizeof *places, level % 2 == 0 ? compare_y : compare_x);
    h_tree[node] = places[count / 2];
    make_tree(places, count / 2, 2 * node, level + 1);
    make_tree(places + count / 2 + 1, count / 2, 2 * node + 1, level + 1);
}

/* A part of 1 that looks like chance. */
static float drawn(size_t i)
{
    word number = (word)i * 0x9E3779B9u;
    number = (number ^ number >> 16) * 0x7FEB352Du;
    return ((number ^ number >> 15) >> 8) / 16777216.0f;
}

static void make_input(size_t count)
{
    for (size_t i = 0; i < count; i++)
        h_places[i] = make_float2(2.4f * drawn(2 * i) - 1.2f, 6 * drawn(2 * i + 1) - 3);
    for (size_t i = 0; i < count / 2; i++) {
        float wide = drawn(3 * i + 1), left = (float)i + drawn(3 * i) / 2, low = drawn(3 * i + 2);
        h_boxes[i] = make_float4(left, low, left + 60 * wide * wide, low + wide / 4);
    }
    for (int k = 0; k < DEPOTS; k++) {
        float2 place = h_places[999 + 7 * k];
        h_depots[k] = make_float3(place.x, place.y, cosf(place.x));
        h_vectors[k] = make_float3(cosf(place.x) * cosf(place.y), cosf(place.x) * sinf(place.y),
                                   sinf(place.x));
        h_centres[k] = h_places[5 * k];
    }
    float2 *places = (float2 *)host_memory(PLACES * sizeof(float2));
    for (int k = 0; k < PLACES; k++)
        places[k] = make_float2(2.4f * drawn(k + 5555555) - 1.2f, 6 * drawn(k + 7777777) - 3);
    make_tree(places, PLACES, 1, 0);
    free(places);
    const float h_binomials[DEGREE + 1] = {1, 7, 21, 35, 35, 21, 7, 1};
    CHECK(cudaMemcpyToSymbol(depots, h_depots, sizeof h_depots));
    CHECK(cudaMemcpyToSymbol(depot_vectors, h_vectors, sizeof h_vectors));
    CHECK(cudaMemcpyToSymbol(centres, h_centres, sizeof h_centres));
    CHECK(cudaMemcpyToSymbol(binomials, h_binomials, sizeof h_binomials));
}

int main(int argc, char **argv)
{
    start_family("held_out_maps", argc, argv);
    const size_t sizes[] = {1 << 18, (1 << 22) + 3333, 1 << 24}, largest = scaled(1 << 24);
    const size_t places = largest / 8, boxes = largest / 16;
    h_places = (float2 *)host_memory(places * sizeof(float2));
    h_boxes = (float4 *)host_memory(boxes * sizeof(float4));
    h_fields = (float *)host_memory(boxes * sizeof(float4));
    h_tree = (float2 *)calloc(PLACES + 1, sizeof(float2));
    make_input(places);
    d_places = copy_to_device(h_places, places);
    d_boxes = copy_to_device(h_boxes, boxes);
    d_fields = (float *)zeros_on_device(4 * boxes);
    d_tree = copy_to_device(h_tree, PLACES + 1);
    d_to = zeros_on_device(largest / 2);
    for (size_t size : sizes) {
        time_empty(scaled(size));
        time_places(scaled(size));
        time_shapes(scaled(size));
    }
    for (void *memory : {(void *)d_places, (void *)d_boxes, (void *)d_fields, (void *)d_tree, d_to})
        CHECK(cudaFree(memory));
    return end_family();
}
