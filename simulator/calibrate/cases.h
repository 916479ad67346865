/*
 * Times kernels, one case after the other, on a GPU or on the simulator: what the simulator's
 * clock says is compared with what a GPU does. Every program of this folder is one family of
 * cases; it includes this file and nothing else of the lab.
 *
 *     int main(int argc, char **argv)
 *     {
 *         start_family("copies", argc, argv);
 *         for (start_case("int", n, grid, block, 2 * n * sizeof(int)); next_launch();)
 *             copyInt<<<grid, block>>>(d_to, d_from, n);
 *         if (launches() > 0)
 *             check_case(is_copy(d_to, d_from, n));
 *         return end_family();
 *     }
 *
 * A case is launched once to warm up and then timed, each launch by itself, between two events,
 * always on the same buffers: 15 times on a GPU, where the median counts, and once on the
 * simulator, where all times are the same. Rows of csv go to stdout. With --once it is launched
 * once, for a profiler, and neither timed nor checked.
 */
#ifndef CASES_H
#define CASES_H

#include <cuda_runtime.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

enum { RUNS_ON_GPU = 15, RUNS_ON_SIMULATOR = 1 };

/* Cycles of a multiprocessor, some 40 microseconds: several times what a host needs for a call. */
enum { BUSY = 75000 };

__global__ void keep_busy(void)
{
    for (long long begin = clock64(); clock64() - begin < BUSY;)
        continue;
}

static struct harness {
    const char *family;
    char **chosen; /* the cases that the command line names */
    int chosen_count;
    int only_list; /* the cases, without running them */
    int is_small, is_once;
    int is_queued; /* launch and events stand in line behind a kernel that waits: held_out.h */
    int runs;      /* timed launches of a case */
    int status;    /* exit status: 1 once a kernel was wrong */
    cudaEvent_t start, stop;

    /* the case at hand */
    const char *name;
    size_t n, bytes;
    unsigned int grid, block;
    int is_chosen;
    int launches;
    float milliseconds[RUNS_ON_GPU];
} harness;

/* Whether the device is the simulator. */
static inline int is_simulator(void)
{
    struct cudaDeviceProp properties;
    CHECK(cudaGetDeviceProperties(&properties, 0));
    return strcasestr(properties.name, "simulated") != NULL;
}

/* Reads the command line: --list, --small, --once, and names of cases; without a name, all cases
 * run. */
static inline void start_family(const char *family, int argc, char **argv)
{
    harness.family = family;
    harness.chosen = (char **)calloc((size_t)argc, sizeof *argv);
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--list") == 0) {
            harness.only_list = 1;
        } else if (strcmp(argv[i], "--small") == 0) {
            harness.is_small = 1;
        } else if (strcmp(argv[i], "--once") == 0) {
            harness.is_once = 1;
        } else if (argv[i][0] != '-') {
            harness.chosen[harness.chosen_count++] = argv[i];
        } else {
            fprintf(stderr, "usage: %s [--list] [--small] [--once] [CASE...]\n", argv[0]);
            exit(EXIT_BAD_USAGE);
        }
    }
    harness.runs = harness.is_once ? 0 : is_simulator() ? RUNS_ON_SIMULATOR : RUNS_ON_GPU;
    CHECK(cudaEventCreate(&harness.start));
    CHECK(cudaEventCreate(&harness.stop));
    printf("family,case,n,block,grid,bytes%s\n",
           harness.only_list || harness.is_once ? "" : ",milliseconds");
}

/* A size of the family: n, or with --small an eighth of it. */
static inline size_t scaled(size_t n)
{
    return harness.is_small ? n / 8 : n;
}

/* Enough blocks for a thread to each of n elements. */
static inline unsigned int blocks_for(size_t n, unsigned int block)
{
    return (unsigned int)((n + block - 1) / block);
}

static inline int is_case_chosen(const char *name)
{
    for (int i = 0; i < harness.chosen_count; i++)
        if (strcmp(harness.chosen[i], name) == 0)
            return 1;
    return harness.chosen_count == 0;
}

static inline void print_case(void)
{
    printf("%s,%s,%zu,%u,%u,%zu", harness.family, harness.name, harness.n, harness.block,
           harness.grid, harness.bytes);
}

/* Names the next case: n elements; bytes that its threads ask of global memory, loads and stores
 * together. */
static inline void start_case(const char *name, size_t n, unsigned int grid, unsigned int block,
                              size_t bytes)
{
    harness.name = name;
    harness.n = n;
    harness.grid = grid;
    harness.block = block;
    harness.bytes = bytes;
    harness.is_chosen = is_case_chosen(name);
    harness.launches = 0;
    if (harness.is_chosen && harness.only_list) {
        print_case();
        printf("\n");
        harness.is_chosen = 0;
    }
}

static inline int compare_floats(const void *a, const void *b)
{
    float difference = *(const float *)a - *(const float *)b;
    return (difference > 0) - (difference < 0);
}

/*
 * Ends the launch before, if there was one, and says whether there is to be another. After the
 * last one it prints the case's row.
 */
