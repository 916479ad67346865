/*
 * All kernels of the book, in place in global memory
 *
 * For readers of "Professional CUDA C Programming", chapter 3: its ten kernels
 * (book_kernels.h) one after the other on one input, as its program runs them, in
 * blocks of the size that the command line names. The book remarks that any
 * associative and commutative operator may take the place of the sum: --operator
 * chooses one (book_operators.h).
 *
 * Run it:  make book_integer run
 *          make book_integer run BLOCK=256 ARGS="--operator max"
 */
#include <cuda_runtime.h>
#include <stdlib.h>

#include "../common/lab.h"
#include "../common/result.h"
#include "book_kernels.h"
#include "book_operators.h"

enum operation { SUM, MINIMUM, MAXIMUM, PRODUCT, MEAN };
static const char *const operations[] = {"sum", "min", "max", "product", "mean", NULL};

typedef void (*kernel_function)(int *g_idata, int *g_odata, unsigned int n);

struct kernel {
    const char *name;
    unsigned int factor; /* data blocks that a block takes */
    kernel_function function;
};

/* The kernel whose template parameter is the block size. */
template <typename Operator>
static kernel_function complete_unroll(unsigned int block)
{
    switch (block) {
    case 1024: return reduceCompleteUnroll<1024, Operator>;
    case 512: return reduceCompleteUnroll<512, Operator>;
    case 256: return reduceCompleteUnroll<256, Operator>;
    case 128: return reduceCompleteUnroll<128, Operator>;
    default: return reduceCompleteUnroll<64, Operator>;
    }
}

/* The numbers one after the other, and for the sum recursiveReduce as well: *how gets its name. */
static long long reduce_on_cpu(int operation, const int *numbers, size_t n, const char **how,
                               double *milliseconds)
{
    struct cpu_sum cpu;
    long long result = numbers[0];

    *how = "CPU, one by one";
    *milliseconds = 0;

    switch (operation) {
    case MINIMUM:
        for (size_t i = 1; i < n; i++)
            if (numbers[i] < result)
                result = numbers[i];
        return result;
    case MAXIMUM:
        for (size_t i = 1; i < n; i++)
            if (numbers[i] > result)
                result = numbers[i];
        return result;
    case PRODUCT:
        for (size_t i = 1; i < n; i++)
            result = result * numbers[i] % (1LL << 32);
        return result;
    default:
        cpu = sum_on_cpu(numbers, n);
        if (n <= RECURSIVE_LIMIT) {
            *how = "recursiveReduce (CPU)";
            *milliseconds = cpu.recursive_milliseconds;
        }
        return cpu.sum;
    }
}

/*
 * Prints a line as the book does, for "cpu" or "gpu"; without a time where there is none. mark
 * stands before it.
 */
static void print_line(const struct options *options, int operation, const char *name,
                       const char *mark, double milliseconds, const char *processor,
                       long long value)
{
    printf("%-26s", name);
    if (milliseconds > 0)
        printf(" elapsed %s%.4f ms ", mark, milliseconds);
    printf(" %s_%s: ", processor, operations[operation]);
    if (operation == MEAN)
        printf("%.6f", (double)value / (double)options->n);
    else
        printf("%lld", value);
}

/* The data of all kernels. */
struct data {
    int operation;
    int *h_odata;
    int *d_input, *d_idata, *d_odata; // d_input keeps the numbers as they were
    size_t input_bytes, output_bytes;
    long long expected;
    cudaEvent_t start, stop;
};

/* The numbers, in memory of the host's; prints their kind, and the CPU's result. */
static int *make_numbers(const struct options *options, const struct device *device,
                         struct data *data)
{
    int *h_idata = make_input(options->n, options->seed);
    const char *how;
    double milliseconds;

    print_setting(options, device, "ints");
    if (data->operation == PRODUCT) {
        // one 0, or 32 even numbers, would make every product 0
        for (size_t i = 0; i < options->n; i++)
            h_idata[i] = 2 * h_idata[i] + 1;
        if (talks_to_people(options))
            printf("The product is of 2 x + 1 for every number x, modulo 2^32.\n");
    }
    data->expected = reduce_on_cpu(data->operation, h_idata, options->n, &how, &milliseconds);
    if (talks_to_people(options)) {
        print_line(options, data->operation, how, "", milliseconds, "cpu", data->expected);
        printf("\n");
    }
    return h_idata;
}

/* One run of a kernel, up to the last event; returns its milliseconds. */
static float time_kernel(const struct options *options, const struct device *device,
                         const struct kernel *kernel, const struct data *data, unsigned int grid)
{
    float milliseconds;

    // a poisoned output, and fresh input, since the kernel overwrites it
    CHECK(cudaMemset(data->d_odata, 0xFF, data->output_bytes));
    CHECK(cudaMemcpy(data->d_idata, data->d_input, data->input_bytes, cudaMemcpyDeviceToDevice));

    cool_cache(&device->cache);
    CHECK(cudaEventRecord(data->start));
    kernel->function<<<grid, options->block>>>(data->d_idata, data->d_odata,
                                               (unsigned int)options->n);
    CHECK(cudaGetLastError());
    CHECK(cudaEventRecord(data->stop));
    CHECK(cudaEventSynchronize(data->stop));
    CHECK(cudaEventElapsedTime(&milliseconds, data->start, data->stop));
    return milliseconds;
}

