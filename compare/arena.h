/*
 * What the programs that compare speeds have in common: numbers in device memory, and the time
 * of a sum of them, from a graph of many launches in a row, so that no gap between launches
 * hides a difference. To be included after step 14, whose storage it holds.
 *
 * Inputs that fit into the L2 cache stay there; larger ones rotate through several times the
 * cache's size, so that it serves none of them.
 */
#ifndef ARENA_H
#define ARENA_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../common/statistics.h"

enum { SMALLEST = 10, PATTERN = 24, LAUNCHES_MAX = 1000, MEETINGS_MAX = 1 << 14 };

struct arena {
    int multiprocessors;
    size_t l2_bytes;
    int *h_pattern;        // 2^PATTERN numbers
    long long pattern_sum; // theirs
    int *d_pool;           // the pattern, again and again
    size_t pool;           // how many numbers
    long long *d_totals;   // one per launch of a graph
    struct meeting *d_meeting;
    cudaStream_t stream;
    cudaEvent_t start, stop;
};

/* One size: its launches, and how many parts of the pool they sum in turn. */
struct contest {
    size_t n;
    bool in_l2;
    int launches, parts;
};

/*
 * Queues one sum of part_of(arena, contest, launch) on arena->stream, into d_totals[launch].
 * who says how to sum, and is the caller's to define.
 */
typedef void enqueue_sum(const struct arena *arena, const struct contest *contest, int who,
                         int launch);

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
    arena.multiprocessors = device->multiprocessors;
    arena.h_pattern = make_input(period, options->seed);
    arena.pattern_sum = serialSum(arena.h_pattern, period);
    arena.pool = pool;
    CHECK(cudaMalloc((void **)&arena.d_pool, pool * sizeof(int)));
    size_t filled = pool < period ? pool : period;
    CHECK(cudaMemcpy(arena.d_pool, arena.h_pattern, filled * sizeof(int), cudaMemcpyHostToDevice));
    for (; filled < pool; filled *= 2) // both are powers of two
        CHECK(cudaMemcpy(arena.d_pool + filled, arena.d_pool, filled * sizeof(int),
                         cudaMemcpyDeviceToDevice));
    CHECK(cudaMalloc((void **)&arena.d_totals, LAUNCHES_MAX * sizeof(long long)));
    CHECK(cudaMalloc((void **)&arena.d_meeting, MEETINGS_MAX * sizeof(struct meeting)));
    CHECK(cudaMemset(arena.d_meeting, 0, MEETINGS_MAX * sizeof(struct meeting)));
    CHECK(cudaStreamCreate(&arena.stream));
    CHECK(cudaEventCreate(&arena.start));
    CHECK(cudaEventCreate(&arena.stop));
    return arena;
}

static void free_arena(struct arena *arena)
{
    CHECK(cudaEventDestroy(arena->start));
    CHECK(cudaEventDestroy(arena->stop));
    CHECK(cudaStreamDestroy(arena->stream));
    CHECK(cudaFree(arena->d_pool));
    CHECK(cudaFree(arena->d_totals));
    CHECK(cudaFree(arena->d_meeting));
    free(arena->h_pattern);
}

static struct contest make_contest(const struct arena *arena, size_t n)
{
    struct contest contest = {};
    size_t bytes = n * sizeof(int);

    contest.n = n;
    contest.in_l2 = bytes <= arena->l2_bytes;
    contest.parts = contest.in_l2 ? 1 : (int)(4 * arena->l2_bytes / bytes + 1);
    if ((size_t)contest.parts > arena->pool / n)
        contest.parts = (int)(arena->pool / n);
    // some milliseconds a round, so that its start and end do not count
    size_t launches = ((size_t)1 << 33) / n;
    launches = launches > 2 ? launches : 2;
    contest.launches = launches < LAUNCHES_MAX ? (int)launches : (int)LAUNCHES_MAX;
    return contest;
}

static const int *part_of(const struct arena *arena, const struct contest *contest, int launch)
{
    return arena->d_pool + contest->n * (launch % contest->parts);
}

/* The sum of that part. */
static long long expected(const struct arena *arena, const struct contest *contest, int launch)
{
    size_t period = (size_t)1 << PATTERN;

    if (contest->n >= period)
        return arena->pattern_sum * (long long)(contest->n / period);
    size_t first = contest->n * (launch % contest->parts) % period;
    return serialSum(arena->h_pattern + first, contest->n);
}

static cudaGraphExec_t make_graph(const struct arena *arena, const struct contest *contest, int who,
                                  enqueue_sum *enqueue)
{
    cudaGraph_t graph;
    cudaGraphExec_t executable;

    CHECK(cudaStreamBeginCapture(arena->stream, cudaStreamCaptureModeGlobal));
    for (int launch = 0; launch < contest->launches; launch++)
        enqueue(arena, contest, who, launch);
    CHECK(cudaStreamEndCapture(arena->stream, &graph));
    CHECK(cudaGraphInstantiateWithFlags(&executable, graph, 0));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaGraphUpload(executable, arena->stream));
    return executable;
}

/* To be called before what is to be timed, and after it: then it returns the milliseconds. */
static void start_clock(const struct arena *arena)
{
    CHECK(cudaMemsetAsync(arena->d_totals, 0xFF, LAUNCHES_MAX * sizeof(long long), arena->stream));
    CHECK(cudaStreamSynchronize(arena->stream));
    CHECK(cudaEventRecord(arena->start, arena->stream));
}
static double stop_clock(const struct arena *arena)
{
    float milliseconds;

    CHECK(cudaEventRecord(arena->stop, arena->stream));
    CHECK(cudaEventSynchronize(arena->stop));
    CHECK(cudaEventElapsedTime(&milliseconds, arena->start, arena->stop));
    return milliseconds;
}

/* Ends the program if any sum in d_totals is wrong; those of an int may have wrapped around. */
static void check_sums(const struct arena *arena, const struct contest *contest, const char *name,
                       bool is_int)
{
    static long long totals[LAUNCHES_MAX];
    int different = contest->parts < contest->launches ? contest->parts : contest->launches;

    CHECK(cudaMemcpy(totals, arena->d_totals, contest->launches * sizeof *totals,
                     cudaMemcpyDeviceToHost));
    for (int i = 0; i < different; i++) {
        long long right = expected(arena, contest, i);

        for (int launch = i; launch < contest->launches; launch += contest->parts) {
            long long sum = is_int ? (int)totals[launch] : totals[launch];

            if (sum == (is_int ? (int)right : right))
                continue;
            fprintf(stderr, "%s: wrong sum for n = %zu: %lld, expected %lld\n", name, contest->n,
                    sum, right);
            exit(EXIT_WRONG_SUM);
        }
    }
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
