/*
 * Draws the launches of all exercises for seeds 0, 1, 2, ... as the grader does, and says which of them
 * CUDA or the step's own program would not make.
 *
 *     drawn SEEDS
 */
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "draw.h"
#include "exercises.h"
#include "reductions.h"
#include "row_kinds.h"
#include "shapes/shape.h"

enum { THREADS_MOST = 1024, SHARED_MOST = 48 << 10, GRID_MOST = INT_MAX, ROWS = 17, ANY_TYPE = 16 };
#define N_MOST (1ull << 35) /* ints: more are beyond the memory of any one device */

static unsigned long launches;

/* Why a device would refuse the launch, or the step's own program never makes it; or NULL. */
static const char *why_not(const struct exercise *exercise, const struct run_case *it)
{
    const struct work *work = exercise->shape->work;
    unsigned grid = it->grid != 0 ? it->grid : work->grid(exercise, it);
    int step = exercise->number;

    if (it->block < 32 || it->block > THREADS_MOST || it->block % 32 != 0)
        return "threads of a block";
    if (it->block < 64 && step != ANY_TYPE)
        return "a block below the smallest of the step";
    if (grid == 0 || grid > (unsigned)GRID_MOST)
        return "blocks";
    if (shared_of_thread(exercise) * it->block > SHARED_MOST)
        return "bytes of dynamic shared memory";
    if (it->n == 0 || it->n > (step < 12 ? (unsigned long long)INT_MAX : N_MOST))
        return "numbers";
    if (it->offset > 3 && step != ANY_TYPE)
        return "the input's offset";
    if (work->of_block != NULL && step < 12 && (uint64_t)grid * work->of_block(exercise, it) < it->n)
        return "blocks for all numbers";
    if ((step == 8 || step == 9) && it->template_block != it->block)
        return "the template's block";
    if (step == ROWS && (it->columns == 0 || it->columns > columns_most(it->instance) ||
                         it->n % it->columns != 0 || it->block != row_instances[it->instance].block))
        return "rows";
    if (step == ANY_TYPE && it->reduction >= ALONE &&
        (grid != 1 || it->block != 32 * reductions[it->reduction].warps ||
         it->n > tile_elements(it->reduction)))
        return "a tile alone";
    return NULL;
}

static void look_at(const struct exercise *exercise, unsigned seed, const char *drawn,
                    struct run_case it)
{
    if (it.n == 0 && it.block == 0) /* there is none */
        return;
    exercise->shape->work->complete(exercise, &it);
    const char *why = why_not(exercise, &it);

    launches++;
    if (why != NULL)
        printf("step%02d, seed %u, %s: %s: n = %zu, blocks of %u, %u of them\n", exercise->number, seed,
               drawn, why, it.n, it.block, it.grid);
}

static void look_at_all(const struct exercise *exercise, unsigned seed, const char *drawn,
                        const struct run_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++)
        look_at(exercise, seed, drawn, cases[i]);
}

/* Numbers as a kernel's code might name them. */
static struct named names(struct draw *draw)
{
    static const int usual[] = {INT_MIN, -1, 0, 1, 32, 1024};
    struct named named = {.count = 12, .unusual = 6, .numbers = {INT_MAX}};

    for (unsigned i = 1; i < named.count; i++)
        named.numbers[i] = i < named.unusual ? (int)draw_size(draw, 3, INT_MAX) : usual[i - named.unusual];
    return named;
}

static void look_at_seed(const struct exercise *exercise, unsigned seed)
{
    static struct run_case cases[ANY_CASES_MOST + FAR_CASES_MOST + BESIDE_MOST];
    const struct work *work = exercise->shape->work;
    struct draw draw = draw_begin(seed, "launches");
    struct named named = names(&draw);

    /* nothing asked for, and all that may be, alone and together */
    draw_reductions(seed, seed % 4 == 0 ? 0 : draw_between(&draw, 1, (1u << ASKING_BITS) - 1));
    draw_row_instances(seed);
    for (enum sum_test test = SUM_ONE; test < SUM_TESTS; test++)
        look_at_all(exercise, seed, "a test's", cases,
                    work->draw_cases(exercise, test, &draw, cases));
    look_at_all(exercise, seed, "counted", cases, work->draw_counted(exercise, &draw, cases));
    look_at(exercise, seed, "usual", work->usual(exercise));
    look_at_all(exercise, seed, "named", cases, work->draw_named(exercise, &named, &draw, cases));
    if (work->draw_any != NULL)
        look_at_all(exercise, seed, "any", cases, work->draw_any(exercise, &named, &draw, cases));
    if (work->draw_beside != NULL)
        look_at_all(exercise, seed, "beside", cases,
                    work->draw_beside(exercise, &named, &draw, cases));
    if (work->vast != NULL)
        look_at(exercise, seed, "vast", work->vast(exercise, &draw));
    if (work->meeting != NULL)
        look_at(exercise, seed, "meeting", work->meeting(&draw));
    if (work->beyond != NULL) {
        struct beyond beyond = work->beyond(exercise, &draw);

        look_at(exercise, seed, "some", beyond.some);
        look_at(exercise, seed, "whole", beyond.whole);
        look_at(exercise, seed, "fewer", beyond.fewer);
    }
}

int main(int argc, char **argv)
{
    unsigned seeds = argc == 2 ? (unsigned)atoi(argv[1]) : 1;

    for (size_t i = 0; i < exercise_count; i++)
        for (unsigned seed = 0; seed < seeds; seed++)
            look_at_seed(&exercises[i], seed);
    printf("%lu launches\n", launches);
    return 0;
}
