/*
 * The common part of the programs that compare speeds: numbers in device memory, and the time
 * of a sum of them. Every sum is timed by itself, in the same way as a step's: on a cache that
 * cool_cache has cooled (with --warm as the sums before left it), queued behind its
 * wait. To be included after step 14, whose storage it holds.
 */
#ifndef ARENA_H
#define ARENA_H

#include <stdio.h>
#include <stdlib.h>

#include "../common/statistics.h"
#include "method.h"

enum { PATTERN = 24 };

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

/* The last sum, from *d_total. */
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

#endif
