/*
 * The article's five methods, on doubles
 *
 * For readers of the Chinese article that adds up 100 x 1024 x 1024 doubles of 1.23:
 * its loop on the CPU and its five ways on the GPU, with the mean and the standard
 * deviation of twenty runs, as printed there. Two of its lessons, to see here:
 *
 * - A tree leaves most threads idle. Of a block of 1024, 512 + 256 + ... + 1 = 1023
 *   threads work in ten rounds: one in ten, on average. reduceParallelism lets each
 *   thread add up many numbers before the tree begins.
 * - A running sum drifts: in the end each small number is added to a huge one, and
 *   rounded to its few last digits. A tree adds numbers of about the same size.
 *   Each method's error, against the true sum, stands beside its bound.
 *
 * Run it:  make article_double run
 */
#include <cuda_runtime.h>
#include <stdlib.h>

#include "../common/types/exact_sum.h"
#include "../common/lab.h"
#include "../common/result.h"
#include "../common/seconds.h"
#include "article_kernels.h"

typedef void (*kernel_function)(const double *d_x, double *d_y, unsigned int n);

enum { WALKING_BLOCKS = 10240 }; /* the article's grid for reduceParallelism */

static unsigned int divided_up(unsigned int n, unsigned int parts)
{
    return n / parts + (n % parts != 0);
}

/* The rounds of a tree over a power of two of numbers. */
static unsigned int rounds(unsigned int numbers)
{
    return numbers > 1 ? 1 + rounds(numbers / 2) : 0;
}

/* Most additions on any number's way into the sum: the block's rounds, then one atomic per block. */
static double additions_atomic(unsigned int n, unsigned int block)
{
    return rounds(block) + (double)divided_up(n, block);
}

/* In each of the two launches: a thread's walk, then the block's rounds. */
static double additions_walk(unsigned int n, unsigned int grid, unsigned int block)
{
    return (double)divided_up(n, grid * block) + rounds(block) +
           (double)divided_up(grid, block) + rounds(block);
}

/*
 * "sum = ..." and "Time = a +- b ms", as in the article; without times, only the sum. mark stands
 * before the time.
 */
static void print_lines(const struct options *options, const char *name, double sum,
                        struct double_double exact, const char *mark, const struct statistics *time)
{
    if (!talks_to_people(options))
        return;
    printf("%s:\n    sum = %.6f, error %.3g\n", name, sum, error_of(sum, exact));
    if (time->mean > 0)
        printf("    Time = %s%g +- %g ms, median %s%g ms\n", mark, time->mean, time->deviation,
               mark, time->median);
}

/* Adds up on the CPU, once and then `repeat` timed times, and prints the sum. */
static void run_on_cpu(const struct options *options, const char *name,
                       double (*sum_of)(const double *, size_t), const double *numbers,
                       struct double_double exact, int repeat)
{
    double *milliseconds = (double *)allocate((size_t)repeat * sizeof(double));
    double sum = 0.0;

    for (int run = 0; run <= repeat; run++) {
        double start = seconds();

        sum = sum_of(numbers, options->n);
        if (run > 0)
            milliseconds[run - 1] = 1e3 * (seconds() - start);
    }

    struct statistics time = statistics_of(milliseconds, (size_t)repeat);
    print_lines(options, name, sum, exact, "", &time);
    free(milliseconds);
}

struct kernel {
    const char *name;
    kernel_function function;
};

/* The data of all kernels: the numbers, their exact sum, and room for sums. */
struct data {
    double *d_x;
    double *d_partial; // the sums of reduceParallelism's first launch
    double *d_y;
    struct double_double exact;
    cudaEvent_t start, stop;
};

/* One run of a kernel on all numbers; returns its milliseconds. */
static float time_kernel(const struct options *options, const struct device *device,
                         const struct kernel *kernel, const struct data *data, unsigned int grid)
{
    unsigned int n = (unsigned int)options->n, block = options->block;
    bool walks = kernel->function == reduceParallelism;
    size_t smem_bytes = block * sizeof(double);
    float milliseconds;

    // all ones: NaN, which no sum survives; the atomics need a 0 to begin with
    CHECK(cudaMemset(data->d_partial, 0xFF, WALKING_BLOCKS * sizeof(double)));
    CHECK(cudaMemset(data->d_y, walks ? 0xFF : 0, sizeof(double)));

    cool_cache(&device->cache);
    CHECK(cudaEventRecord(data->start));
    if (walks) {
        reduceParallelism<<<grid, block, smem_bytes>>>(data->d_x, data->d_partial, n);
        reduceParallelism<<<1, block, smem_bytes>>>(data->d_partial, data->d_y, grid);
    } else {
        kernel->function<<<grid, block, smem_bytes>>>(data->d_x, data->d_y, n);
    }
    CHECK(cudaGetLastError());
    CHECK(cudaEventRecord(data->stop));
    CHECK(cudaEventSynchronize(data->stop));
    CHECK(cudaEventElapsedTime(&milliseconds, data->start, data->stop));
    return milliseconds;
}

