/*
 * The introduction's template kernel, for int, float and double
 *
 * For readers of the introduction "CUDA 编程入门（7）：并行 Reduce". One kernel serves
 * every type and block size, since both are template parameters: neighbouring pairs
 * in static shared memory, one result per block. A first stage reduces the input to
 * the blocks' results, a second one reduces these in the same way; where there are
 * still many, a third follows, until one value is left. All of it stays on the device.
 *
 * The ints are the lecture's, 0 to 255; the floats and doubles are these over 255, so
 * that additions must round.
 *
 * Run it:  make intro_template run
 */
#include <cuda_runtime.h>
#include <limits.h>
#include <stdlib.h>

#include "../common/types/exact_sum.h"
#include "../common/lab.h"
#include "../common/result.h"

/* Reduces each block's blockSize numbers of data to result[blockIdx.x]. blockSize is blockDim.x. */
template <typename T, int blockSize>
__global__ void reduce_kernel_1(const T *data, size_t n, T *result)
{
    __shared__ T sdata[blockSize];

    int tid = threadIdx.x;
    size_t idx = (size_t)blockIdx.x * blockSize + tid;

    // past the end of the input stands a 0, which changes no sum
    sdata[tid] = idx < n ? data[idx] : T(0);
    __syncthreads();

#pragma unroll
    for (int stride = 1; stride < blockSize; stride *= 2) {
        if (tid % (2 * stride) == 0)
            sdata[tid] += sdata[tid + stride];
        __syncthreads(); // nobody starts a round before all have finished the one before
    }

    // the first thread holds the block's sum
    if (tid == 0)
        result[blockIdx.x] = sdata[0];
}

static unsigned int blocks_for(size_t n, unsigned int block)
{
    return (unsigned int)((n + block - 1) / block);
}

/*
 * All stages: from d_data (n numbers) to the first part of d_results, from there to the second,
 * which is smaller, then back, and so on, until one value is left. Returns where it is.
 */
template <typename T, int blockSize>
static const T *reduce_in_stages(const T *d_data, size_t n, T *d_results)
{
    const T *from = d_data;
    T *to = d_results, *next = d_results + blocks_for(n, blockSize);

    for (;;) {
        unsigned int grid = blocks_for(n, blockSize);

        reduce_kernel_1<T, blockSize><<<grid, blockSize>>>(from, n, to);
        CHECK(cudaGetLastError());
        if (grid == 1)
            return to;
        T *written = to;
        to = next;
        next = written;
        from = written;
        n = grid;
    }
}

/* The block size is known when the program runs; the template needs it at compile time. */
template <typename T>
static const T *reduce_with(unsigned int block, const T *d_data, size_t n, T *d_results)
{
    switch (block) {
    case 1024: return reduce_in_stages<T, 1024>(d_data, n, d_results);
    case 512: return reduce_in_stages<T, 512>(d_data, n, d_results);
    case 256: return reduce_in_stages<T, 256>(d_data, n, d_results);
    case 128: return reduce_in_stages<T, 128>(d_data, n, d_results);
    default: return reduce_in_stages<T, 64>(d_data, n, d_results);
    }
}

/* Additions that each number passes through: in every stage the rounds of a block's tree. */
static unsigned int additions(size_t n, unsigned int block)
{
    unsigned int count = 0;

    for (;;) {
        for (unsigned int stride = 1; stride < block; stride *= 2)
            count++;
        if (n <= block)
            return count;
        n = blocks_for(n, block);
    }
}

static void print_value(char text[48], int value) { snprintf(text, 48, "%d", value); }
static void print_value(char text[48], long long value) { snprintf(text, 48, "%lld", value); }
static void print_value(char text[48], float value) { snprintf(text, 48, "%.9g", value); }
static void print_value(char text[48], double value) { snprintf(text, 48, "%.17g", value); }

/* A sum of integers has one right value. */
struct exactly {
    long long expected;

    bool is_right(long long sum) const { return sum == expected; }
};

/* One of floating-point numbers may be off by the roundings of the tree. */
struct nearly {
    struct double_double exact;
    double expected, bound;

    bool is_right(double sum) const { return is_within(sum, exact, bound); }
};

