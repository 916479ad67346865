/*
 * Held out of every fit: boxes and cubes of neighbours, lines of weights along rows and columns,
 * rings of neighbours, the largest of a window. The words of a case's name behind the dot
 * say which of several versions of the same work it is.
 */
#include "cases.h"

enum { WIDTH = 1000, PLANE = 96, REACH = 8, MARCH = 16, WINDOW = 32, BLOCK = 256 };

__constant__ float weights[2 * REACH + 1];
static float h_weights[2 * REACH + 1];

/* The sum of a box of nine, where the edge has a copy of itself as neighbour: from global memory
 * ... */
__global__ void boxGlobal(int *to, const int *from, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= WIDTH || y >= height)
        return;
    int sum = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            sum += from[min(max(y + dy, 0), height - 1) * WIDTH + min(max(x + dx, 0), WIDTH - 1)];
    to[y * WIDTH + x] = sum;
}

/* ... from a tile of 32 x 8 and its rim ... */
__global__ void boxTile(int *to, const int *from, int height)
{
    __shared__ int tile[10][34];
    int left = blockIdx.x * 32 - 1, top = blockIdx.y * 8 - 1;
    for (int k = threadIdx.y * 32 + threadIdx.x; k < 340; k += 256)
        tile[k / 34][k % 34] = from[min(max(top + k / 34, 0), height - 1) * WIDTH +
                                    min(max(left + k % 34, 0), WIDTH - 1)];
    __syncthreads();
    int x = left + 1 + threadIdx.x, y = top + 1 + threadIdx.y, sum = 0;
    if (x >= WIDTH || y >= height)
        return;
    for (int dy = 0; dy < 3; dy++)
        for (int dx = 0; dx < 3; dx++)
            sum += tile[threadIdx.y + dy][threadIdx.x + dx];
    to[y * WIDTH + x] = sum;
}

/* ... or down a column, where three rows' sums are kept. */
__device__ static int sum_of_three(const int *from, int x, int y, int height)
{
    const int *row = from + min(max(y, 0), height - 1) * WIDTH;
    return row[max(x - 1, 0)] + row[x] + row[min(x + 1, WIDTH - 1)];
}

__global__ void boxMarch(int *to, const int *from, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * MARCH;
    if (x >= WIDTH)
        return;
    int above = sum_of_three(from, x, y - 1, height), here = sum_of_three(from, x, y, height);
    for (int end = min(y + MARCH, height); y < end; y++) {
        int below = sum_of_three(from, x, y + 1, height);
        to[y * WIDTH + x] = above + here + below;
        above = here;
        here = below;
    }
}

/* The sum of a cube of 27 in planes of PLANE x PLANE: each thread reads all of them ... */
__global__ void cubeGlobal(int *to, const int *from, int depth)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y,
        z = blockIdx.z;
    if (x == 0 || y == 0 || z == 0 || x >= PLANE - 1 || y >= PLANE - 1 || z >= depth - 1)
        return;
    int sum = 0;
    for (int dz = -1; dz <= 1; dz++)
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++)
                sum += from[((z + dz) * PLANE + y + dy) * PLANE + x + dx];
    to[(z * PLANE + y) * PLANE + x] = sum;
}

/* ... or goes through the planes, whose sums it keeps. */
__device__ static int sum_of_nine(const int *from, int place)
{
    int sum = 0;
    for (int dy = -PLANE; dy <= PLANE; dy += PLANE)
        sum += from[place + dy - 1] + from[place + dy] + from[place + dy + 1];
    return sum;
}

__global__ void cubeMarch(int *to, const int *from, int depth)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y,
        first = max((int)blockIdx.z * MARCH, 1),
        end = min(((int)blockIdx.z + 1) * MARCH, depth - 1);
    if (x == 0 || y == 0 || x >= PLANE - 1 || y >= PLANE - 1 || first >= end)
        return;
    int place = (first * PLANE + y) * PLANE + x, plane = PLANE * PLANE;
    int behind = sum_of_nine(from, place - plane), here = sum_of_nine(from, place);
    for (int z = first; z < end; z++, place += plane) {
        int ahead = sum_of_nine(from, place + plane);
        to[place] = behind + here + ahead;
        behind = here;
        here = ahead;
    }
}