/* All runs of a kernel, and its lines of output; returns the exit status. */
static int run_kernel(const struct options *options, const struct device *device,
                      const struct kernel *kernel, const struct data *data)
{
    unsigned int n = (unsigned int)options->n, block = options->block;
    bool walks = kernel->function == reduceParallelism;
    unsigned int grid = divided_up(n, block);
    if (walks && grid > WALKING_BLOCKS)
        grid = WALKING_BLOCKS;
    double bound =
        error_bound(walks ? additions_walk(n, grid, block) : additions_atomic(n, block),
                    UNIT_ROUNDOFF_DOUBLE, data->exact.high);
    struct result result = result_start(options, device, kernel->name, grid, sizeof(double));
    double sum = 0.0;

    for (int run = 0; run <= options->repeat; run++) { // run 0 warms up
        float milliseconds = time_kernel(options, device, kernel, data, grid);

        CHECK(cudaMemcpy(&sum, data->d_y, sizeof(double), cudaMemcpyDeviceToHost));
        char value[48], right[48];
        snprintf(value, sizeof value, "%.9f", sum);
        snprintf(right, sizeof right, "%.9f", data->exact.high);
        result_run(&result, run, value, right, is_within(sum, data->exact, bound), milliseconds);
    }
    struct statistics time = result_time(&result);
    print_lines(options, kernel->name, sum, data->exact, time_mark(device), &time);
    if (talks_to_people(options))
        printf("    the error may be %.3g at most\n", bound);
    result.launch_milliseconds = empty_launch(&device->cache, options->repeat);
    return result_finish(&result);
}

int main(int argc, char **argv)
{
    const struct command_line allowed = {
        100ULL * 1024 * 1024, // n
        1ULL << 20,           // n on the simulator
        N_MAX_32_BIT,         // the largest n
        1024, 64,             // block size, and the smallest
        NULL,
    };
    const struct kernel kernels[] = {
        {"reduceAtomic", reduceAtomic}, {"reduceWarp", reduceWarp}, {"reduceShfl", reduceShfl},
        {"reduceCG", reduceCG}, {"reduceParallelism", reduceParallelism},
    };
    struct options options = parse_command_line(argc, argv, &allowed);
    struct device device = select_device(&options);

    unsigned int n = (unsigned int)options.n;
    size_t input_bytes = n * sizeof(double);
    size_t partial_bytes = WALKING_BLOCKS * sizeof(double);
    require_device_memory(input_bytes + partial_bytes + sizeof(double));

    double *h_x = (double *)allocate(input_bytes);
    for (unsigned int i = 0; i < n; i++)
        h_x[i] = 1.23;
    print_setting(&options, &device, "doubles of 1.23");

    struct double_double exact = exact_sum(h_x, n);
    if (talks_to_people(&options))
        printf("The exact sum: %.6f (1.23 is no double: the nearest one is a little less)\n",
               exact.high);
    run_on_cpu(&options, "CPU, a running sum", running_sum, h_x, exact, options.repeat);
    run_on_cpu(&options, "CPU, Kahan's compensated sum", kahan_sum, h_x, exact, 0);

    struct data data;
    data.exact = exact;
    CHECK(cudaMalloc((void **)&data.d_x, input_bytes));
    CHECK(cudaMalloc((void **)&data.d_partial, partial_bytes));
    CHECK(cudaMalloc((void **)&data.d_y, sizeof(double)));
    CHECK(cudaMemcpy(data.d_x, h_x, input_bytes, cudaMemcpyHostToDevice));
    CHECK(cudaEventCreate(&data.start));
    CHECK(cudaEventCreate(&data.stop));

    int status = EXIT_RIGHT_SUM;
    for (auto &kernel : kernels)
        if (run_kernel(&options, &device, &kernel, &data) != EXIT_RIGHT_SUM)
            status = EXIT_WRONG_SUM;

    CHECK(cudaEventDestroy(data.start));
    CHECK(cudaEventDestroy(data.stop));
    CHECK(cudaFree(data.d_x));
    CHECK(cudaFree(data.d_partial));
    CHECK(cudaFree(data.d_y));
    free(h_x);
    return status;
}
