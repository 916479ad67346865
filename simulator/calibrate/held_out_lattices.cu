/*
 * Held out of every fit: stars of neighbours in three dimensions, four steps at once, drifts,
 * forces by lists of neighbours. The words of a case's name behind the dot say which of several
 * versions of the same work it is.
 */
#include "held_out.h"

enum { BLOCK = 256, ACROSS = 128, DOWN = 64, MARCH = 16, WIDTH = 1024, NEIGHBOURS = 16, STEPS = 4 };

/* What a point of a star, so far from the middle, counts. */
#define MIDDLE 0.4f
#define NEAR   0.075f
#define FAR    0.025f

__host__ __device__ static inline int within(int place, int end)
{
    return place < 0 ? 0 : place < end ? place : end - 1;
}

/* The eight points of a star that lie in the middle's plane. */
__host__ __device__ static inline float star_in_plane(const float *plane, int x, int y)
{
    return NEAR *
               (plane[y * ACROSS + within(x - 1, ACROSS)] +
                plane[y * ACROSS + within(x + 1, ACROSS)] +
                plane[within(y - 1, DOWN) * ACROSS + x] + plane[within(y + 1, DOWN) * ACROSS + x]) +
           FAR *
               (plane[y * ACROSS + within(x - 2, ACROSS)] +
                plane[y * ACROSS + within(x + 2, ACROSS)] +
                plane[within(y - 2, DOWN) * ACROSS + x] + plane[within(y + 2, DOWN) * ACROSS + x]);
}

__host__ __device__ static inline float star_at(const float *from, int x, int y, int z, int depth)
{
    const int plane = ACROSS * DOWN;
    const float *middle = from + y * ACROSS + x;
    return MIDDLE * middle[z * plane] + star_in_plane(from + (size_t)z * plane, x, y) +
           NEAR * (middle[within(z - 1, depth) * plane] + middle[within(z + 1, depth) * plane]) +
           FAR * (middle[within(z - 2, depth) * plane] + middle[within(z + 2, depth) * plane]);
}

/* Stars of thirteen points: a thread for each ... */
__global__ void starEach(float *to, const float *from, int depth)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z;
    to[(z * DOWN + y) * ACROSS + x] = star_at(from, x, y, z, depth);
}

/* ... or one that goes through MARCH planes with five of a column in registers. */
__global__ void starMarch(float *to, const float *from, int depth)
{
    const int plane = ACROSS * DOWN;
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int first = blockIdx.z * MARCH, end = min(first + MARCH, depth);
    const float *column = from + y * ACROSS + x;
    float farBelow = column[within(first - 2, depth) * plane],
          below = column[within(first - 1, depth) * plane], own = column[first * plane],
          above = column[within(first + 1, depth) * plane];
    for (int z = first; z < end; z++) {
        float farAbove = column[within(z + 2, depth) * plane];
        to[(z * DOWN + y) * ACROSS + x] = MIDDLE * own +
                                          star_in_plane(from + (size_t)z * plane, x, y) +
                                          NEAR * (below + above) + FAR * (farBelow + farAbove);
        farBelow = below;
        below = own;
        own = above;
        above = farAbove;
    }
}

__host__ __device__ static inline float smoothed(float left, float own, float right)
{
    return 0.25f * left + 0.5f * own + 0.25f * right;
}

/* A line, smoothed STEPS times: a block's part in shared memory ... */
__global__ void stepsShared(float *to, const float *from, int n)
{
    __shared__ float line[2][BLOCK + 2 * STEPS];
    int t = threadIdx.x, first = blockIdx.x * BLOCK - STEPS, now = 0;
    for (int k = t; k < BLOCK + 2 * STEPS; k += BLOCK)
        line[0][k] = from[within(first + k, n)];
    for (int step = 1; step <= STEPS; step++, now = 1 - now) {
        __syncthreads();
        for (int k = t + step; k < BLOCK + 2 * STEPS - step; k += BLOCK)
            line[1 - now][k] = smoothed(line[now][k - 1], line[now][k], line[now][k + 1]);
    }
    __syncthreads();
    int i = blockIdx.x * BLOCK + t;
    if (i < n)
        to[i] = line[now][t + STEPS];
}

/* ... or each thread works out for itself what it needs of its neighbours ... */
__global__ void stepsRegisters(float *to, const float *from, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n)
        return;
    float near[2 * STEPS + 1];
#pragma unroll
    for (int k = 0; k <= 2 * STEPS; k++)
        near[k] = from[within(i + k - STEPS, n)];
#pragma unroll
    for (int step = 1; step <= STEPS; step++)
#pragma unroll
        for (int k = 0; k <= 2 * (STEPS - step); k++)
            near[k] = smoothed(near[k], near[k + 1], near[k + 2]);
    to[i] = near[0];
}

