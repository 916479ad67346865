/*
 * Held out of every fit: stencils in one, two and three dimensions, and sums in several launches,
 * in other ways than the families that the constants were fitted to.
 */
#include "cases.h"

enum { RADIUS = 8, SIDE = 32, ROWS = 8, TAPS = 5 };

/* The sum of 17 neighbours, from shared memory. */
__global__ void sumNeighbours(double *to, const double *from, int n)
{
    extern __shared__ double near[];
    int first = blockIdx.x * blockDim.x - RADIUS;
    for (int k = threadIdx.x; k < (int)blockDim.x + 2 * RADIUS; k += blockDim.x)
        near[k] = first + k >= 0 && first + k < n ? from[first + k] : 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double sum = 0;
    for (int k = 0; k <= 2 * RADIUS; k++)
        sum += near[threadIdx.x + k];
    to[i] = sum;
}

/* Seven points of a box; each thread goes through all its layers and keeps three of them. */
__global__ void sevenPoints(float *to, const float *from, int width, int height, int depth)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1)
        return;
    size_t layer = (size_t)width * height, at = (size_t)y * width + x;
    float below = from[at], here = from[at + layer];
    for (int z = 1; z < depth - 1; z++) {
        at += layer;
        float above = from[at + layer];
        to[at] = 0.4f * here + 0.1f * (below + above + from[at - 1] + from[at + 1] +
                                       from[at - width] + from[at + width]);
        below = here;
        here = above;
    }
}

/* The edges of an image of bytes, which are read where they lie. */
__global__ void edges(unsigned char *to, const unsigned char *from, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1)
        return;
    const unsigned char *row = from + (size_t)y * width + x, *over = row - width,
                        *under = row + width;
    int across = over[1] + 2 * row[1] + under[1] - over[-1] - 2 * row[-1] - under[-1];
    int down = under[-1] + 2 * under[0] + under[1] - over[-1] - 2 * over[0] - over[1];
    int sum = abs(across) + abs(down);
    to[(size_t)y * width + x] = (unsigned char)(sum > 255 ? 255 : sum);
}

__constant__ float weights[2 * TAPS + 1];

/* Columns of an image, weighted, from a tile with a margin above and below. */
__global__ void blurColumns(float *to, const float *from, int width, int height)
{
    __shared__ float tile[4 * ROWS + 2 * TAPS][SIDE + 1];
    int x = blockIdx.x * SIDE + threadIdx.x, first = blockIdx.y * 4 * ROWS - TAPS;
    for (int y = threadIdx.y; y < 4 * ROWS + 2 * TAPS; y += ROWS) {
        int row = min(max(first + y, 0), height - 1);
        tile[y][threadIdx.x] = from[(size_t)row * width + x];
    }
    __syncthreads();
    for (int y = threadIdx.y; y < 4 * ROWS; y += ROWS) {
        float sum = 0;
        for (int k = 0; k <= 2 * TAPS; k++)
            sum += weights[k] * tile[y + k][threadIdx.x];
        to[(size_t)(first + TAPS + y) * width + x] = sum;
    }
}

