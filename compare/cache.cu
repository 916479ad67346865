/*
 * The effect on a time of lines that a copy leaves in the L2 cache: the sums of steps 11 and 14,
 * each with __ldcs for its loads and without, and nothing else changed, on a cache that is full of
 * such lines and on one that is cold and clean. A copy leaves lines that must still be written to
 * memory; loads that make room for themselves in the cache push them out, and wait for it. For n =
 * 2^24, 2^26 and 2^28, as far as -n and the device's memory allow.
 *
 * Run it:  make cache
 */
#include <cuda_runtime.h>

#include "step11.h" // the parts of their kernels
#include "step14.h"
#include "arena.h"
#include "fresh_input.h"

enum { BLOCK = 512 };

template <bool hinted> __device__ int4 load(const int4 *four)
{
    return hinted ? __ldcs(four) : *four;
}

/* Step 11's kernel; g_idata is aligned, and n a multiple of 8 * blockDim.x. */
template <bool hinted> __global__ void sumAsStep11(const int *g_idata, int *g_odata)
{
    __shared__ int smem[32];
    unsigned int tid = threadIdx.x;
    const int4 *fours = (const int4 *)g_idata + blockIdx.x * blockDim.x * 2 + tid;

    int4 a = load<hinted>(fours);
    int4 b = load<hinted>(fours + blockDim.x);
    int sum = a.x + a.y + a.z + a.w + b.x + b.y + b.z + b.w;
    sum = warpSum(sum);
    if (tid % 32 == 0)
        smem[tid / 32] = sum;
    __syncthreads();
    if (tid < 32)
        sum = warpSum(tid < blockDim.x / 32 ? smem[tid] : 0);
    if (tid == 0)
        g_odata[blockIdx.x] = sum;
}

/* Step 14's kernel; g_idata is aligned, and n a multiple of 16 * BLOCK. */
template <bool hinted>
__global__ void __launch_bounds__(BLOCK)
    sumAsStep14(const int *g_idata, long long *g_total, struct meeting *g_meeting)
{
    unsigned int tid = threadIdx.x;
    const int4 *fours = (const int4 *)g_idata + (size_t)blockIdx.x * BLOCK * 4 + tid;
    int4 a[4];
    long long sum = 0;

#pragma unroll
    for (unsigned int k = 0; k < 4; k++)
        a[k] = load<hinted>(fours + k * BLOCK);
#pragma unroll
    for (unsigned int k = 0; k < 4; k++)
        sum += (long long)a[k].x + a[k].y + a[k].z + a[k].w;
    sum = blockSum<BLOCK>(sum);
    if (tid == 0 && joinLast(g_meeting, &sum))
        *g_total = sum;
}

enum { STEP11, STEP11_HINTED, STEP14, STEP14_HINTED, CONTESTANTS };
static const struct {
    const char *step, *loads;
} contestants[CONTESTANTS] = {{"step 11", "plain"},
                              {"step 11", "__ldcs"},
                              {"step 14, 512 x 4", "plain"},
                              {"step 14, 512 x 4", "__ldcs"}};

enum { DIRTY, CLEAN, STATES };
static const char *const states[STATES] = {"dirty", "clean"};

static struct fresh_input fresh; // step 11 leaves sums of blocks, step 14 does not

static unsigned int grid_11(size_t n)
{
    return (unsigned int)(n / (8 * BLOCK));
}

static void enqueue(const struct arena *arena, size_t n, int who)
{
    if (who == STEP11)
        sumAsStep11<false><<<grid_11(n), BLOCK>>>(arena->d_pool, fresh.d_odata);
    else if (who == STEP11_HINTED)
        sumAsStep11<true><<<grid_11(n), BLOCK>>>(arena->d_pool, fresh.d_odata);
    else if (who == STEP14)
        sumAsStep14<false><<<(unsigned int)(n / (16 * BLOCK)), BLOCK>>>(
            arena->d_pool, arena->d_total, arena->d_meeting);
    else
        sumAsStep14<true><<<(unsigned int)(n / (16 * BLOCK)), BLOCK>>>(
            arena->d_pool, arena->d_total, arena->d_meeting);
    CHECK(cudaGetLastError());
}