static inline int next_launch(void)
{
    if (!harness.is_chosen)
        return 0;
    if (harness.launches > 0) {
        CHECK(cudaGetLastError());
        CHECK(cudaEventRecord(harness.stop));
        CHECK(cudaEventSynchronize(harness.stop));
    }
    if (harness.launches > 1) // the first warmed up
        CHECK(cudaEventElapsedTime(&harness.milliseconds[harness.launches - 2], harness.start,
                                   harness.stop));
    if (harness.launches == harness.runs + 1) {
        qsort(harness.milliseconds, (size_t)harness.runs, sizeof(float), compare_floats);
        print_case();
        if (harness.runs > 0)
            printf(",%.6f", harness.milliseconds[harness.runs / 2]);
        printf("\n");
        fflush(stdout);
        return 0;
    }
    harness.launches++;
    if (harness.is_queued && !harness.is_once)
        keep_busy<<<1, 1>>>();
    CHECK(cudaEventRecord(harness.start));
    return 1;
}

/* How many launches of the last case are to be checked; 0 if it was not asked for, or with --once.
 */
static inline int launches(void)
{
    return harness.is_once ? 0 : harness.launches;
}

/* Says whether the last case did what it should. */
static inline void check_case(int is_right)
{
    if (is_right)
        return;
    fprintf(stderr, "%s,%s,%zu: wrong result\n", harness.family, harness.name, harness.n);
    harness.status = 1;
}

/* The program's exit status: 0, or 1 if a result was wrong. */
static inline int end_family(void)
{
    CHECK(cudaEventDestroy(harness.start));
    CHECK(cudaEventDestroy(harness.stop));
    free(harness.chosen);
    return harness.status;
}

/* Memory of the host, which free frees. Ends the program with status 3 if there is none. */
static inline void *host_memory(size_t bytes)
{
    void *memory = malloc(bytes);
    if (memory == NULL) {
        fprintf(stderr, "no memory for %zu bytes\n", bytes);
        exit(EXIT_CUDA_FAILURE);
    }
    return memory;
}

/* Input i of every family: numbers from 0 to 4095 in no visible order. */
static inline int input_number(size_t i)
{
    return (int)((unsigned int)i * 2654435761u >> 20);
}

/* n ints of device memory, all 0. cudaFree frees them. */
static inline int *zeros_on_device(size_t n)
{
    int *d_zeros;
    CHECK(cudaMalloc((void **)&d_zeros, n * sizeof(int)));
    CHECK(cudaMemset(d_zeros, 0, n * sizeof(int)));
    return d_zeros;
}

/* The first n inputs as ints on the device. */
static inline int *ints_on_device(size_t n)
{
    int *d_ints, *h_ints = (int *)host_memory(n * sizeof(int));
    for (size_t i = 0; i < n; i++)
        h_ints[i] = input_number(i);
    CHECK(cudaMalloc((void **)&d_ints, n * sizeof(int)));
    CHECK(cudaMemcpy(d_ints, h_ints, n * sizeof(int), cudaMemcpyHostToDevice));
    free(h_ints);
    return d_ints;
}

/* The first n inputs as floats on the device, over 4096: from 0 to below 1, exact. */
static inline float *floats_on_device(size_t n)
{
    float *d_floats, *h_floats = (float *)host_memory(n * sizeof(float));
    for (size_t i = 0; i < n; i++)
        h_floats[i] = (float)input_number(i) / 4096;
    CHECK(cudaMalloc((void **)&d_floats, n * sizeof(float)));
    CHECK(cudaMemcpy(d_floats, h_floats, n * sizeof(float), cudaMemcpyHostToDevice));
    free(h_floats);
    return d_floats;
}

/* What is in bytes of device memory, on the host. free frees it. */
static inline void *copy_to_host(const void *d_memory, size_t bytes)
{
    void *copy = host_memory(bytes);
    CHECK(cudaMemcpy(copy, d_memory, bytes, cudaMemcpyDeviceToHost));
    return copy;
}

/* Whether the n ints on the device are what `expected` says of each place. They are overwritten,
 * so that the next case cannot live on them. */
static inline int ints_are(int *d_ints, size_t n, int (*expected)(size_t place))
{
    int *ints = (int *)copy_to_host(d_ints, n * sizeof(int));
    int is_right = 1;
    for (size_t i = 0; i < n; i++)
        is_right &= ints[i] == expected(i);
    free(ints);
    CHECK(cudaMemset(d_ints, 0xFF, n * sizeof(int)));
    return is_right;
}

/* The same of floats, to one in 10^4; they are overwritten with NaNs. */
static inline int floats_are(float *d_floats, size_t n, float (*expected)(size_t place))
{
    float *floats = (float *)copy_to_host(d_floats, n * sizeof(float));
    int is_right = 1;
    for (size_t i = 0; i < n; i++)
        is_right &= fabsf(floats[i] - expected(i)) <= 1e-4f * fabsf(expected(i)); // no to a NaN
    free(floats);
    CHECK(cudaMemset(d_floats, 0xFF, n * sizeof(float)));
    return is_right;
}

/* The sum of the first n inputs. */
static inline long long sum_of_inputs(size_t n)
{
    long long sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += input_number(i);
    return sum;
}

#endif
