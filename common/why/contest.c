/*
 * The contest of the variants: in turns, all under the same conditions.
 */
#include "contest.h"

#include <math.h>
#include <string.h>

#include "../check.h"
#include "../exit_status.h"
#include "../input.h"
#include "../memory.h"

enum { LEAST_NUMBERS_A_SUM = 32, TILE_MAX = 8 * BLOCK_MAX };

static void *make_ints(size_t n, unsigned int seed)
{
    return make_input(n, seed);
}

const struct work sum_of_ints = {"ints", make_ints, NULL};

/* What the host keeps beside the numbers of the device. */
struct arena {
    struct numbers numbers;
    void *h_input;
    int *d_input; /* the numbers as they were */
    int *h_odata;
    long long *h_sums;
    size_t input_bytes, sums;
    long long expected;
    const struct work *work;
    cudaEvent_t start, stop;
};

static struct arena make_arena(const struct options *options, const struct device *device,
                               const struct work *work)
{
    struct arena arena = {
        .numbers = {.n = (unsigned int)options->n, .block = options->block, .device = device},
        .work = work};
    struct numbers *numbers = &arena.numbers;

    arena.input_bytes = options->n * sizeof(int);
    size_t room = options->n < TILE_MAX ? TILE_MAX * sizeof(int) : arena.input_bytes;
    arena.sums = options->n / LEAST_NUMBERS_A_SUM + 1;
    require_device_memory(arena.input_bytes + room +
                          arena.sums * (sizeof(int) + sizeof(long long)));
    arena.h_input = work->make_input(options->n, options->seed);
    for (size_t i = 0; i < options->n && work->is_right == NULL; i++)
        arena.expected += ((const int *)arena.h_input)[i];
    CHECK(cudaMalloc((void **)&arena.d_input, arena.input_bytes));
    CHECK(cudaMalloc((void **)&numbers->g_idata, room));
    CHECK(cudaMemset(numbers->g_idata, 0, room));
    CHECK(cudaMalloc((void **)&numbers->g_odata, arena.sums * sizeof(int)));
    CHECK(cudaMalloc((void **)&numbers->g_sums, arena.sums * sizeof(long long)));
    CHECK(cudaMalloc((void **)&numbers->g_total, sizeof(long long)));
    CHECK(cudaMalloc(&numbers->g_zeros, ZEROED_BYTES));
    CHECK(cudaMemcpy(arena.d_input, arena.h_input, arena.input_bytes, cudaMemcpyHostToDevice));
    CHECK(cudaEventCreate(&arena.start));
    CHECK(cudaEventCreate(&arena.stop));
    arena.h_odata = allocate(arena.sums * sizeof(int));
    arena.h_sums = allocate(arena.sums * sizeof(long long));
    return arena;
}

static void free_arena(struct arena *arena)
{
    CHECK(cudaEventDestroy(arena->start));
    CHECK(cudaEventDestroy(arena->stop));
    CHECK(cudaFree(arena->d_input));
    CHECK(cudaFree(arena->numbers.g_idata));
    CHECK(cudaFree(arena->numbers.g_odata));
    CHECK(cudaFree(arena->numbers.g_sums));
    CHECK(cudaFree(arena->numbers.g_total));
    CHECK(cudaFree(arena->numbers.g_zeros));
    free(arena->h_input);
    free(arena->h_odata);
    free(arena->h_sums);
}

/* What the host adds up of what a variant left; *g_total where it left nothing to add. */
static long long sum_of(const struct arena *arena, const struct launched *launched)
{
    const struct numbers *numbers = &arena->numbers;
    long long sum = 0;

    if (launched->sums == 0 && launched->long_sums == 0) {
        CHECK(cudaMemcpy(&sum, numbers->g_total, sizeof sum, cudaMemcpyDeviceToHost));
        return sum;
    }
    CHECK(cudaMemcpy(arena->h_odata, numbers->g_odata, launched->sums * sizeof(int),
                     cudaMemcpyDeviceToHost));
    for (unsigned int i = 0; i < launched->sums; i++)
        sum += arena->h_odata[i];
    CHECK(cudaMemcpy(arena->h_sums, numbers->g_sums, launched->long_sums * sizeof(long long),
                     cudaMemcpyDeviceToHost));
    for (unsigned int i = 0; i < launched->long_sums; i++)
        sum += arena->h_sums[i];
    return sum;
}

static int is_right(const struct arena *arena, const struct launched *launched)
{
    if (arena->work->is_right != NULL)
        return arena->work->is_right(&arena->numbers, launched);
    return sum_of(arena, launched) == arena->expected;
}

/* Runs a variant once, as a step runs its kernel. Returns milliseconds. */
static double run_once(struct arena *arena, const struct variant *variant,
                       struct contestant *contestant)
{
    struct numbers *numbers = &arena->numbers;
    float milliseconds;

    CHECK(cudaMemset(numbers->g_odata, 0xFF, arena->sums * sizeof(int)));
    CHECK(cudaMemset(numbers->g_sums, 0xFF, arena->sums * sizeof(long long)));
    CHECK(cudaMemset(numbers->g_total, variant->total == TOTAL_ZERO ? 0 : 0xFF, sizeof(long long)));
    CHECK(cudaMemset(numbers->g_zeros, 0, ZEROED_BYTES));
    CHECK(
        cudaMemcpy(numbers->g_idata, arena->d_input, arena->input_bytes, cudaMemcpyDeviceToDevice));
    cool_cache(&numbers->device->cache);
    CHECK(cudaEventRecord(arena->start, 0));
    contestant->launched = variant->launch(numbers);
    CHECK(cudaEventRecord(arena->stop, 0));
    CHECK(cudaEventSynchronize(arena->stop));
    CHECK(cudaEventElapsedTime(&milliseconds, arena->start, arena->stop));
    contestant->sum_is_right &= is_right(arena, &contestant->launched);
    return milliseconds;
}

size_t variants_of(const struct variant *variants)
{
    size_t count = 0;

    while (variants[count].launch != NULL)
        count++;
    return count;
}

struct contestant *hold_contest(const struct options *options, const struct device *device,
                                const struct work *work, const struct variant *variants)
{
    size_t count = variants_of(variants);
    size_t rounds = (size_t)options->repeat;
    struct arena arena = make_arena(options, device, work);
    struct contestant *contestants = allocate(count * sizeof *contestants);
    double *times = allocate(count * (rounds + 1) * sizeof *times);

    for (size_t who = 0; who < count; who++)
        contestants[who].sum_is_right = 1;
    for (size_t round = 0; round <= rounds; round++) /* round 0 warms up */
        for (size_t turn = 0; turn < count; turn++) {
            /* each order is followed by its reverse */
            size_t who = round % 2 == 0 ? turn : count - 1 - turn;

            times[who * (rounds + 1) + round] = run_once(&arena, &variants[who], &contestants[who]);
        }
    /* a simulated device has nothing to warm up */
    size_t warm_up = rounds > 0 ? 1 : 0;
    for (size_t who = 0; who < count; who++) {
        contestants[who].time =
            statistics_of(times + who * (rounds + 1) + warm_up, rounds + 1 - warm_up);
        if (device->is_simulated && variants[who].timing == NOT_MODELLED)
            contestants[who].time = (struct statistics){.median = NAN, .min = NAN, .max = NAN};
    }
    free(times);
    free_arena(&arena);
    return contestants;
}
