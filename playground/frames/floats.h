/*
 * What the frames of floats share: their input, one timed launch, and the check of each result.
 */
#ifndef FLOATS_H
#define FLOATS_H

#include <cuda_runtime.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../../common/lab.h"
#include "../../common/result.h"

/* The numbers of the lab's input, halved, so that they are no integers. */
static float *make_floats(size_t n, unsigned int seed)
{
    int *numbers = make_input(n, seed);
    float *floats = (float *)allocate(n * sizeof(float));

    for (size_t i = 0; i < n; i++)
        floats[i] = 0.5f * (float)numbers[i];
    free(numbers);
    return floats;
}

/*
 * Calls launch(d_in, d_out) once between two events, on n floats and for `results` of them, which
 * are poisoned before. Returns the results, and stores the time.
 */
template <typename Launch>
static float *run_once(const struct device *device, const float *h_in, size_t n, size_t results,
                       Launch launch, float *milliseconds)
{
    float *d_in, *d_out, *h_out = (float *)allocate(results * sizeof(float));
    cudaEvent_t start, stop;

    CHECK(cudaMalloc((void **)&d_in, n * sizeof(float)));
    CHECK(cudaMalloc((void **)&d_out, results * sizeof(float)));
    CHECK(cudaMemcpy(d_in, h_in, n * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemset(d_out, 0xFF, results * sizeof(float)));
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    struct cache cache = device->cache;
    cool_cache(&cache);
    CHECK(cudaEventRecord(start));
    launch(d_in, d_out);
    CHECK(cudaGetLastError());
    CHECK(cudaEventRecord(stop));
    CHECK(cudaEventSynchronize(stop));
    CHECK(cudaEventElapsedTime(milliseconds, start, stop));
    CHECK(cudaMemcpy(h_out, d_out, results * sizeof(float), cudaMemcpyDeviceToHost));
    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(d_in));
    CHECK(cudaFree(d_out));
    return h_out;
}

/*
 * Compares each result with right(i), within tolerance(i); prints the first that is wrong, then the
 * line about the run. Returns the program's exit status.
 */
template <typename Right, typename Tolerance>
static int judge(const struct options *options, const struct device *device, const char *kernel,
                 unsigned int grid, const float *h_out, size_t results, float milliseconds,
                 Right right, Tolerance tolerance)
{
    struct result result = result_start(options, device, kernel, grid, sizeof(float));
    size_t wrong = 0;
    char value[48], expected[48];

    for (size_t i = 0; i < results; i++) {
        if (fabs(h_out[i] - right(i)) <= tolerance(i)) // false for what is no number
            continue;
        if (wrong++ == 0)
            printf("result %zu is %.9g, and should be %.9g\n", i, h_out[i], right(i));
    }
    snprintf(value, sizeof value, "%zu of %zu right", results - wrong, results);
    snprintf(expected, sizeof expected, "%zu of %zu right", results, results);
    result.what = "results,";
    result_run(&result, 0, value, expected, wrong == 0, milliseconds);
    return result_finish(&result);
}

#endif
