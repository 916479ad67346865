/*
 * Step 14 beside its alternatives: other tiles for the same n, and other ideas for the
 * same tile. For n = 2^10, 2^12, 2^14, ... up to -n, as far as the device's memory allows.
 *
 * Each is timed as in compare.cu: one launch by itself, on a cold, clean cache, in an order that
 * is turned on every round; the median of -r rounds. The table has its time over that of the
 * shape that step 14 chooses: above 1 is slower. If your device says less than 1, choose_shape
 * can do better on it.
 *
 * Run it:  make variants
 */
#include <cuda_runtime.h>

#include "step13.h" // the kernels of steps 13 and 14, as they are
#include "step14.h"

// step 14 once more, with both words of a meeting in one line of the L2 cache
namespace close
{
#define alignas(bytes)
#include "../step14_speed_of_light/reduce.cu"
#undef alignas
} // namespace close

#include "arena.h"

enum { STRIDE = 2, SIZES_MAX = 16 };

/* The difference of a kernel from step 14. All of them sum whole tiles alone. */
enum idea { WHOLE_TILES, HINTED_LOADS, SHUFFLES, ONE_LINE, TICKET_FOR_EACH_BLOCK, NO_MEETING };

/* A sum and a ticket for each block, as in step 13. */
__device__ bool drawLast(unsigned long long *g_sum, unsigned int *g_ticket, long long *sum)
{
    atomicAdd(g_sum, (unsigned long long)*sum);
    __threadfence(); // a block that sees this ticket drawn sees this sum, too
    if (atomicInc(g_ticket, gridDim.x - 1) != gridDim.x - 1)
        return false;
    __threadfence(); // and the last one sees the sums of all
    *sum = (long long)atomicExch(g_sum, 0ULL);
    return true;
}

/* Adds up one number of each thread of a block, as in step 13. */
template <unsigned int iBlockSize> __device__ long long blockSumByShuffles(long long sum)
{
    __shared__ long long smem[iBlockSize / 32];
    unsigned int tid = threadIdx.x;

    for (int distance = 16; distance > 0; distance /= 2)
        sum += __shfl_down_sync(0xFFFFFFFF, sum, distance);
    if (tid % 32 == 0)
        smem[tid / 32] = sum;
    __syncthreads();
    if (tid < 32) {
        sum = tid < iBlockSize / 32 ? smem[tid] : 0;
        for (int distance = 16; distance > 0; distance /= 2)
            sum += __shfl_down_sync(0xFFFFFFFF, sum, distance);
    }
    return sum;
}

/* Step 14's kernel but for one idea; n is a multiple of the tile. */
template <unsigned int iBlockSize, enum idea idea>
__global__ void __launch_bounds__(iBlockSize)
    reduceVariant(const int *g_idata, long long *g_total, struct meeting *g_meeting, size_t)
{
    unsigned int tid = threadIdx.x;
    const int4 *fours = (const int4 *)g_idata + (size_t)blockIdx.x * iBlockSize * 4 + tid;
    int4 a[4];
    long long sum = 0;

#pragma unroll
    for (unsigned int k = 0; k < 4; k++)
        a[k] = idea == HINTED_LOADS ? __ldcs(&fours[k * iBlockSize]) : fours[k * iBlockSize];
#pragma unroll
    for (unsigned int k = 0; k < 4; k++)
        sum += (long long)a[k].x + a[k].y + a[k].z + a[k].w;
    sum = idea == SHUFFLES ? blockSumByShuffles<iBlockSize>(sum) : blockSum<iBlockSize>(sum);
    if (tid > 0)
        return;
    if (idea == NO_MEETING) { // *g_total was 0 before the launch
        atomicAdd((unsigned long long *)g_total, (unsigned long long)sum);
        return;
    }
    bool is_last;
    if (idea == ONE_LINE)
        is_last = close::joinLast((struct close::meeting *)g_meeting, &sum);
    else if (idea == TICKET_FOR_EACH_BLOCK)
        is_last = drawLast(&g_meeting->low, (unsigned int *)&g_meeting->high, &sum);
    else
        is_last = joinLast(g_meeting, &sum);
    if (is_last)
        *g_total = sum;
}

