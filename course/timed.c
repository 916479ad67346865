/*
 * The grader's host program for points for speed, on a GPU: launches the kernel of a
 * submission and that of the solution alternately on the same numbers, and times both. It
 * is linked with the two kernels' launchers; there is no other way to run it.
 *
 *     PROGRAM DATA_BLOCKS
 *
 * It reads the seed from stdin and writes one line to file descriptor 3, the medians in
 * milliseconds and how many of the submission's sums were wrong:
 *
 *     SUBMISSION SOLUTION WRONG
 *
 * Exit status 77: there is no GPU.
 */
#include <cuda_runtime_api.h>
#include <stdio.h>
#include <stdlib.h>

#include "../common/check.h"
#include "../common/cool_cache.h"
#include "../common/device.h"
#include "../common/memory.h"
#include "../common/random.h"
#include "../common/statistics.h"

typedef void launcher(unsigned template_block, unsigned grid, unsigned block, int *input,
                      int *output, unsigned n);

/* In the files with the kernels: course/speed.c has them compiled under these names. */
launcher launch_submission, launch_solution;

enum { VERDICTS = 3, N = 1 << 24, BLOCK = 512, RUNS = 21, MAGNITUDE = 100000 };
#define INPUT_BYTES (N * sizeof(int))

struct buffers {
    int *numbers, *input, *output; /* on the device: the original, a copy for a launch, its sums */
    int *sums;                     /* on the host */
    unsigned grid;
    cudaEvent_t start, stop;
    struct cache cache;
};

/* Times one launch, in milliseconds, on fresh input and a cold cache; stores its sum. */
static double time_launch(launcher *launch, const struct buffers *it, long long *sum)
{
    size_t output_bytes = it->grid * sizeof(int);
    float milliseconds;

    CHECK(cudaMemset(it->output, 0x55, output_bytes)); /* so that sums that are not written show */
    CHECK(cudaMemcpy(it->input, it->numbers, INPUT_BYTES, cudaMemcpyDeviceToDevice));
    cool_cache(&it->cache);
    CHECK(cudaEventRecord(it->start, 0));
    launch(BLOCK, it->grid, BLOCK, it->input, it->output, N);
    CHECK(cudaGetLastError());
    CHECK(cudaEventRecord(it->stop, 0));
    CHECK(cudaEventSynchronize(it->stop));
    CHECK(cudaEventElapsedTime(&milliseconds, it->start, it->stop));
    CHECK(cudaMemcpy(it->sums, it->output, output_bytes, cudaMemcpyDeviceToHost));
    *sum = 0;
    for (unsigned i = 0; i < it->grid; i++)
        *sum += it->sums[i];
    return milliseconds;
}

/* Draws the numbers, allocates all that is needed; returns the right sum. */
static long long prepare(struct buffers *it, unsigned seed, unsigned data_blocks)
{
    int *numbers = allocate(INPUT_BYTES);
    struct random_state random;
    long long expected = 0;

    random_start(&random, seed);
    for (unsigned i = 0; i < N; i++) {
        numbers[i] = random_next(&random) % (2 * MAGNITUDE + 1) - MAGNITUDE;
        expected += numbers[i];
    }
    it->grid = N / (data_blocks * BLOCK);
    it->sums = allocate(it->grid * sizeof(int));
    require_device_memory(2 * INPUT_BYTES + it->grid * sizeof(int));
    CHECK(cudaMalloc((void **)&it->numbers, INPUT_BYTES));
    CHECK(cudaMalloc((void **)&it->input, INPUT_BYTES));
    CHECK(cudaMalloc((void **)&it->output, it->grid * sizeof(int)));
    CHECK(cudaMemcpy(it->numbers, numbers, INPUT_BYTES, cudaMemcpyHostToDevice));
    CHECK(cudaEventCreate(&it->start));
    CHECK(cudaEventCreate(&it->stop));
    free(numbers);
    return expected;
}

int main(int argc, char **argv)
{
    static launcher *const launches[] = {launch_submission, launch_solution};
    struct options options = {.program = argv[0], .block = BLOCK};
    FILE *verdicts = fdopen(VERDICTS, "w");
    unsigned seed;
    double times[2][RUNS];
    struct buffers buffers;
    int wrong = 0;

    if (verdicts == NULL || argc != 2 || scanf("%u", &seed) != 1)
        return EXIT_BAD_USAGE;
    buffers.cache = select_device(&options).cache;
    long long expected = prepare(&buffers, seed, (unsigned)strtoul(argv[1], NULL, 10));

    for (int run = -1; run < RUNS; run++) /* run -1 warms up */
        for (int turn = 0; turn < 2; turn++) {
            int which = (run + 1 + turn) % 2; /* the first of a pair alternates, too */
            long long sum;
            double time = time_launch(launches[which], &buffers, &sum);

            wrong += which == 0 && sum != expected;
            if (run >= 0)
                times[which][run] = time;
        }
    fprintf(verdicts, "%.6f %.6f %d\n", statistics_of(times[0], RUNS).median,
            statistics_of(times[1], RUNS).median, wrong);
    return fclose(verdicts) == 0 ? EXIT_RIGHT_SUM : EXIT_CUDA_FAILURE;
}