/* A line of weights along rows (`step` is 1) or along columns (WIDTH), beyond whose ends all is 0:
 * from global memory ... */
template <bool ALONG_ROWS> __global__ void lineGlobal(float *to, const float *from, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y,
        at = ALONG_ROWS ? x : y, length = ALONG_ROWS ? WIDTH : height;
    if (x >= WIDTH || y >= height)
        return;
    float sum = 0;
    for (int k = -REACH; k <= REACH; k++)
        if (at + k >= 0 && at + k < length)
            sum += weights[k + REACH] * from[y * WIDTH + x + k * (ALONG_ROWS ? 1 : WIDTH)];
    to[y * WIDTH + x] = sum;
}

/* ... or from a tile. */
__global__ void rowsShared(float *to, const float *from, int height)
{
    __shared__ float tile[4][64 + 2 * REACH];
    int left = blockIdx.x * 64 - REACH, y = blockIdx.y * 4 + threadIdx.y,
        x = left + REACH + threadIdx.x;
    for (int k = threadIdx.x; k < 64 + 2 * REACH; k += 64)
        tile[threadIdx.y][k] =
            y < height && left + k >= 0 && left + k < WIDTH ? from[y * WIDTH + left + k] : 0;
    __syncthreads();
    if (x >= WIDTH || y >= height)
        return;
    float sum = 0;
    for (int k = 0; k <= 2 * REACH; k++)
        sum += weights[k] * tile[threadIdx.y][threadIdx.x + k];
    to[y * WIDTH + x] = sum;
}

__global__ void columnsShared(float *to, const float *from, int height)
{
    __shared__ float tile[32 + 2 * REACH][32];
    int x = blockIdx.x * 32 + threadIdx.x, top = blockIdx.y * 32 - REACH;
    for (int k = threadIdx.y; k < 32 + 2 * REACH; k += 8)
        tile[k][threadIdx.x] =
            x < WIDTH && top + k >= 0 && top + k < height ? from[(top + k) * WIDTH + x] : 0;
    __syncthreads();
    for (int own = threadIdx.y; own < 32; own += 8) {
        float sum = 0;
        for (int k = 0; k <= 2 * REACH; k++)
            sum += weights[k] * tile[own + k][threadIdx.x];
        if (x < WIDTH && top + REACH + own < height)
            to[(top + REACH + own) * WIDTH + x] = sum;
    }
}

/* Neighbours in a ring: found by remainders, or by a question. */
__global__ void ringRemainder(int *to, const int *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] =
            from[(i + n - 3) % n] + from[(i + n - 1) % n] - from[(i + 1) % n] - from[(i + 3) % n];
}

__device__ static int in_ring(int i, int n)
{
    return i < 0 ? i + n : i >= n ? i - n : i;
}

__global__ void ringQuestion(int *to, const int *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[in_ring(i - 3, n)] + from[in_ring(i - 1, n)] - from[in_ring(i + 1, n)] -
                from[in_ring(i + 3, n)];
}

/* The largest of WINDOW numbers from each place on: looked at one by one, or by windows that double
 * in shared memory. */
__global__ void windowEach(int *to, const int *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, largest = 0;
    for (int k = i; k < min(i + WINDOW, n); k++)
        largest = max(largest, from[k]);
    if (i < n)
        to[i] = largest;
}

__global__ void windowDoubling(int *to, const int *from, int n)
{
    __shared__ int largest[BLOCK + WINDOW];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    largest[t] = i < n ? from[i] : 0;
    if (t < WINDOW)
        largest[BLOCK + t] = i + BLOCK < n ? from[i + BLOCK] : 0;
    for (int width = 1; width < WINDOW; width *= 2) {
        __syncthreads();
        int own = max(largest[t], largest[t + width]), rim = 0;
        if (t < WINDOW - width)
            rim = max(largest[BLOCK + t], largest[BLOCK + t + width]);
        __syncthreads();
        largest[t] = own;
        if (t < WINDOW - width)
            largest[BLOCK + t] = rim;
    }
    if (i < n)
        to[i] = largest[t];
}