/* ... or asks the lanes beside it: those at a warp's ends only help. */
__global__ void stepsLanes(float *to, const float *from, int n)
{
    int lane = threadIdx.x % 32, warp = (blockIdx.x * BLOCK + threadIdx.x) / 32;
    int i = warp * (32 - 2 * STEPS) + lane - STEPS;
    float own = from[within(i, n)];
    for (int step = 0; step < STEPS; step++)
        own =
            smoothed(__shfl_up_sync(0xFFFFFFFF, own, 1), own, __shfl_down_sync(0xFFFFFFFF, own, 1));
    if (lane >= STEPS && lane < 32 - STEPS && i < n)
        to[i] = own;
}

/* What comes to a point from where it was before: between four points, near by or far away. */
__host__ __device__ static inline float drifted(const float *from, float2 speed, int x, int y,
                                                float time, int height)
{
    float atX = (float)x - time * speed.x, atY = (float)y - time * speed.y;
    float partX = atX - floorf(atX), partY = atY - floorf(atY);
    int left = within((int)floorf(atX), WIDTH), right = within((int)floorf(atX) + 1, WIDTH),
        above = within((int)floorf(atY), height), below = within((int)floorf(atY) + 1, height);
    float upper = from[above * WIDTH + left] * (1 - partX) + from[above * WIDTH + right] * partX,
          lower = from[below * WIDTH + left] * (1 - partX) + from[below * WIDTH + right] * partX;
    return upper * (1 - partY) + lower * partY;
}

__global__ void drift(float *to, const float *from, const float2 *speed, float time, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (y < height)
        to[y * WIDTH + x] = drifted(from, speed[y * WIDTH + x], x, y, time, height);
}

/* Energy and virial of a pair of atoms that repel each other softly. */
__host__ __device__ static inline float2 pair_of(float4 a, float4 b)
{
    float x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
    float squares = x * x + y * y + z * z, inverse = 1 / (squares + 0.25f);
    float energy = a.w * b.w * inverse * inverse * inverse;
    return make_float2(energy, 6 * energy * squares * inverse);
}

/* A thread for each atom; its neighbours lie one after the other, or one for each atom ... */
template <bool IS_BY_ROWS>
__global__ void forcesThreads(float2 *to, const float4 *atoms, const int *lists, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    float4 own = atoms[i];
    float2 sum = make_float2(0, 0);
    for (int k = 0; k < NEIGHBOURS; k++) {
        float2 pair = pair_of(own, atoms[lists[IS_BY_ROWS ? i * NEIGHBOURS + k : k * count + i]]);
        sum.x += pair.x;
        sum.y += pair.y;
    }
    to[i] = sum;
}

/* ... or a lane for each neighbour. */
__global__ void forcesLanes(float2 *to, const float4 *atoms, const int *lists, int count)
{
    int place = blockIdx.x * blockDim.x + threadIdx.x, i = min(place / NEIGHBOURS, count - 1);
    float2 sum = pair_of(atoms[i], atoms[lists[i * NEIGHBOURS + place % NEIGHBOURS]]);
    for (int distance = NEIGHBOURS / 2; distance > 0; distance /= 2) {
        sum.x += __shfl_down_sync(0xFFFFFFFF, sum.x, distance);
        sum.y += __shfl_down_sync(0xFFFFFFFF, sum.y, distance);
    }
    if (place % NEIGHBOURS == 0 && place / NEIGHBOURS < count)
        to[i] = sum;
}

static float *d_to, *d_from, *h_from;
static float2 *d_speed, *h_speed;
static float4 *d_atoms, *h_atoms;
static int *d_rows, *d_columns, *h_rows;
static int size; /* planes, points, rows or atoms of the case at hand */
static float since;

static double star(size_t i)
{
    return star_at(h_from, (int)(i % ACROSS), (int)(i / ACROSS % DOWN), (int)(i / ACROSS / DOWN),
                   size);
}

static double four_steps(size_t i)
{
    static const int ways[] = {1, 8, 28, 56, 70, 56, 28, 8, 1};
    double sum = 0;
    for (int k = 0; k <= 2 * STEPS; k++)
        sum += ways[k] * h_from[within((int)i + k - STEPS, size)] / 256.0;
    return sum;
}

static double drifted_to(size_t i)
{
    return drifted(h_from, h_speed[i], (int)(i % WIDTH), (int)(i / WIDTH), since, size);
}

static double force(size_t i)
{
    double sum = 0;
    for (int k = 0; k < NEIGHBOURS; k++) {
        float2 pair = pair_of(h_atoms[i / 2], h_atoms[h_rows[i / 2 * NEIGHBOURS + k]]);
        sum += i % 2 == 0 ? pair.x : pair.y;
    }
    return sum;
}

