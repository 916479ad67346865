/*
 * Step 06 has two ideas: eight data blocks for each block instead of two, and a last warp that
 * finishes by itself, without barriers for the block. What is each worth? The sums of step 05
 * with neither, with one of them and with both, and nothing else changed. For n = 2^24, 2^26 and
 * 2^28, as far as -n and the device's memory allow.
 *
 * Run it:  make ideas
 */
#include <cuda_runtime.h>

#include "step14.h" // for its storage
#include "arena.h"
#include "fresh_input.h"

enum { BLOCK = 512 };

/*
 * Adds up each block's data blocks, two or eight, into g_odata[blockIdx.x], as steps 05 and 06
 * do; n is a multiple of data_blocks * BLOCK.
 */
template <int data_blocks, bool warp_alone> __global__ void sumWithIdeas(int *g_idata, int *g_odata)
{
    __shared__ int smem[BLOCK];

    unsigned int tid = threadIdx.x;
    unsigned int idx = blockIdx.x * BLOCK * data_blocks + tid;

    // all loads are on their way before the first addition needs one
    int a[data_blocks];
    int all = 0;
#pragma unroll
    for (int k = 0; k < data_blocks; k++)
        a[k] = g_idata[idx + k * BLOCK];
#pragma unroll
    for (int k = 0; k < data_blocks; k++)
        all += a[k];
    g_idata[idx] = all;
    smem[tid] = g_idata[idx];
    __syncthreads();

    for (unsigned int stride = BLOCK / 2; stride > (warp_alone ? 32 : 0); stride /= 2) {
        if (tid < stride)
            smem[tid] += smem[tid + stride];
        __syncthreads();
    }
    if (warp_alone && tid < 32) {
        int sum = smem[tid];
#pragma unroll
        for (unsigned int stride = 32; stride > 0; stride /= 2) {
            sum += smem[tid + stride];
            __syncwarp();
            smem[tid] = sum;
            __syncwarp();
        }
    }
    if (tid == 0)
        g_odata[blockIdx.x] = smem[0];
}

static const struct {
    const char *name;
    unsigned int data_blocks;
    void (*kernel)(int *, int *);
} contestants[] = {
    {"two data blocks (step 05)", 2, sumWithIdeas<2, false>},
    {"two, last warp by itself", 2, sumWithIdeas<2, true>},
    {"eight data blocks", 8, sumWithIdeas<8, false>},
    {"eight, last warp by itself (step 06)", 8, sumWithIdeas<8, true>},
};
enum { CONTESTANTS = sizeof contestants / sizeof *contestants };

static struct fresh_input fresh;

static unsigned int grid_of(size_t n, int who)
{
    return (unsigned int)(n / (contestants[who].data_blocks * BLOCK));
}

static void enqueue(const struct arena *arena, size_t n, int who)
{
    contestants[who].kernel<<<grid_of(n, who), BLOCK>>>(arena->d_pool, fresh.d_odata);
    CHECK(cudaGetLastError());
}

/* Fills times[who], in milliseconds; each run has fresh input, which it overwrites. */
static void hold_contest(const struct arena *arena, size_t n, int rounds,
                         struct statistics times[CONTESTANTS])
{
    double *milliseconds[CONTESTANTS];
    long long right = expected(arena, n);

    for (int who = 0; who < CONTESTANTS; who++)
        milliseconds[who] = (double *)allocate(rounds * sizeof(double));
    for (int round = -1; round < rounds; round++) // round -1 warms up
        for (int turn = 0; turn < CONTESTANTS; turn++) {
            int who = (turn + round + 1) % CONTESTANTS;

            copy_input(arena, &fresh, n, grid_of(n, who));
            double time = time_sum(arena, n, who, enqueue, 0xFF);
            check_sum(n, sum_of_blocks(&fresh, grid_of(n, who)), right, contestants[who].name);
            if (round >= 0)
                milliseconds[who][round] = time;
        }
    for (int who = 0; who < CONTESTANTS; who++) {
        times[who] = statistics_of(milliseconds[who], rounds);
        free(milliseconds[who]);
    }
}

static void print_rows(int exponent, const struct statistics times[CONTESTANTS], FILE *csv)
{
    for (int who = 0; who < CONTESTANTS; who++) {
        const struct statistics *time = &times[who];

        printf("2^%d | %-36s | %8.4f | %8.4f | %8.4f |\n", exponent, contestants[who].name,
               time->median, time->min, time->max);
        if (csv != NULL)
            fprintf(csv, "\"%s\",%d,%.6f,%.6f,%.6f\n", contestants[who].name, exponent,
                    time->median, time->min, time->max);
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
    fresh = make_fresh_input(&arena, largest, grid_of(largest, 0));

    print_conditions(&device, &options, csv);
    print_method(&device, &options);
    printf("\nn    | kernel                               |       ms |      min |      max |\n");
    if (csv != NULL)
        fprintf(csv, "kernel,exponent,median_ms,min_ms,max_ms\n");
    for (int exponent = FIRST_EXPONENT; (size_t)1 << exponent <= largest; exponent += 2) {
        struct statistics times[CONTESTANTS];

        hold_contest(&arena, (size_t)1 << exponent, options.repeat, times);
        print_rows(exponent, times, csv);
    }
    free_fresh_input(&fresh);
    free_arena(&arena);
    close_csv(&options, csv);
    return EXIT_RIGHT_SUM;
}