static int *d_to, *d_ints, *h_ints, height, depth;
static float *d_floats, *h_floats;
static size_t count; /* of the case at hand */

static int box(size_t i)
{
    int x = (int)(i % WIDTH), y = (int)(i / WIDTH), sum = 0;
    for (int k = 0; k < 9; k++)
        sum += h_ints[min(max(y + k / 3 - 1, 0), height - 1) * WIDTH +
                      min(max(x + k % 3 - 1, 0), WIDTH - 1)];
    return sum;
}

static void time_boxes(size_t n)
{
    dim3 block(32, 8), grid(blocks_for(WIDTH, 32), blocks_for(height, 8)),
        marches(blocks_for(WIDTH, 128), blocks_for(height, MARCH));
    size_t all = (size_t)height * WIDTH;
    for (start_case("box.global", n, grid.x * grid.y, 256, 40 * n); next_launch();)
        boxGlobal<<<grid, block>>>(d_to, d_ints, height);
    if (launches() > 0)
        check_case(ints_are(d_to, all, box));
    for (start_case("box.tile", n, grid.x * grid.y, 256, 9 * n); next_launch();)
        boxTile<<<grid, block>>>(d_to, d_ints, height);
    if (launches() > 0)
        check_case(ints_are(d_to, all, box));
    for (start_case("box.march", n, marches.x * marches.y, 128, 18 * n); next_launch();)
        boxMarch<<<marches, 128>>>(d_to, d_ints, height);
    if (launches() > 0)
        check_case(ints_are(d_to, all, box));
}

static int cube(size_t i)
{
    int x = (int)(i % PLANE), y = (int)(i / PLANE % PLANE), z = (int)(i / PLANE / PLANE), sum = 0;
    if (x == 0 || y == 0 || z == 0 || x >= PLANE - 1 || y >= PLANE - 1 || z >= depth - 1)
        return -1;
    for (int k = 0; k < 27; k++)
        sum += h_ints[((z + k / 9 - 1) * PLANE + y + k / 3 % 3 - 1) * PLANE + x + k % 3 - 1];
    return sum;
}

static void time_cubes(size_t n)
{
    dim3 block(32, 4), grid(PLANE / 32, PLANE / 4, depth),
        marches(grid.x, grid.y, blocks_for(depth, MARCH));
    size_t all = (size_t)depth * PLANE * PLANE;
    CHECK(cudaMemset(d_to, 0xFF, all * sizeof(int)));
    for (start_case("cube.global", n, grid.x * grid.y * grid.z, 128, 112 * n); next_launch();)
        cubeGlobal<<<grid, block>>>(d_to, d_ints, depth);
    if (launches() > 0)
        check_case(ints_are(d_to, all, cube));
    for (start_case("cube.march", n, marches.x * marches.y * marches.z, 128, 44 * n);
         next_launch();)
        cubeMarch<<<marches, block>>>(d_to, d_ints, depth);
    if (launches() > 0)
        check_case(ints_are(d_to, all, cube));
}

template <bool ALONG_ROWS> static float line(size_t i)
{
    int at = (int)(ALONG_ROWS ? i % WIDTH : i / WIDTH), length = ALONG_ROWS ? WIDTH : height;
    double sum = 0;
    for (int k = -REACH; k <= REACH; k++)
        if (at + k >= 0 && at + k < length)
            sum += (double)h_weights[k + REACH] * h_floats[(int)i + k * (ALONG_ROWS ? 1 : WIDTH)];
    return (float)sum;
}

