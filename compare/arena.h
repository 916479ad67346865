/*
 * What the programs that compare speeds have in common: numbers in device memory, and the time
 * of a sum of them. Every sum is timed by itself, in the same way as a step's: on a cache that
 * cool_cache has cooled (with --warm on what the sums before left there), queued behind its
 * wait. To be included after step 14, whose storage it holds.
 */
#ifndef ARENA_H
#define ARENA_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../common/statistics.h"

enum { SMALLEST = 10, PATTERN = 24 };

struct arena {
    struct device device;
    struct cache cache;
    size_t l2_bytes;
    int *h_pattern;        // 2^PATTERN numbers
    long long pattern_sum; // theirs
    int *d_pool;           // the pattern, again and again
    long long *d_total;
    struct meeting *d_meeting;
    cudaEvent_t start, stop;
};

/* Queues one sum of the first n numbers of the pool, into *d_total. who says how to sum, and is
 * the caller's to define. */
typedef void enqueue_sum(const struct arena *arena, size_t n, int who);

/* How many numbers the device's memory has room for, with some to spare. */
static size_t room_for_numbers(void)
{
    size_t free_bytes, total_bytes;

    CHECK(cudaMemGetInfo(&free_bytes, &total_bytes));
    return (free_bytes - free_bytes / 10) / sizeof(int);
}

static struct arena make_arena(const struct options *options, const struct device *device,
                               size_t pool)
{
    struct arena arena = {};
    size_t period = (size_t)1 << PATTERN;
    int l2_bytes;

    CHECK(cudaDeviceGetAttribute(&l2_bytes, cudaDevAttrL2CacheSize, options->device));
    arena.l2_bytes = l2_bytes;
    arena.device = *device;
    arena.cache = device->cache;
    arena.h_pattern = make_input(period, options->seed);
    arena.pattern_sum = serialSum(arena.h_pattern, period);
    CHECK(cudaMalloc((void **)&arena.d_pool, pool * sizeof(int)));
    size_t filled = pool < period ? pool : period;
    CHECK(cudaMemcpy(arena.d_pool, arena.h_pattern, filled * sizeof(int), cudaMemcpyHostToDevice));
    for (; filled < pool; filled *= 2) // both are powers of two
        CHECK(cudaMemcpy(arena.d_pool + filled, arena.d_pool, filled * sizeof(int),
                         cudaMemcpyDeviceToDevice));
    CHECK(cudaMalloc((void **)&arena.d_total, sizeof(long long)));
    CHECK(cudaMalloc((void **)&arena.d_meeting, sizeof(struct meeting)));
    CHECK(cudaMemset(arena.d_meeting, 0, sizeof(struct meeting)));
    CHECK(cudaEventCreate(&arena.start));
    CHECK(cudaEventCreate(&arena.stop));
    return arena;
}

static void free_arena(struct arena *arena)
{
    CHECK(cudaEventDestroy(arena->start));
    CHECK(cudaEventDestroy(arena->stop));
    CHECK(cudaFree(arena->d_pool));
    CHECK(cudaFree(arena->d_total));
    CHECK(cudaFree(arena->d_meeting));
    free(arena->h_pattern);
}

/* Whether a sum of n numbers finds them in the L2 cache. */
static bool is_in_l2(const struct arena *arena, size_t n)
{
    return arena->cache.stays_warm && n * sizeof(int) <= arena->l2_bytes;
}

/* The sum of the first n numbers. */
static long long expected(const struct arena *arena, size_t n)
{
    size_t period = (size_t)1 << PATTERN;

    if (n >= period)
        return arena->pattern_sum * (long long)(n / period);
    return serialSum(arena->h_pattern, n);
}

/* Times one sum, in milliseconds; before it every byte of *d_total is `before`. */
static double time_sum(const struct arena *arena, size_t n, int who, enqueue_sum *enqueue,
                       int before)
{
    float milliseconds;

    CHECK(cudaMemset(arena->d_total, before, sizeof(long long)));
    cool_cache(&arena->cache);
    CHECK(cudaEventRecord(arena->start));
    enqueue(arena, n, who);
    CHECK(cudaEventRecord(arena->stop));
    CHECK(cudaEventSynchronize(arena->stop));
    CHECK(cudaEventElapsedTime(&milliseconds, arena->start, arena->stop));
    return milliseconds;
}

/* What the last sum has left in *d_total. */
static long long total_of(const struct arena *arena)
{
    long long total;

    CHECK(cudaMemcpy(&total, arena->d_total, sizeof total, cudaMemcpyDeviceToHost));
    return total;
}

/* Ends the program if the sum is wrong. */
static void check_sum(size_t n, long long sum, long long right, const char *name)
{
    if (sum == right)
        return;
    fprintf(stderr, "%s: wrong sum for n = %zu: %lld, expected %lld\n", name, n, sum, right);
    exit(EXIT_WRONG_SUM);
}

/* The steps' options, with the limits that a comparison has; ends the program beyond them. */
static struct options parse_comparison(int argc, char **argv)
{
    struct options options = parse_options(argc, argv, 1ULL << 40);

    if (options.n < 1 << SMALLEST || options.repeat < 1) {
        fprintf(stderr, "%s: needs -n of 2^%d or more, and -r of 1 or more\n", options.program,
                SMALLEST);
        exit(EXIT_BAD_USAGE);
    }
    if (options.csv != NULL && strcmp(options.csv, "-") == 0) {
        fprintf(stderr, "%s: --csv needs a file: the table goes to stdout\n", options.program);
        exit(EXIT_BAD_USAGE);
    }
    return options;
}

/* Opens the file of --csv, if there is one; ends the program if it cannot be written. */
static FILE *open_csv(const struct options *options)
{
    if (options->csv == NULL)
        return NULL;
    FILE *csv = fopen(options->csv, "w");
    if (csv == NULL) {
        fprintf(stderr, "%s: cannot write the csv file %s\n", options->program, options->csv);
        exit(EXIT_CUDA_FAILURE);
    }
    return csv;
}

static void close_csv(const struct options *options, FILE *csv)
{
    if (csv == NULL || fclose(csv) == 0)
        return;
    fprintf(stderr, "%s: cannot write the csv file %s\n", options->program, options->csv);
    exit(EXIT_CUDA_FAILURE);
}

/* Says how the sums are timed. */
static void print_method(const struct device *device, const struct options *options)
{
    printf("Each sum timed by itself, %s; an empty launch: %.5f ms\n",
           options->warm ? "on a warm cache: it may find its input there"
                         : "on a cold, clean cache",
           empty_launch(&device->cache, options->repeat));
}

/* Says on stdout, and in two lines of comment in the csv file, what was measured where and when. */
static void print_conditions(const struct device *device, const struct options *options, FILE *csv)
{
    int driver, runtime;
    time_t now = time(NULL);
    char date[16];

    CHECK(cudaDriverGetVersion(&driver));
    CHECK(cudaRuntimeGetVersion(&runtime));
    strftime(date, sizeof date, "%Y-%m-%d", gmtime(&now));
    printf("%s, %d multiprocessors, peak %.0f GB/s\n", device->name, device->multiprocessors,
           device->peak);
    printf("CUDA %d.%d, driver for CUDA %d.%d, %s; median of %d rounds\n", runtime / 1000,
           runtime % 1000 / 10, driver / 1000, driver % 1000 / 10, date, options->repeat);
    if (csv != NULL)
        fprintf(csv, "# %s\n# %s, CUDA %d.%d\n", device->name, date, runtime / 1000,
                runtime % 1000 / 10);
}

#endif
