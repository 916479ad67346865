/*
 * Held out of every fit: filters of sheets of floats and of lines, steps of heat in blocks of
 * several shapes, layers of channels, sheets made smaller. The words of a case's name behind the
 * dot say which of several versions of the same work it is.
 */
#include "held_out.h"

enum {
    WIDTH = 1024,
    SIDE = 5, /* of a filter */
    REACH = SIDE / 2,
    BLOCK = 256,
    TAPS = 9,
    EACH = 8,
    INPUTS = 4,
    OUTPUTS = 8
};

struct weights {
    float of[SIDE * SIDE];
};

__constant__ weights constant_weights;
__constant__ float taps[TAPS];
__constant__ float layer[OUTPUTS][INPUTS][3][3];
static weights h_weights;
static float h_taps[TAPS], h_layer[OUTPUTS][INPUTS][3][3];

/* A sheet of numbers; those beyond its edge are as the nearest one of it. */
struct sheet {
    const float *numbers;
    int height;
    __host__ __device__ float operator()(int x, int y) const
    {
        x = x < 0 ? 0 : x < WIDTH ? x : WIDTH - 1;
        y = y < 0 ? 0 : y < height ? y : height - 1;
        return numbers[y * WIDTH + x];
    }
};

__host__ __device__ static inline float weighted(const sheet &from, int x, int y,
                                                 const float *weights)
{
    float sum = 0;
    for (int k = 0; k < SIDE * SIDE; k++)
        sum += weights[k] * from(x + k % SIDE - REACH, y + k / SIDE - REACH);
    return sum;
}

/* Each number and those around it by weights: the weights in constant memory ... */
__global__ void squareConstant(float *to, sheet from)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (y < from.height)
        to[y * WIDTH + x] = weighted(from, x, y, constant_weights.of);
}

/* ... or in global memory ... */
__global__ void squareGlobal(float *to, sheet from, const float *weights)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (y < from.height)
        to[y * WIDTH + x] = weighted(from, x, y, weights);
}

/* ... or constant, and the numbers in shared memory. */
__global__ void squareShared(float *to, sheet from)
{
    const int across = 16 + 2 * REACH;
    __shared__ float tile[across][across];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    for (int j = threadIdx.y; j < across; j += 16)
        for (int i = threadIdx.x; i < across; i += 16)
            tile[j][i] = from(blockIdx.x * 16 + i - REACH, blockIdx.y * 16 + j - REACH);
    __syncthreads();
    if (y >= from.height)
        return;
    float sum = 0;
    for (int j = 0; j < SIDE; j++)
        for (int i = 0; i < SIDE; i++)
            sum += constant_weights.of[j * SIDE + i] * tile[threadIdx.y + j][threadIdx.x + i];
    to[y * WIDTH + x] = sum;
}

/* A line by TAPS weights: a thread for each number ... */
__global__ void lineEach(float *to, const float *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sum = 0;
    for (int k = 0; k < TAPS; k++)
        sum += taps[k] * from[i + k];
    to[i] = sum;
}

/* ... or for EACH beside each other, from registers ... */
__global__ void lineEights(float *to, const float *from, int n)
{
    int first = EACH * (blockIdx.x * blockDim.x + threadIdx.x);
    if (first + EACH > n)
        return;
    float near[EACH + TAPS - 1];
#pragma unroll
    for (int k = 0; k < EACH + TAPS - 1; k++)
        near[k] = from[first + k];
#pragma unroll
    for (int i = 0; i < EACH; i++) {
        float sum = 0;
#pragma unroll
        for (int k = 0; k < TAPS; k++)
            sum += taps[k] * near[i + k];
        to[first + i] = sum;
    }
}

/* ... or the block's numbers in shared memory. */
__global__ void lineShared(float *to, const float *from, int n)
{
    __shared__ float tile[BLOCK + TAPS - 1];
    int t = threadIdx.x, first = blockIdx.x * BLOCK;
    for (int k = t; k < BLOCK + TAPS - 1; k += BLOCK)
        tile[k] = first + k < n + TAPS - 1 ? from[first + k] : 0;
    __syncthreads();
    if (first + t >= n)
        return;
    float sum = 0;
    for (int k = 0; k < TAPS; k++)
        sum += taps[k] * tile[t + k];
    to[first + t] = sum;
}

/* A step of heat, by blocks of any shape. */
__host__ __device__ static inline float warmer(const sheet &from, int x, int y)
{
    float own = from(x, y);
    return own +
           0.2f * (from(x - 1, y) + from(x + 1, y) + from(x, y - 1) + from(x, y + 1) - 4 * own);
}