/* Runs the kernel on h_data and prints its result, of which judge says whether it is right. */
template <typename T, typename Judge>
static int run(const struct options *options, const struct device *device, const char *type,
               const T *h_data, const Judge &judge)
{
    size_t n = options->n;
    unsigned int block = options->block;
    unsigned int grid = blocks_for(n, block);
    size_t results_bytes = ((size_t)grid + blocks_for(grid, block)) * sizeof(T);
    require_device_memory(n * sizeof(T) + results_bytes);

    T *d_data, *d_results;
    CHECK(cudaMalloc((void **)&d_data, n * sizeof(T)));
    CHECK(cudaMalloc((void **)&d_results, results_bytes));
    CHECK(cudaMemcpy(d_data, h_data, n * sizeof(T), cudaMemcpyHostToDevice));
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));

    char name[48];
    snprintf(name, sizeof name, "reduce_kernel_1<%s, %u>", type, block);
    struct result result = result_start(options, device, name, grid, sizeof(T));
    for (int run = 0; run <= options->repeat; run++) { // run 0 warms up
        CHECK(cudaMemset(d_results, 0xFF, results_bytes)); // -1, or NaN

        cool_cache(&device->cache);
        CHECK(cudaEventRecord(start));
        const T *d_sum = reduce_with<T>(block, d_data, n, d_results);
        CHECK(cudaEventRecord(stop));
        CHECK(cudaEventSynchronize(stop));
        float milliseconds;
        CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

        T sum;
        CHECK(cudaMemcpy(&sum, d_sum, sizeof(T), cudaMemcpyDeviceToHost));
        char value[48], right[48];
        print_value(value, sum);
        print_value(right, (T)judge.expected);
        result_run(&result, run, value, right, judge.is_right(sum), milliseconds);
    }

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(d_data));
    CHECK(cudaFree(d_results));
    result.launch_milliseconds = empty_launch(&device->cache, options->repeat);
    return result_finish(&result);
}

static int run_integers(const struct options *options, const struct device *device,
                        const int *numbers)
{
    size_t n = options->n;
    struct exactly judge = {sum_on_cpu(numbers, n).sum};

    if (judge.expected <= INT_MAX)
        return run<int>(options, device, "int", numbers, judge);

    if (talks_to_people(options))
        printf("(The sum, %lld, does not fit an int: the ints are added up as long long.)\n",
               judge.expected);
    long long *wide = (long long *)allocate(n * sizeof *wide);
    for (size_t i = 0; i < n; i++)
        wide[i] = numbers[i];
    int status = run<long long>(options, device, "long long", wide, judge);
    free(wide);
    return status;
}

template <typename T>
static int run_floating(const struct options *options, const struct device *device,
                        const char *type, const int *numbers, double unit_roundoff)
{
    size_t n = options->n;
    T *data = (T *)allocate(n * sizeof *data);
    double *doubles = (double *)allocate(n * sizeof *doubles);
    for (size_t i = 0; i < n; i++) {
        data[i] = (T)numbers[i] / 255;
        doubles[i] = data[i];
    }

    struct nearly judge;
    judge.exact = exact_sum(doubles, n);
    judge.expected = judge.exact.high;
    judge.bound = error_bound(additions(n, options->block), unit_roundoff, judge.exact.high);
    int status = run<T>(options, device, type, data, judge);
    if (talks_to_people(options))
        printf("    (right is what lies within %.3g of the exact sum, %.17g)\n", judge.bound,
               judge.exact.high);
    free(data);
    free(doubles);
    return status;
}

int main(int argc, char **argv)
{
    const struct command_line allowed = {
        1ULL << 24,   // n
        1ULL << 20,   // n on the simulator
        N_MAX_32_BIT, // the largest n
        512, 64,      // block size, and the smallest
        NULL,
    };
    struct options options = parse_command_line(argc, argv, &allowed);
    struct device device = select_device(&options);
    int *numbers = make_input(options.n, options.seed);

    print_setting(&options, &device, "numbers");
    int status = run_integers(&options, &device, numbers);
    status |= run_floating<float>(&options, &device, "float", numbers, UNIT_ROUNDOFF_FLOAT);
    status |= run_floating<double>(&options, &device, "double", numbers, UNIT_ROUNDOFF_DOUBLE);
    free(numbers);
    return status;
}
