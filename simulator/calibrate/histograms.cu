/*
 * Histograms: atomics on few addresses, with data that spread over all bins and data that do not.
 */
#include "cases.h"

enum { BINS = 256 };

/* The bin of a number: all bins alike; half of the numbers in bin 0; one bin for all. */
enum data { UNIFORM, SKEWED, ONE_BIN };

__global__ void histogramGlobal(int *bins, const int *numbers, size_t n)
{
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        atomicAdd(&bins[numbers[i]], 1);
}

__global__ void histogramShared(int *bins, const int *numbers, size_t n)
{
    __shared__ int mine[BINS];
    for (int i = threadIdx.x; i < BINS; i += blockDim.x)
        mine[i] = 0;
    __syncthreads();
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        atomicAdd(&mine[numbers[i]], 1);
    __syncthreads();
    for (int i = threadIdx.x; i < BINS; i += blockDim.x)
        atomicAdd(&bins[i], mine[i]);
}

typedef void histogram_kernel(int *bins, const int *numbers, size_t n);

static int bin_of(size_t place, enum data data)
{
    int number = input_number(place);
    if (data == ONE_BIN || (data == SKEWED && number % 2 == 0))
        return 0;
    return number / 16;
}

static int *numbers_on_device(size_t n, enum data data)
{
    int *d_numbers, *h_numbers = (int *)host_memory(n * sizeof(int));
    for (size_t i = 0; i < n; i++)
        h_numbers[i] = bin_of(i, data);
    CHECK(cudaMalloc((void **)&d_numbers, n * sizeof(int)));
    CHECK(cudaMemcpy(d_numbers, h_numbers, n * sizeof(int), cudaMemcpyHostToDevice));
    free(h_numbers);
    return d_numbers;
}

/* Every launch adds to the same bins. */
static int is_histogram(const int *d_bins, size_t n, enum data data)
{
    int expected[BINS] = {0};
    for (size_t i = 0; i < n; i++)
        expected[bin_of(i, data)] += launches();
    int *bins = (int *)copy_to_host(d_bins, sizeof expected);
    int is_right = memcmp(bins, expected, sizeof expected) == 0;
    free(bins);
    return is_right;
}

/* Each thread takes `count` numbers. */
static void time_histogram(const char *name, histogram_kernel *kernel, const int *d_numbers,
                           enum data data, size_t n, int count)
{
    unsigned int block = 256, grid = blocks_for(n / count, block);
    int *d_bins = zeros_on_device(BINS);

    for (start_case(name, n, grid, block, n * sizeof(int)); next_launch();)
        kernel<<<grid, block>>>(d_bins, d_numbers, n);
    if (launches() > 0)
        check_case(is_histogram(d_bins, n, data));
    CHECK(cudaFree(d_bins));
}

int main(int argc, char **argv)
{
    static const char *const global_names[] = {"global_uniform", "global_skewed", "global_one_bin"};
    static const char *const shared_names[] = {"shared_uniform", "shared_skewed", "shared_one_bin"};
    static const size_t sizes[] = {1 << 14, 1 << 18, 1 << 20, 1 << 22};

    start_family("histograms", argc, argv);
    for (int data = UNIFORM; data <= ONE_BIN; data++) {
        int *d_numbers = numbers_on_device(scaled(1 << 22), (enum data)data);
        for (int i = 0; i < 4; i++) {
            size_t n = scaled(sizes[i]);
            time_histogram(global_names[data], histogramGlobal, d_numbers, (enum data)data, n, 1);
            time_histogram(shared_names[data], histogramShared, d_numbers, (enum data)data, n, 1);
        }
        size_t n = scaled(1 << 22);
        time_histogram(global_names[data], histogramGlobal, d_numbers, (enum data)data, n, 16);
        time_histogram(shared_names[data], histogramShared, d_numbers, (enum data)data, n, 16);
        CHECK(cudaFree(d_numbers));
    }
    return end_family();
}