__global__ void heat(float *to, sheet from)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (y < from.height)
        to[y * WIDTH + x] = warmer(from, x, y);
}

/* The largest of each square of four: a thread for each square ... */
__global__ void poolEach(float *to, const float *from, int squares)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= squares)
        return;
    const float *first = from + i / (WIDTH / 2) * 2 * WIDTH + i % (WIDTH / 2) * 2;
    to[i] = fmaxf(fmaxf(first[0], first[1]), fmaxf(first[WIDTH], first[WIDTH + 1]));
}

/* ... or for two beside each other. */
__global__ void poolTwos(float2 *to, const float4 *from, int twos)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= twos)
        return;
    const float4 *first = from + i / (WIDTH / 4) * 2 * (WIDTH / 4) + i % (WIDTH / 4);
    float4 above = first[0], below = first[WIDTH / 4];
    to[i] = make_float2(fmaxf(fmaxf(above.x, above.y), fmaxf(below.x, below.y)),
                        fmaxf(fmaxf(above.z, above.w), fmaxf(below.z, below.w)));
}

/* OUTPUTS sheets of INPUTS, each of height rows: a thread for a place of one of them ... */
__global__ void layerEach(float *to, sheet from)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int output = blockIdx.z, points = from.height * WIDTH;
    if (y >= from.height)
        return;
    float sum = 0;
    for (int input = 0; input < INPUTS; input++) {
        sheet own = {from.numbers + input * points, from.height};
        for (int k = 0; k < 9; k++)
            sum += layer[output][input][k / 3][k % 3] * own(x + k % 3 - 1, y + k / 3 - 1);
    }
    to[output * points + y * WIDTH + x] = fmaxf(sum, 0);
}

/* ... or for a place of all of them. */
__global__ void layerAll(float *to, sheet from)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int points = from.height * WIDTH;
    if (y >= from.height)
        return;
    float sums[OUTPUTS] = {};
    for (int input = 0; input < INPUTS; input++) {
        sheet own = {from.numbers + input * points, from.height};
        for (int k = 0; k < 9; k++) {
            float number = own(x + k % 3 - 1, y + k / 3 - 1);
#pragma unroll
            for (int output = 0; output < OUTPUTS; output++)
                sums[output] += layer[output][input][k / 3][k % 3] * number;
        }
    }
#pragma unroll
    for (int output = 0; output < OUTPUTS; output++)
        to[output * points + y * WIDTH + x] = fmaxf(sums[output], 0);
}

static float *d_to, *d_from, *d_weights, *h_from;
static sheet d_sheet, h_sheet;

static double weighted_number(size_t i)
{
    return weighted(h_sheet, (int)(i % WIDTH), (int)(i / WIDTH), h_weights.of);
}

static double line_number(size_t i)
{
    double sum = 0;
    for (int k = 0; k < TAPS; k++)
        sum += h_taps[k] * h_from[i + k];
    return sum;
}

static double warmer_number(size_t i)
{
    return warmer(h_sheet, (int)(i % WIDTH), (int)(i / WIDTH));
}

static double largest_of_square(size_t i)
{
    const float *first = h_from + i / (WIDTH / 2) * 2 * WIDTH + i % (WIDTH / 2) * 2;
    return fmaxf(fmaxf(first[0], first[1]), fmaxf(first[WIDTH], first[WIDTH + 1]));
}

static double output_number(size_t i)
{
    size_t points = (size_t)h_sheet.height * WIDTH, output = i / points, place = i % points;
    int x = (int)(place % WIDTH), y = (int)(place / WIDTH);
    double sum = 0;
    for (int input = 0; input < INPUTS; input++) {
        sheet own = {h_from + input * points, h_sheet.height};
        for (int k = 0; k < 9; k++)
            sum += (double)h_layer[output][input][k / 3][k % 3] * own(x + k % 3 - 1, y + k / 3 - 1);
    }
    return sum > 0 ? sum : 0;
}