/* Below that n an idea is lost in the time of a launch. */
#define IDEAS_FROM ((size_t)1 << 18)
enum { IDEAS_BLOCK = 512 };

/* The idea in tiles of 512 x 4 loads; nothing where n is too small. */
template <enum idea idea> static struct shape with_idea(size_t n)
{
    if (n < IDEAS_FROM)
        return {NULL, 0, 0};
    return {reduceVariant<IDEAS_BLOCK, idea>, (unsigned int)(n / (16 * IDEAS_BLOCK)), IDEAS_BLOCK};
}

struct variant {
    const char *name;
    struct shape (*shape_of)(size_t n); // NULL for step 14 and step 13 themselves
};

enum { CHOSEN, STAYING };
static const struct variant variants[] = {
    {"step 14", NULL},
    {"a grid that stays (step 13)", NULL},
    {"256 x 1 loads", shape_of<256, 1>},
    {"256 x 2 loads", shape_of<256, 2>},
    {"256 x 4 loads", shape_of<256, 4>},
    {"256 x 8 loads", shape_of<256, 8>},
    {"512 x 1 loads", shape_of<512, 1>},
    {"512 x 2 loads", shape_of<512, 2>},
    {"512 x 4 loads", shape_of<512, 4>},
    {"512 x 8 loads", shape_of<512, 8>},
    {"768 x 4 loads", shape_of<768, 4>},
    {"1024 x 1 loads", shape_of<1024, 1>},
    {"1024 x 2 loads", shape_of<1024, 2>},
    {"1024 x 4 loads", shape_of<1024, 4>},
    {"1024 x 8 loads", shape_of<1024, 8>},
    {"512 x 4, whole tiles only", with_idea<WHOLE_TILES>},
    {"  and __ldcs for plain loads", with_idea<HINTED_LOADS>},
    {"  and shuffles for sums", with_idea<SHUFFLES>},
    {"  and both words in one line", with_idea<ONE_LINE>},
    {"  and a ticket for each block", with_idea<TICKET_FOR_EACH_BLOCK>},
    {"  and no meeting (a bound)", with_idea<NO_MEETING>},
};
enum { VARIANTS = sizeof variants / sizeof *variants };

/* Step 13's storage and grid. */
static long long *d_odata;
static unsigned int *d_ticket;
static unsigned int staying_grid;

static bool takes_part(int who, size_t n)
{
    if (variants[who].shape_of == NULL)
        return true;
    unsigned int grid = variants[who].shape_of(n).grid;
    return grid > 0 && grid <= BLOCKS_MAX; // more cannot be counted
}

static void enqueue(const struct arena *arena, size_t n, int who)
{
    if (who == STAYING) {
        size_t enough = (n - 1) / (16 * 512) + 1;
        unsigned int grid = enough < staying_grid ? (unsigned int)enough : staying_grid;
        step13::reduceSinglePass_13<<<grid, 512>>>(arena->d_pool, d_odata, arena->d_total,
                                                    d_ticket, n);
    } else {
        struct shape shape =
            who == CHOSEN ? choose_shape(n, &arena->device) : variants[who].shape_of(n);
        shape.kernel<<<shape.grid, shape.block>>>(arena->d_pool, arena->d_total, arena->d_meeting,
                                                  n);
    }
    CHECK(cudaGetLastError());
}