static void time_lines(size_t n)
{
    dim3 block(64, 4), grid(blocks_for(WIDTH, 64), blocks_for(height, 4)), slim(32, 8),
        tiles(blocks_for(WIDTH, 32), blocks_for(height, 32));
    size_t all = (size_t)height * WIDTH, each = 4 * (2 * REACH + 2) * n;
    float *to = (float *)d_to;
    for (start_case("along_rows.global", n, grid.x * grid.y, 256, each); next_launch();)
        lineGlobal<true><<<grid, block>>>(to, d_floats, height);
    if (launches() > 0)
        check_case(floats_are(to, all, line<true>));
    for (start_case("along_rows.shared", n, grid.x * grid.y, 256, 9 * n); next_launch();)
        rowsShared<<<grid, block>>>(to, d_floats, height);
    if (launches() > 0)
        check_case(floats_are(to, all, line<true>));
    for (start_case("along_columns.global", n, grid.x * grid.y, 256, each); next_launch();)
        lineGlobal<false><<<grid, block>>>(to, d_floats, height);
    if (launches() > 0)
        check_case(floats_are(to, all, line<false>));
    for (start_case("along_columns.shared", n, tiles.x * tiles.y, 256, 10 * n); next_launch();)
        columnsShared<<<tiles, slim>>>(to, d_floats, height);
    if (launches() > 0)
        check_case(floats_are(to, all, line<false>));
}

static int ring(size_t i)
{
    return h_ints[(i + count - 3) % count] + h_ints[(i + count - 1) % count] -
           h_ints[(i + 1) % count] - h_ints[(i + 3) % count];
}

static int largest_from(size_t i)
{
    int largest = 0;
    for (size_t k = i; k < i + WINDOW && k < count; k++)
        largest = max(largest, h_ints[k]);
    return largest;
}

static void time_neighbours(size_t n)
{
    unsigned int grid = blocks_for(n, BLOCK);
    for (start_case("ring.remainder", n, grid, BLOCK, 20 * n); next_launch();)
        ringRemainder<<<grid, BLOCK>>>(d_to, d_ints, (int)n);
    if (launches() > 0)
        check_case(ints_are(d_to, n, ring));
    for (start_case("ring.question", n, grid, BLOCK, 20 * n); next_launch();)
        ringQuestion<<<grid, BLOCK>>>(d_to, d_ints, (int)n);
    if (launches() > 0)
        check_case(ints_are(d_to, n, ring));
    for (start_case("largest.each", n, grid, BLOCK, 4 * (WINDOW + 1) * n); next_launch();)
        windowEach<<<grid, BLOCK>>>(d_to, d_ints, (int)n);
    if (launches() > 0)
        check_case(ints_are(d_to, n, largest_from));
    for (start_case("largest.doubling", n, grid, BLOCK, 9 * n); next_launch();)
        windowDoubling<<<grid, BLOCK>>>(d_to, d_ints, (int)n);
    if (launches() > 0)
        check_case(ints_are(d_to, n, largest_from));
}

int main(int argc, char **argv)
{
    start_family("held_out_grids", argc, argv);
    const size_t sizes[] = {1 << 18, (1 << 22) + 3111, 1 << 24}, most = scaled(1 << 24);
    for (int k = 0; k <= 2 * REACH; k++)
        h_weights[k] = 1.0f / (k + 5);
    CHECK(cudaMemcpyToSymbol(weights, h_weights, sizeof h_weights));
    d_ints = ints_on_device(most);
    h_ints = (int *)copy_to_host(d_ints, most * sizeof(int));
    d_floats = floats_on_device(most);
    h_floats = (float *)copy_to_host(d_floats, most * sizeof(float));
    CHECK(cudaMalloc((void **)&d_to, most * sizeof(int)));
    for (size_t size : sizes) {
        count = scaled(size);
        height = (int)(count / WIDTH);
        depth = (int)(count / (PLANE * PLANE));
        time_boxes(count);
        time_cubes(count);
        time_lines(count);
        time_neighbours(count);
    }
    for (void *memory : {(void *)d_ints, (void *)d_floats, (void *)d_to})
        CHECK(cudaFree(memory));
    free(h_ints);
    free(h_floats);
    return end_family();
}