/* The last sum; the end of step 11's is the host's. */
static long long last_sum(const struct arena *arena, size_t n, int who)
{
    return who == STEP14 || who == STEP14_HINTED ? total_of(arena)
                                                 : sum_of_blocks(&fresh, grid_11(n));
}

/*
 * Times one sum of numbers that were copied just before, in milliseconds: with all that the copy
 * has left in the cache, or after that was cooled.
 */
static double time_after_copy(const struct arena *arena, size_t n, int who, int state)
{
    struct arena own = *arena;

    own.cache.stays_warm = state == DIRTY;
    copy_input(arena, &fresh, n, grid_11(n));
    return time_sum(&own, n, who, enqueue, 0xFF);
}

/* Fills median[who][state], in milliseconds. */
static void hold_contest(const struct arena *arena, size_t n, int rounds,
                         double median[CONTESTANTS][STATES])
{
    double *times[CONTESTANTS][STATES];
    long long right = expected(arena, n);

    for (int who = 0; who < CONTESTANTS; who++)
        for (int state = 0; state < STATES; state++)
            times[who][state] = (double *)allocate(rounds * sizeof(double));
    for (int round = -1; round < rounds; round++) // round -1 warms up
        for (int turn = 0; turn < CONTESTANTS * STATES; turn++) {
            int who = (turn + round + 1) % CONTESTANTS, state = turn / CONTESTANTS;
            double milliseconds = time_after_copy(arena, n, who, state);

            check_sum(n, last_sum(arena, n, who), right, contestants[who].step);
            if (round >= 0)
                times[who][state][round] = milliseconds;
        }
    for (int who = 0; who < CONTESTANTS; who++)
        for (int state = 0; state < STATES; state++) {
            median[who][state] = statistics_of(times[who][state], rounds).median;
            free(times[who][state]);
        }
}

static void print_rows(int exponent, double median[CONTESTANTS][STATES], FILE *csv)
{
    for (int who = 0; who < CONTESTANTS; who++) {
        printf("2^%d | %-16s | %-6s | %8.4f | %8.4f |\n", exponent, contestants[who].step,
               contestants[who].loads, median[who][DIRTY], median[who][CLEAN]);
        for (int state = 0; state < STATES && csv != NULL; state++)
            fprintf(csv, "\"%s\",%s,%s,%d,%.6f\n", contestants[who].step, contestants[who].loads,
                    states[state], exponent, median[who][state]);
    }
    fflush(stdout);
}

int main(int argc, char **argv)
{
    struct options options = parse_comparison(argc, argv);
    struct device device = select_device(&options);

    FILE *csv = open_csv(&options);

    size_t largest = largest_with_copy(&options);
    struct arena arena = make_arena(&options, &device, largest);
    fresh = make_fresh_input(&arena, largest, grid_11(largest));

    print_conditions(&device, &options, csv);
    printf("Milliseconds of one sum of numbers that were just copied.\n"
           "dirty: the cache is as the copy left it. clean: it was cooled.\n\n"
           "n    | kernel           | loads  |    dirty |    clean |\n");
    if (csv != NULL)
        fprintf(csv, "step,loads,cache,exponent,median_ms\n");
    for (int exponent = FIRST_EXPONENT; (size_t)1 << exponent <= largest; exponent += 2) {
        double median[CONTESTANTS][STATES];

        hold_contest(&arena, (size_t)1 << exponent, options.repeat, median);
        print_rows(exponent, median, csv);
    }
    free_fresh_input(&fresh);
    free_arena(&arena);
    close_csv(&options, csv);
    return EXIT_RIGHT_SUM;
}