/* Fills median[who], in milliseconds: 0 for a variant that takes no part. */
static void hold_contest(const struct arena *arena, size_t n, int rounds, double *median)
{
    double *times[VARIANTS] = {};
    long long right = expected(arena, n);

    for (int who = 0; who < VARIANTS; who++)
        if (takes_part(who, n))
            times[who] = (double *)allocate(rounds * sizeof(double));
    for (int round = -1; round < rounds; round++) // round -1 warms up
        for (int turn = 0; turn < VARIANTS; turn++) {
            int who = (turn + 5 * (round + 1)) % VARIANTS;

            if (!takes_part(who, n))
                continue;
            // an idea that adds to the total needs a 0 there; else it is poisoned
            bool adds = variants[who].shape_of == with_idea<NO_MEETING>;
            double milliseconds = time_sum(arena, n, who, enqueue, adds ? 0 : 0xFF);
            check_sum(n, total_of(arena), right, variants[who].name);
            if (round >= 0)
                times[who][round] = milliseconds;
        }
    for (int who = 0; who < VARIANTS; who++) {
        median[who] = 0;
        if (!takes_part(who, n))
            continue;
        median[who] = statistics_of(times[who], rounds).median;
        free(times[who]);
    }
}

static void print_table(double median[][VARIANTS], int sizes)
{
    printf("Time over that of step 14, whose time is in the last line.\n\n%-31s", "variant");
    for (int i = 0; i < sizes; i++)
        printf("|  2^%-2d ", SMALLEST + STRIDE * i);
    printf("|\n");
    for (int who = 0; who < VARIANTS; who++) {
        printf("%-31s", variants[who].name);
        for (int i = 0; i < sizes; i++)
            if (median[i][who] > 0)
                printf("| %6.3f", median[i][who] / median[i][CHOSEN]);
            else
                printf("|       ");
        printf("|\n");
    }
    printf("%-31s", "step 14, microseconds");
    for (int i = 0; i < sizes; i++)
        printf("| %6.*f", median[i][CHOSEN] < 1 ? 2 : 0, 1000 * median[i][CHOSEN]);
    printf("|\n");
}

static void write_csv(FILE *csv, const char *cache, double median[][VARIANTS], int sizes)
{
    fprintf(csv, "variant,exponent,median_ms,times_step_14,cache\n");
    for (int who = 0; who < VARIANTS; who++)
        for (int i = 0; i < sizes; i++)
            if (median[i][who] > 0)
                fprintf(csv, "\"%s\",%d,%.6f,%.4f,%s\n", variants[who].name, SMALLEST + STRIDE * i,
                        median[i][who], median[i][who] / median[i][CHOSEN], cache);
}

int main(int argc, char **argv)
{
    struct options options = parse_comparison(argc, argv);
    struct device device = select_device(&options);
    double median[SIZES_MAX][VARIANTS];
    int sizes = 0, resident_blocks;

    FILE *csv = open_csv(&options);

    size_t room = room_for_numbers();
    size_t pool = (size_t)1 << SMALLEST;
    while (2 * pool <= room && 2 * pool <= options.n)
        pool *= 2;
    struct arena arena = make_arena(&options, &device, pool);
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident_blocks,
                                                        step13::reduceSinglePass_13, 512, 0));
    staying_grid = 2 * device.multiprocessors * resident_blocks;
    CHECK(cudaMalloc((void **)&d_odata, staying_grid * sizeof *d_odata));
    CHECK(cudaMalloc((void **)&d_ticket, sizeof *d_ticket));
    CHECK(cudaMemset(d_ticket, 0, sizeof *d_ticket));

    print_conditions(&device, &options, csv);
    print_method(&device, &options);
    for (size_t n = (size_t)1 << SMALLEST; n <= pool && n <= options.n && sizes < SIZES_MAX;
         n <<= STRIDE)
        hold_contest(&arena, n, options.repeat, median[sizes++]);
    print_table(median, sizes);
    if (csv != NULL)
        write_csv(csv, options.warm ? "warm" : "cold", median, sizes);
    CHECK(cudaFree(d_odata));
    CHECK(cudaFree(d_ticket));
    free_arena(&arena);
    close_csv(&options, csv);
    return EXIT_RIGHT_SUM;
}
