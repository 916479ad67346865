/*
 * Step 15: what one calls in production
 *
 * Nobody writes a sum by hand to use it: CUB and Thrust come with the CUDA Toolkit,
 * and reduce any type by any operation. CUB takes the temporary storage that it needs
 * from the caller; Thrust takes it from an allocator, here one that always hands out
 * the same memory. So neither allocates while it is timed. This is a new program, to be
 * read from the top: it has no kernel of its own.
 *
 * Run it:  make step15 run        (on the simulator: other code under the libraries' names)
 */
#include <cub/device/device_reduce.cuh>
#include <cuda_runtime.h>
#include <stdlib.h>
#include <thrust/execution_policy.h>
#include <thrust/reduce.h>

#include "../common/lab.h"

// the lengths of older releases of CUB (before CUDA 12.3) are ints
#if CUB_VERSION >= 200200
#define N_MAX N_MAX_64_BIT
#else
#define N_MAX N_MAX_32_BIT
#endif

// the simulator has other code under these names: its counters and times are not the libraries'
#ifdef __SIMCC__
#define CUB_NAME    "cub::DeviceReduce::Sum (not CUB's)"
#define THRUST_NAME "thrust::reduce (not Thrust's)"
#else
#define CUB_NAME    "cub::DeviceReduce::Sum"
#define THRUST_NAME "thrust::reduce"
#endif

/* Gives Thrust its temporary storage: the same memory every time, allocated by the first run. */
struct one_allocation {
    typedef char value_type;

    char *memory;
    size_t bytes;

    char *allocate(std::ptrdiff_t bytes_needed)
    {
        if ((size_t)bytes_needed > bytes) {
            CHECK(cudaFree(memory));
            CHECK(cudaMalloc((void **)&memory, bytes_needed));
            bytes = bytes_needed;
        }
        return memory;
    }
    void deallocate(char *, size_t)
    {
    }
};

int main(int argc, char **argv)
{
    struct options options = parse_options(argc, argv, N_MAX);
    struct device device = select_device(&options);

    // a first call without storage says how much CUB needs for its own
    size_t n = options.n;
    size_t input_bytes = n * sizeof(int);
    size_t storage_bytes = 0;
    CHECK(cub::DeviceReduce::Sum(NULL, storage_bytes, (int *)NULL, (long long *)NULL, n));
    require_device_memory(2 * input_bytes + storage_bytes + sizeof(long long));

    int *h_idata = make_input(n, options.seed);
    struct cpu_sum cpu = sum_on_cpu(h_idata, n);

    int *d_input, *d_idata; // d_input keeps the numbers as they were
    long long *d_total;
    void *d_storage;
    CHECK(cudaMalloc((void **)&d_input, input_bytes));
    CHECK(cudaMalloc((void **)&d_idata, input_bytes));
    CHECK(cudaMalloc((void **)&d_total, sizeof(long long)));
    CHECK(cudaMalloc(&d_storage, storage_bytes));
    CHECK(cudaMemcpy(d_input, h_idata, input_bytes, cudaMemcpyHostToDevice));
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    float milliseconds;
    long long sum;

    // grid 0: the libraries choose their own
    struct report report = report_start(&options, &device, CUB_NAME, 0, cpu);
    for (int run = 0; run <= options.repeat; run++) { // run 0 warms up
        // poisoned outputs, and fresh input, which some of the steps overwrite
        CHECK(cudaMemset(d_total, 0xFF, sizeof(long long)));
        CHECK(cudaMemcpy(d_idata, d_input, input_bytes, cudaMemcpyDeviceToDevice));

        cool_cache(&device.cache); // all runs start on a cold, clean cache: docs/measuring.md
        CHECK(cudaEventRecord(start));
        CHECK(cub::DeviceReduce::Sum(d_storage, storage_bytes, d_idata, d_total, n));
        CHECK(cudaEventRecord(stop));
        CHECK(cudaEventSynchronize(stop));
        CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

        report_host_begins(&report); // nothing is left to the host but to fetch the sum
        CHECK(cudaMemcpy(&sum, d_total, sizeof(long long), cudaMemcpyDeviceToHost));
        report_run(&report, run, sum, milliseconds);
    }
    int cub_status = report_finish(&report);

    // thrust::reduce returns the sum to the host: the time includes the copy and the wait for it
    struct one_allocation storage = {NULL, 0};
    report = report_start(&options, &device, THRUST_NAME, 0, cpu);
    for (int run = 0; run <= options.repeat; run++) { // run 0 warms up
        CHECK(cudaMemcpy(d_idata, d_input, input_bytes, cudaMemcpyDeviceToDevice));

        cool_cache(&device.cache); // all runs start on a cold, clean cache: docs/measuring.md
        CHECK(cudaEventRecord(start));
        sum = thrust::reduce(thrust::cuda::par(storage), d_idata, d_idata + n, 0LL);
        CHECK(cudaEventRecord(stop));
        CHECK(cudaEventSynchronize(stop));
        CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

        report_run(&report, run, sum, milliseconds);
    }
    int thrust_status = report_finish(&report);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(d_input));
    CHECK(cudaFree(d_idata));
    CHECK(cudaFree(d_total));
    CHECK(cudaFree(d_storage));
    CHECK(cudaFree(storage.memory));
    free(h_idata);
    return cub_status != EXIT_RIGHT_SUM ? cub_status : thrust_status;
}