/* Each launch leaves a sum for each block: one of two numbers each thread reads. */
__global__ void sumPairs(long long *sums, const long long *numbers, int n)
{
    extern __shared__ long long pairs[];
    int i = blockIdx.x * blockDim.x * 2 + threadIdx.x;
    pairs[threadIdx.x] =
        (i < n ? numbers[i] : 0) + (i + (int)blockDim.x < n ? numbers[i + blockDim.x] : 0);
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if ((int)threadIdx.x < half)
            pairs[threadIdx.x] += pairs[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        sums[blockIdx.x] = pairs[0];
}

static int *d_from, *d_to;
static int width_at_hand, height_at_hand, depth_at_hand;

static double double_at(long long i)
{
    return i < 0 || i >= width_at_hand ? 0 : (double)input_number((size_t)i) / 4096;
}

static void time_neighbours(size_t n, unsigned int block)
{
    unsigned int grid = blocks_for(n, block);
    double *h_from = (double *)host_memory(n * sizeof(double));
    width_at_hand = (int)n;
    for (size_t i = 0; i < n; i++)
        h_from[i] = double_at((long long)i);
    CHECK(cudaMemcpy(d_from, h_from, n * sizeof(double), cudaMemcpyHostToDevice));
    free(h_from);
    for (start_case("neighbours", n, grid, block, 2 * n * sizeof(double)); next_launch();)
        sumNeighbours<<<grid, block, (block + 2 * RADIUS) * sizeof(double)>>>(
            (double *)d_to, (const double *)d_from, (int)n);
    if (launches() == 0)
        return;
    double *to = (double *)copy_to_host(d_to, n * sizeof(double));
    int is_right = 1;
    for (size_t i = 0; i < n; i++) {
        double sum = 0;
        for (int k = -RADIUS; k <= RADIUS; k++)
            sum += double_at((long long)i + k);
        is_right &= to[i] == sum; // of multiples of 1/4096, which are exact
    }
    check_case(is_right);
    free(to);
}

static void use_floats(size_t n)
{
    float *d_floats = floats_on_device(n);
    CHECK(cudaMemcpy(d_from, d_floats, n * sizeof(float), cudaMemcpyDeviceToDevice));
    CHECK(cudaFree(d_floats));
}

static float float_at(size_t i)
{
    return (float)input_number(i) / 4096;
}

static float seven_points(size_t place)
{
    size_t layer = (size_t)width_at_hand * height_at_hand;
    int x = (int)(place % width_at_hand), y = (int)(place % layer / width_at_hand);
    int z = (int)(place / layer);
    if (x < 1 || y < 1 || z < 1 || x >= width_at_hand - 1 || y >= height_at_hand - 1 ||
        z >= depth_at_hand - 1)
        return 0;
    return 0.4f * float_at(place) +
           0.1f * (float_at(place - layer) + float_at(place + layer) + float_at(place - 1) +
                   float_at(place + 1) + float_at(place - width_at_hand) +
                   float_at(place + width_at_hand));
}

static void time_seven_points(int width, int height, int depth)
{
    size_t n = (size_t)width * height * depth;
    dim3 block(32, 6), grid((width + 31) / 32, (height + 5) / 6);
    use_floats(n);
    width_at_hand = width, height_at_hand = height, depth_at_hand = depth;
    CHECK(cudaMemset(d_to, 0, n * sizeof(float)));
    for (start_case("seven_points", n, grid.x * grid.y, 192, 2 * n * sizeof(float)); next_launch();)
        sevenPoints<<<grid, block>>>((float *)d_to, (const float *)d_from, width, height, depth);
    if (launches() > 0)
        check_case(floats_are((float *)d_to, n, seven_points));
}

static void time_edges(int width, int height)
{
    size_t n = (size_t)width * height;
    dim3 block(16, 16), grid((width + 15) / 16, (height + 15) / 16);
    unsigned char *image = (unsigned char *)host_memory(n);
    for (size_t i = 0; i < n; i++)
        image[i] = (unsigned char)(input_number(i) / 64);
    CHECK(cudaMemcpy(d_from, image, n, cudaMemcpyHostToDevice));
    for (start_case("edges", n, grid.x * grid.y, 256, 2 * n); next_launch();)
        edges<<<grid, block>>>((unsigned char *)d_to, (const unsigned char *)d_from, width, height);
    if (launches() > 0) {
        unsigned char *to = (unsigned char *)copy_to_host(d_to, n);
        int is_right = 1;
        for (int y = 1; y < height - 1; y++)
            for (int x = 1; x < width - 1; x++) {
                int across = 0, down = 0;
                for (int k = -1; k <= 1; k++) {
                    size_t row = (size_t)(y + k) * width + x, at = (size_t)y * width + x + k;
                    across += (2 - abs(k)) * (image[row + 1] - image[row - 1]);
                    down += (2 - abs(k)) * (image[at + width] - image[at - width]);
                }
                int sum = abs(across) + abs(down);
                is_right &= to[(size_t)y * width + x] == (sum > 255 ? 255 : sum);
            }
        check_case(is_right);
        free(to);
    }
    free(image);
}

static float blurred(size_t place)
{
    int x = (int)(place % width_at_hand), y = (int)(place / width_at_hand);
    float sum = 0;
    for (int k = -TAPS; k <= TAPS; k++) {
        int row = y + k < 0 ? 0 : y + k >= height_at_hand ? height_at_hand - 1 : y + k;
        sum += (float)(TAPS + 1 - abs(k)) / 36 * float_at((size_t)row * width_at_hand + x);
    }
    return sum;
}

static void time_blur(int width, int height)
{
    size_t n = (size_t)width * height;
    dim3 block(SIDE, ROWS), grid(width / SIDE, height / (4 * ROWS));
    float h_weights[2 * TAPS + 1];
    for (int k = -TAPS; k <= TAPS; k++)
        h_weights[k + TAPS] = (float)(TAPS + 1 - abs(k)) / 36;
    CHECK(cudaMemcpyToSymbol(weights, h_weights, sizeof h_weights));
    use_floats(n);
    width_at_hand = width, height_at_hand = height;
    for (start_case("blur_columns", n, grid.x * grid.y, SIDE * ROWS, 2 * n * sizeof(float));
         next_launch();)
        blurColumns<<<grid, block>>>((float *)d_to, (const float *)d_from, width, height);
    if (launches() > 0)
        check_case(floats_are((float *)d_to, n, blurred));
}

/* Launches until one sum is left. */
static void time_sums(size_t n, unsigned int block)
{
    unsigned int grid = blocks_for(n, 2 * block);
    long long *h_from = (long long *)host_memory(n * sizeof(long long)), *d_sums[2];
    for (size_t i = 0; i < n; i++)
        h_from[i] = input_number(i);
    CHECK(cudaMemcpy(d_from, h_from, n * sizeof(long long), cudaMemcpyHostToDevice));
    free(h_from);
    d_sums[0] = (long long *)d_to;
    d_sums[1] = d_sums[0] + grid;
    const long long *d_sum = d_sums[0];
    for (start_case("sums_in_turn", n, grid, block, n * sizeof(long long)); next_launch();) {
        const long long *d_left = (const long long *)d_from;
        int into = 0;
        for (unsigned int left = (unsigned int)n; left > 1; left = blocks_for(left, 2 * block)) {
            sumPairs<<<blocks_for(left, 2 * block), block, block * sizeof(long long)>>>(
                d_sums[into], d_left, (int)left);
            d_sum = d_left = d_sums[into];
            into = !into;
        }
    }
    if (launches() == 0)
        return;
    long long *sum = (long long *)copy_to_host(d_sum, sizeof *sum);
    check_case(*sum == sum_of_inputs(n));
    free(sum);
}

int main(int argc, char **argv)
{
    start_family("held_out_images", argc, argv);
    size_t words = scaled((size_t)1 << 24);
    d_from = ints_on_device(words);
    d_to = zeros_on_device(words);

    time_neighbours(scaled(1 << 17), 64);
    time_neighbours(scaled(1 << 22), 512);
    time_seven_points(64, (int)scaled(64), 64);
    time_seven_points(250, (int)scaled(248), 100);
    time_edges(640, (int)scaled(480));
    time_edges(4000, (int)scaled(3000));
    time_blur(512, (int)scaled(512));
    time_blur(2048, (int)scaled(4096));
    time_sums(scaled(1 << 14), 64);
    time_sums(scaled(1 << 18), 32);
    time_sums(scaled(1 << 22), 256);

    CHECK(cudaFree(d_from));
    CHECK(cudaFree(d_to));
    return end_family();
}