static void time_lattices(size_t n)
{
    dim3 block(32, 8), grid(ACROSS / 32, DOWN / 8);
    size = grid.z = (unsigned int)(n / (ACROSS * DOWN));
    size_t points = (size_t)size * ACROSS * DOWN;
    if (run_case("star.each", n, grid, block, 56 * points, starEach, d_to, d_from, size))
        check_numbers(d_to, points, star, 1e-4);
    grid.z = blocks_for(size, MARCH);
    if (run_case("star.march", n, grid, block, 41 * points, starMarch, d_to, d_from, size))
        check_numbers(d_to, points, star, 1e-4);
    size = (int)n;
    if (run_case("steps.shared", n, blocks_for(n, BLOCK), BLOCK, 8 * n, stepsShared, d_to, d_from,
                 size))
        check_numbers(d_to, n, four_steps, 1e-4);
    if (run_case("steps.registers", n, blocks_for(n, BLOCK), BLOCK, 40 * n, stepsRegisters, d_to,
                 d_from, size))
        check_numbers(d_to, n, four_steps, 1e-4);
    if (run_case("steps.lanes", n, blocks_for(n, BLOCK / 32 * (32 - 2 * STEPS)), BLOCK, 9 * n,
                 stepsLanes, d_to, d_from, size))
        check_numbers(d_to, n, four_steps, 1e-4);
    size = (int)(n / WIDTH);
    grid = dim3(WIDTH / 32, blocks_for(size, 8));
    points = (size_t)size * WIDTH;
    since = 1;
    if (run_case("drift_near", n, grid, block, 28 * points, drift, d_to, d_from, d_speed, since,
                 size))
        check_numbers(d_to, points, drifted_to, 1e-4);
    since = 100;
    if (run_case("drift_far", n, grid, block, 28 * points, drift, d_to, d_from, d_speed, since,
                 size))
        check_numbers(d_to, points, drifted_to, 1e-4);
}

/* Atoms whose neighbours are up to 128 places away; n neighbours of all. */
static void time_forces(size_t n)
{
    size = (int)(n / NEIGHBOURS);
    int *h_columns = (int *)host_memory(n * sizeof(int));
    for (int i = 0; i < size; i++)
        for (int k = 0; k < NEIGHBOURS; k++) {
            int away = input_number((size_t)i * NEIGHBOURS + k) % 257 - 128;
            h_rows[i * NEIGHBOURS + k] = h_columns[k * size + i] = within(i + away, size);
        }
    CHECK(cudaMemcpy(d_rows, h_rows, n * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_columns, h_columns, n * sizeof(int), cudaMemcpyHostToDevice));
    free(h_columns);
    float2 *to = (float2 *)d_to;
    unsigned int grid = blocks_for(size, 128);
    if (run_case("forces.columns", n, grid, 128, 20 * n, forcesThreads<false>, to, d_atoms,
                 d_columns, size))
        check_numbers(d_to, 2 * (size_t)size, force, 1e-4);
    if (run_case("forces.rows", n, grid, 128, 20 * n, forcesThreads<true>, to, d_atoms, d_rows,
                 size))
        check_numbers(d_to, 2 * (size_t)size, force, 1e-4);
    grid = blocks_for((size_t)size * NEIGHBOURS, 128);
    if (run_case("forces.lanes", n, grid, 128, 36 * n, forcesLanes, to, d_atoms, d_rows, size))
        check_numbers(d_to, 2 * (size_t)size, force, 1e-4);
}

int main(int argc, char **argv)
{
    start_family("held_out_lattices", argc, argv);
    const size_t sizes[] = {1 << 18, (1 << 21) - 1234, 1 << 24}, largest = scaled(1 << 24);
    d_from = floats_on_device(largest);
    h_from = (float *)copy_to_host(d_from, largest * sizeof(float));
    h_speed = (float2 *)host_memory(largest * sizeof(float2));
    for (size_t i = 0; i < largest; i++) // up to two points in a time of 1, in parts of 64
        h_speed[i] = make_float2((float)(input_number(i) % 256 - 128) / 64,
                                 (float)(input_number(i + 77) / 16 - 128) / 64);
    d_speed = copy_to_device(h_speed, largest);
    h_atoms = (float4 *)host_memory(largest / NEIGHBOURS * sizeof(float4));
    for (size_t i = 0; i < largest / NEIGHBOURS; i++)
        h_atoms[i] = make_float4(h_from[i], h_from[i + 1], h_from[i + 2], 1 + h_from[i + 3]);
    d_atoms = copy_to_device(h_atoms, largest / NEIGHBOURS);
    h_rows = (int *)host_memory(largest * sizeof(int));
    d_rows = zeros_on_device(largest);
    d_columns = zeros_on_device(largest);
    CHECK(cudaMalloc((void **)&d_to, largest * sizeof(float)));
    for (size_t n : sizes) {
        time_empty(scaled(n));
        time_lattices(scaled(n));
        time_forces(scaled(n));
    }
    for (void *memory : {(void *)d_to, (void *)d_from, (void *)d_speed, (void *)d_atoms,
                         (void *)d_rows, (void *)d_columns})
        CHECK(cudaFree(memory));
    for (void *memory : {(void *)h_from, (void *)h_speed, (void *)h_atoms, (void *)h_rows})
        free(memory);
    return end_family();
}
