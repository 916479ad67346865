/*
 * What the lines that a copy leaves in the L2 cache do to a time: steps 11 and 14, each with
 * __ldcs for its loads and without, on a cache that is full of them and on one that is cold and
 * clean. A copy leaves lines that must still be written to memory; loads that make room for
 * themselves in the cache push them out, and wait for it. For n = 2^24, 2^26 and 2^28, as far
 * as -n and the device's memory allow.
 *
 * Run it:  make cache
 */
#include <cuda_runtime.h>

// the kernels of steps 11 and 14, as they are
#define main step11_main
#include "../step11_vectorized/reduce.cu"
#undef main
#define main step14_main
#include "../step14_speed_of_light/reduce.cu"
#undef main

// step 14 once more, without the hint
namespace plain
{
#define main            step14_main
#define __ldcs(pointer) (*(pointer))
#include "../step14_speed_of_light/reduce.cu"
#undef __ldcs
#undef main
} // namespace plain

#include "arena.h"

enum { FIRST_EXPONENT = 24, LAST_EXPONENT = 28, BLOCK_11 = 512 };

/* Step 11's kernel but for the hint; g_idata is aligned, and n a multiple of 8 * blockDim.x. */
__global__ void reduceVectorizedHinted(const int *g_idata, int *g_odata)
{
    __shared__ int smem[32];
    unsigned int tid = threadIdx.x;
    unsigned int idx = blockIdx.x * blockDim.x * 2 + tid;
    const int4 *fours = (const int4 *)g_idata;

    int4 a = __ldcs(&fours[idx]);
    int4 b = __ldcs(&fours[idx + blockDim.x]);
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

enum { STEP11, STEP11_HINTED, STEP14_PLAIN, STEP14, CONTESTANTS };
static const struct {
    const char *step, *loads;
} contestants[CONTESTANTS] = {
    {"step 11", "plain"}, {"step 11", "__ldcs"}, {"step 14", "plain"}, {"step 14", "__ldcs"}};

enum { DIRTY, CLEAN, STATES };
static const char *const states[STATES] = {"dirty", "clean"};

static int *d_odata; // step 11's sums of blocks
static int *h_odata;

static unsigned int grid_11(size_t n)
{
    return (unsigned int)(n / (8 * BLOCK_11));
}

static void enqueue(const struct arena *arena, size_t n, int who)
{
    struct shape shape = choose_shape(n, arena->multiprocessors);
    struct plain::shape plain_shape = plain::choose_shape(n, arena->multiprocessors);

    switch (who) {
    case STEP11:
        reduceVectorized_11<<<grid_11(n), BLOCK_11>>>(arena->d_pool, d_odata, (unsigned int)n);
        break;
    case STEP11_HINTED:
        reduceVectorizedHinted<<<grid_11(n), BLOCK_11>>>(arena->d_pool, d_odata);
        break;
    case STEP14_PLAIN:
        plain_shape.kernel<<<plain_shape.grid, plain_shape.block>>>(
            arena->d_pool, arena->d_total, (struct plain::meeting *)arena->d_meeting, n);
        break;
    case STEP14:
        shape.kernel<<<shape.grid, shape.block>>>(arena->d_pool, arena->d_total, arena->d_meeting,
                                                  n);
        break;
    }
    CHECK(cudaGetLastError());
}

/* The last sum; the end of step 11's is the host's. */
static long long last_sum(const struct arena *arena, size_t n, int who)
{
    long long sum = 0;

    if (who == STEP14 || who == STEP14_PLAIN)
        return total_of(arena);
    CHECK(cudaMemcpy(h_odata, d_odata, grid_11(n) * sizeof(int), cudaMemcpyDeviceToHost));
    for (unsigned int i = 0; i < grid_11(n); i++)
        sum += h_odata[i];
    return sum;
}

/*
 * Times one sum of numbers that were copied just before, in milliseconds: with all that the copy
 * has left in the cache, or after that was cooled.
 */
static double time_after_copy(const struct arena *arena, const int *d_input, size_t n, int who,
                              int state)
{
    struct arena own = *arena;

    own.cache.stays_warm = state == DIRTY;
    CHECK(cudaMemset(d_odata, 0xFF, grid_11(n) * sizeof(int)));
    CHECK(cudaMemcpy(arena->d_pool, d_input, n * sizeof(int), cudaMemcpyDeviceToDevice));
    return time_sum(&own, n, who, enqueue, 0xFF);
}

/* Fills median[who][state], in milliseconds. */
static void hold_contest(const struct arena *arena, const int *d_input, size_t n, int rounds,
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
            double milliseconds = time_after_copy(arena, d_input, n, who, state);

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
        printf("2^%d | %s | %-6s | %8.4f | %8.4f |\n", exponent, contestants[who].step,
               contestants[who].loads, median[who][DIRTY], median[who][CLEAN]);
        for (int state = 0; state < STATES && csv != NULL; state++)
            fprintf(csv, "%s,%s,%s,%d,%.6f\n", contestants[who].step, contestants[who].loads,
                    states[state], exponent, median[who][state]);
    }
    fflush(stdout);
}

int main(int argc, char **argv)
{
    struct options options = parse_comparison(argc, argv);
    struct device device = select_device(&options);

    FILE *csv = open_csv(&options);

    // as many numbers again, for the copy
    size_t room = room_for_numbers() / 2;
    size_t largest = (size_t)1 << FIRST_EXPONENT;
    while (largest < (size_t)1 << LAST_EXPONENT && 2 * largest <= options.n && 2 * largest <= room)
        largest *= 2;

    struct arena arena = make_arena(&options, &device, largest);
    int *d_input;
    CHECK(cudaMalloc((void **)&d_input, largest * sizeof(int)));
    CHECK(cudaMemcpy(d_input, arena.d_pool, largest * sizeof(int), cudaMemcpyDeviceToDevice));
    CHECK(cudaMalloc((void **)&d_odata, grid_11(largest) * sizeof(int)));
    h_odata = (int *)allocate(grid_11(largest) * sizeof(int));

    print_conditions(&device, &options, csv);
    printf("Milliseconds of one sum of numbers that were just copied.\n"
           "dirty: the cache is as the copy left it. clean: it was cooled.\n\n"
           "n    | kernel  | loads  |    dirty |    clean |\n");
    if (csv != NULL)
        fprintf(csv, "step,loads,cache,exponent,median_ms\n");
    for (int exponent = FIRST_EXPONENT; (size_t)1 << exponent <= largest; exponent += 2) {
        double median[CONTESTANTS][STATES];

        hold_contest(&arena, d_input, (size_t)1 << exponent, options.repeat, median);
        print_rows(exponent, median, csv);
    }
    CHECK(cudaFree(d_input));
    CHECK(cudaFree(d_odata));
    free(h_odata);
    free_arena(&arena);
    close_csv(&options, csv);
    return EXIT_RIGHT_SUM;
}
