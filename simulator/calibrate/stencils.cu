/*
 * Stencils: every number becomes a sum of its neighbours.
 */
#include "cases.h"

enum { BLOCK = 256, SMALL_RADIUS = 1, LARGE_RADIUS = 4 };

/* What is beyond the ends counts as 0. */
template <int radius> __global__ void stencilGlobal(int *to, const int *from, int n)
{
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx >= n)
        return;
    int sum = 0;
    for (int k = -radius; k <= radius; k++)
        if (idx + k >= 0 && idx + k < n)
            sum += from[idx + k];
    to[idx] = sum;
}

/* The block's numbers and the halo at both ends are read once. */
template <int radius> __global__ void stencilShared(int *to, const int *from, int n)
{
    __shared__ int numbers[BLOCK + 2 * radius];
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    int place = threadIdx.x + radius;

    numbers[place] = idx < n ? from[idx] : 0;
    if (threadIdx.x < radius) {
        int left = idx - radius;
        int right = idx + BLOCK;
        numbers[place - radius] = left >= 0 ? from[left] : 0;
        numbers[place + BLOCK] = right < n ? from[right] : 0;
    }
    __syncthreads();
    if (idx >= n)
        return;
    int sum = 0;
    for (int k = -radius; k <= radius; k++)
        sum += numbers[place + k];
    to[idx] = sum;
}

/* The four neighbours of each inner point, and itself; the edge is copied. */
__global__ void stencilFivePoints(float *to, const float *from, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    int place = y * width + x;
    if (x == 0 || y == 0 || x == width - 1 || y == height - 1)
        to[place] = from[place];
    else
        to[place] = 0.2f * (from[place] + from[place - 1] + from[place + 1] + from[place - width] +
                            from[place + width]);
}

typedef void stencil_kernel(int *to, const int *from, int n);

static size_t length, reach; /* of the case at hand */

static int expected_sum(size_t place)
{
    int sum = 0;
    for (size_t i = place > reach ? place - reach : 0; i <= place + reach && i < length; i++)
        sum += input_number(i);
    return sum;
}

static float input_float(size_t place)
{
    return (float)input_number(place) / 4096;
}

static float expected_five_points(size_t place)
{
    size_t x = place % length, y = place / length;
    if (x == 0 || y == 0 || x == length - 1 || y == length - 1)
        return input_float(place);
    return 0.2f * (input_float(place) + input_float(place - 1) + input_float(place + 1) +
                   input_float(place - length) + input_float(place + length));
}

static int *d_to, *d_from;

static void time_stencil(const char *name, stencil_kernel *kernel, size_t n, int radius)
{
    unsigned int grid = blocks_for(n, BLOCK);
    for (start_case(name, n, grid, BLOCK, 2 * n * sizeof(int)); next_launch();)
        kernel<<<grid, BLOCK>>>(d_to, d_from, (int)n);
    length = n;
    reach = radius;
    if (launches() > 0)
        check_case(ints_are(d_to, n, expected_sum));
}

static void time_five_points(int size, dim3 block)
{
    size_t n = (size_t)size * size;
    dim3 grid(blocks_for(size, block.x), blocks_for(size, block.y));
    float *d_values = floats_on_device(n);
    float *d_result = (float *)zeros_on_device(n);

    for (start_case("five_points", n, grid.x * grid.y, block.x * block.y, 2 * n * sizeof(float));
         next_launch();)
        stencilFivePoints<<<grid, block>>>(d_result, d_values, size, size);
    length = size;
    if (launches() > 0)
        check_case(floats_are(d_result, n, expected_five_points));
    CHECK(cudaFree(d_values));
    CHECK(cudaFree(d_result));
}

int main(int argc, char **argv)
{
    static const size_t sizes[] = {1 << 16, 1 << 20, 1 << 22, 1 << 24};

    start_family("stencils", argc, argv);
    d_from = ints_on_device(scaled(1 << 24));
    d_to = zeros_on_device(scaled(1 << 24));

    for (int i = 0; i < 4; i++) {
        size_t n = scaled(sizes[i]);
        time_stencil("global_radius_1", stencilGlobal<SMALL_RADIUS>, n, SMALL_RADIUS);
        time_stencil("shared_radius_1", stencilShared<SMALL_RADIUS>, n, SMALL_RADIUS);
        if (i == 3)
            break; // the simulator has worked enough
        time_stencil("global_radius_4", stencilGlobal<LARGE_RADIUS>, n, LARGE_RADIUS);
        time_stencil("shared_radius_4", stencilShared<LARGE_RADIUS>, n, LARGE_RADIUS);
    }
    CHECK(cudaFree(d_from));
    CHECK(cudaFree(d_to));

    int largest = harness.is_small ? 720 : 2048;
    for (int size = largest / 4; size <= largest; size *= 2)
        time_five_points(size, dim3(32, 8));
    time_five_points(largest / 2, dim3(16, 16));
    time_five_points(largest / 2, dim3(8, 32));
    time_five_points(largest / 2, dim3(32, 32));
    return end_family();
}