/* All runs of a kernel, and its line of output; returns the exit status. */
template <typename Operator>
static int run_kernel(const struct options *options, const struct device *device,
                      const struct kernel *kernel, const struct data *data)
{
    unsigned int n = (unsigned int)options->n, block = options->block;
    unsigned int grid = (n + kernel->factor * block - 1) / (kernel->factor * block);
    struct result result = result_start(options, device, kernel->name, grid, sizeof(int));
    result.what = data->operation == MEAN ? "sum" : operations[data->operation];
    long long total = 0;

    for (int run = 0; run <= options->repeat; run++) { // run 0 warms up
        float milliseconds = time_kernel(options, device, kernel, data, grid);

        // the end of the reduction is the host's
        CHECK(cudaMemcpy(data->h_odata, data->d_odata, grid * sizeof(int), cudaMemcpyDeviceToHost));
        total = Operator::first();
        for (unsigned int i = 0; i < grid; i++)
            total = Operator::finish(total, data->h_odata[i]);
        char value[48], right[48];
        snprintf(value, sizeof value, "%lld", total);
        snprintf(right, sizeof right, "%lld", data->expected);
        result_run(&result, run, value, right, total == data->expected, milliseconds);
    }
    if (talks_to_people(options)) {
        print_line(options, data->operation, kernel->name, time_mark(device),
                   result_time(&result).median, "gpu", total);
        printf(" <<<grid %u block %u>>>\n", grid, block);
    }
    result.launch_milliseconds = empty_launch(&device->cache, options->repeat);
    return result_finish(&result);
}

template <typename Operator>
static int run_all(const struct options *options, const struct device *device, int operation)
{
    const struct kernel kernels[] = {
        {"reduceNeighbored", 1, reduceNeighbored<Operator>},
        {"reduceNeighboredLess", 1, reduceNeighboredLess<Operator>},
        {"reduceInterleaved", 1, reduceInterleaved<Operator>},
        {"reduceUnrolling2", 2, reduceUnrolling2<Operator>},
        {"reduceUnrolling4", 4, reduceUnrolling4<Operator>},
        {"reduceUnrolling8", 8, reduceUnrolling8<Operator>},
        {"reduceUnrollWarps", 2, reduceUnrollWarps<Operator>},
        {"reduceUnrollWarps8", 8, reduceUnrollWarps8<Operator>},
        {"reduceCompleteUnrollWarps8", 8, reduceCompleteUnrollWarps8<Operator>},
        {"reduceCompleteUnroll", 8, complete_unroll<Operator>(options->block)},
    };
    struct data data;
    data.operation = operation;
    data.input_bytes = options->n * sizeof(int);
    // enough for the largest grid
    data.output_bytes = (options->n + options->block - 1) / options->block * sizeof(int);
    require_device_memory(2 * data.input_bytes + data.output_bytes);

    int *h_idata = make_numbers(options, device, &data);
    data.h_odata = (int *)allocate(data.output_bytes);
    CHECK(cudaMalloc((void **)&data.d_input, data.input_bytes));
    CHECK(cudaMalloc((void **)&data.d_idata, data.input_bytes));
    CHECK(cudaMalloc((void **)&data.d_odata, data.output_bytes));
    CHECK(cudaMemcpy(data.d_input, h_idata, data.input_bytes, cudaMemcpyHostToDevice));
    CHECK(cudaEventCreate(&data.start));
    CHECK(cudaEventCreate(&data.stop));

    int status = EXIT_RIGHT_SUM;
    for (const struct kernel &kernel : kernels)
        if (run_kernel<Operator>(options, device, &kernel, &data) != EXIT_RIGHT_SUM)
            status = EXIT_WRONG_SUM;

    CHECK(cudaEventDestroy(data.start));
    CHECK(cudaEventDestroy(data.stop));
    CHECK(cudaFree(data.d_input));
    CHECK(cudaFree(data.d_idata));
    CHECK(cudaFree(data.d_odata));
    free(h_idata);
    free(data.h_odata);
    return status;
}

int main(int argc, char **argv)
{
    unsigned long long operation = SUM;
    const struct own_option own[] = {
        {"--operator", "what joins two numbers", &operation, operations, 0, 0},
        {},
    };
    const struct command_line allowed = {
        1ULL << 24,   // n
        1ULL << 20,   // n on the simulator, where ten kernels take a while
        N_MAX_32_BIT, // the largest n
        512, 64,      // block size, and the smallest
        own,
    };
    struct options options = parse_command_line(argc, argv, &allowed);
    struct device device = select_device(&options);

    switch (operation) {
    case MINIMUM: return run_all<Minimum>(&options, &device, (int)operation);
    case MAXIMUM: return run_all<Maximum>(&options, &device, (int)operation);
    case PRODUCT: return run_all<Product>(&options, &device, (int)operation);
    default: return run_all<Sum>(&options, &device, (int)operation);
    }
}