static void time_sheets(size_t n)
{
    int height = (int)(n / WIDTH / 2 * 2);
    size_t points = (size_t)height * WIDTH;
    d_sheet.height = h_sheet.height = height;
    dim3 block(16, 16), grid(WIDTH / 16, blocks_for(height, 16));
    if (run_case("square.constant", n, grid, block, 104 * points, squareConstant, d_to, d_sheet))
        check_numbers(d_to, points, weighted_number, 1e-4);
    if (run_case("square.global", n, grid, block, 204 * points, squareGlobal, d_to, d_sheet,
                 (const float *)d_weights))
        check_numbers(d_to, points, weighted_number, 1e-4);
    if (run_case("square.shared", n, grid, block, 10 * points, squareShared, d_to, d_sheet))
        check_numbers(d_to, points, weighted_number, 1e-4);
    static const struct {
        const char *name;
        unsigned int across, down;
    } shapes[] = {{"heat.squares", 16, 16}, {"heat.lines", 512, 1}, {"heat.tall", 4, 64}};
    for (const auto &shape : shapes)
        if (run_case(shape.name, n, dim3(WIDTH / shape.across, blocks_for(height, shape.down)),
                     dim3(shape.across, shape.down), 24 * points, heat, d_to, d_sheet))
            check_numbers(d_to, points, warmer_number, 1e-4);
    int squares = (int)(points / 4);
    if (run_case("pool.each", n, blocks_for(squares, 128), 128, 5 * points, poolEach, d_to, d_from,
                 squares))
        check_numbers(d_to, squares, largest_of_square, 0);
    if (run_case("pool.twos", n, blocks_for(squares / 2, 128), 128, 5 * points, poolTwos,
                 (float2 *)d_to, (const float4 *)d_from, squares / 2))
        check_numbers(d_to, squares, largest_of_square, 0);
}

static void time_lines(size_t n)
{
    if (run_case("line.each", n, blocks_for(n, BLOCK), BLOCK, 40 * n, lineEach, d_to, d_from,
                 (int)n))
        check_numbers(d_to, n, line_number, 1e-4);
    if (run_case("line.eights", n, blocks_for(n / EACH, BLOCK), BLOCK, 12 * n, lineEights, d_to,
                 d_from, (int)n))
        check_numbers(d_to, n / EACH * EACH, line_number, 1e-4);
    if (run_case("line.shared", n, blocks_for(n, BLOCK), BLOCK, 8 * n, lineShared, d_to, d_from,
                 (int)n))
        check_numbers(d_to, n, line_number, 1e-4);
}

/* Layers of n / OUTPUTS places, so that all outputs are n numbers. */
static void time_layers(size_t n)
{
    int height = (int)(n / OUTPUTS / WIDTH);
    size_t points = (size_t)height * WIDTH;
    d_sheet.height = h_sheet.height = height;
    dim3 block(32, 4), grid(WIDTH / 32, blocks_for(height, 4)), deep(grid.x, grid.y, OUTPUTS);
    if (run_case("layer.each", n, deep, block, points * OUTPUTS * (36 * INPUTS + 4), layerEach,
                 d_to, d_sheet))
        check_numbers(d_to, points * OUTPUTS, output_number, 1e-4);
    if (run_case("layer.all", n, grid, block, points * (36 * INPUTS + 4 * OUTPUTS), layerAll, d_to,
                 d_sheet))
        check_numbers(d_to, points * OUTPUTS, output_number, 1e-4);
}

/* Weights of both signs, no two alike. */
static void make_weights(float *to, size_t count)
{
    for (size_t i = 0; i < count; i++)
        to[i] = (float)input_number(7 * i + 3) / 4096 - 0.4f;
}

int main(int argc, char **argv)
{
    start_family("held_out_filters", argc, argv);
    const size_t sizes[] = {1 << 18, (1 << 22) + 999, 1 << 24}, largest = scaled(1 << 24);
    d_from = floats_on_device(largest + TAPS);
    h_from = (float *)copy_to_host(d_from, (largest + TAPS) * sizeof(float));
    d_sheet.numbers = d_from;
    h_sheet.numbers = h_from;
    CHECK(cudaMalloc((void **)&d_to, largest * sizeof(float)));
    make_weights(h_weights.of, SIDE * SIDE);
    make_weights(h_taps, TAPS);
    make_weights(&h_layer[0][0][0][0], sizeof h_layer / sizeof(float));
    d_weights = copy_to_device(h_weights.of, SIDE * SIDE);
    CHECK(cudaMemcpyToSymbol(constant_weights, &h_weights, sizeof h_weights));
    CHECK(cudaMemcpyToSymbol(taps, h_taps, sizeof h_taps));
    CHECK(cudaMemcpyToSymbol(layer, h_layer, sizeof h_layer));
    for (size_t size : sizes) {
        size_t n = scaled(size);
        time_empty(n);
        time_sheets(n);
        time_lines(n);
        time_layers(n);
    }
    for (float *memory : {d_to, d_from, d_weights})
        CHECK(cudaFree(memory));
    free(h_from);
    return end_family();
}
