/*
 * One kernel with several operators, types and tiles: course/reductions.h. Tests run all of them, n
 * around whole tiles, grids and blocks that have nothing to do with the tiles, but for a tile
 * alone, whose block has a warp for each part. A case's bits are the order's, for any launch.
 */
#include "any_type.h"

#include <string.h>

#include "../counted_else.h"

enum {
    COUNTED_TILES = 6, /* of sums of floats */
    COUNTED_BLOCK = 128,
    TILES_OF_TEST = 24,      /* of a case, at most, but for the one of many tiles */
    FEW_TILES = 5,           /* the same of the drawn operator's */
    THREADS_OF_TEST = 16384, /* at most, where there are many tiles */
    LANES = 32,
    LAUNCHES = 4
};

struct run_case launch_of(struct draw *draw, enum reduction reduction, unsigned n, unsigned block)
{
    unsigned tiles = (unsigned)tiles_of(reduction, n);
    struct run_case it = {.reduction = reduction, .n = n, .block = block};

    it.grid = draw_between(draw, 1, tiles + 2 < 9 ? tiles + 2 : 9);
    if (reduction >= ALONE) {
        it.block = 32 * reductions[reduction].warps;
        it.grid = 1;
    } else if (draw_between(draw, 0, 3) == 0) {
        it.grid = tiles;
    }
    return it;
}

/* Some whole tiles, and a few elements more or less. */
static unsigned draw_n(struct draw *draw, enum reduction reduction)
{
    unsigned tile = tile_elements(reduction), most = ELEMENTS_OF_TEST / tile;
    unsigned n;

    if (most > TILES_OF_TEST)
        most = TILES_OF_TEST;
    if (reduction == DRAWN) /* its functions are called, which takes a thread long */
        most = FEW_TILES;
    n = tile * draw_between(draw, 1, most < 2 ? 2 : most);

    if (reduction >= ALONE)
        return draw_between(draw, tile / 2, tile);
    switch (draw_between(draw, 0, 3)) {
    case 0: return n + 1;
    case 1: return n - 1;
    case 2: return n - draw_size(draw, 1, tile - 1);
    default: return n;
    }
}

/* A few elements of each reduction. */
static size_t draw_few(struct draw *draw, const unsigned *blocks, struct run_case *cases)
{
    size_t count = 0;

    for (enum reduction it = FLOAT_SUM; it < REDUCTIONS; it++) {
        unsigned n = it == FLOAT_SUM ? 1 : draw_size(draw, 1, 31);

        if (!is_drawn(it) || is_promised(it))
            continue;
        cases[count] = launch_of(draw, it, n, blocks[count % BLOCK_SIZES]);
        count++;
    }
    cases[count] = launch_of(draw, ARGMIN, 19, blocks[0]);
    cases[count++].kind = EXTREME;
    return count;
}

/*
 * Tiles of floats, or of halves that are added up as floats: so many of them that the bits show in
 * which order they meet. Some numbers come to the same in another order: so many times LAUNCHES.
 */
static void draw_meeting_order(struct draw *draw, struct run_case *it, unsigned times)
{
    unsigned tile = tile_elements(it->reduction);

    it->n = tile * draw_between(draw, 5, 7) + draw_size(draw, 1, tile - 1);
    it->launches = times * LAUNCHES;
}

/* Of those that are not there, or were not drawn for all kernels, there are fewer launches. */
static int is_left_out(enum reduction reduction, int round)
{
    int is_another = reduction != INTEGERS && family_of(reduction) == INTEGERS;

    return !is_drawn(reduction) ||
           (round == 1 && (is_another || reduction == DRAWN || is_promised(reduction)));
}

/* Tiles of one that a kernel may ask for: more of them than a warp has lanes, of few elements. */
static unsigned draw_n_promised(struct draw *draw, enum reduction reduction)
{
    return tile_elements(reduction) * draw_between(draw, LANES + 1, LANES + 4) -
           draw_size(draw, 1, 31);
}

static size_t draw_odd(struct draw *draw, const unsigned *blocks, struct run_case *cases)
{
    size_t count = 0;

    for (int round = 0; round < 2; round++)
        for (enum reduction it = FLOAT_SUM; it < REDUCTIONS; it++) {
            if (is_left_out(it, round))
                continue;
            unsigned n = is_promised(it) ? draw_n_promised(draw, it) : draw_n(draw, it);

            cases[count] = launch_of(draw, it, n, blocks[count % BLOCK_SIZES]);
            cases[count].launches = 2;
            if (is_promised(it) && promised_is_of_one(reductions[it].promised)) { /* of each part */
                cases[count].kind = EXTREME;
                cases[count].launches = reductions[it].warps;
            }
            if (round == 1 && it == ARGMIN)
                cases[count].kind = EXTREME;
            if (it == ARGMIN) /* ties: the first one may stand in any round */
                cases[count].launches = LAUNCHES;
            if (round == 1 && it == MOMENTS) { /* lanes whose rounds have unequally many */
                size_t less = draw_size(draw, 1, tile_elements(it) / 4);

                cases[count].n += cases[count].n > less ? 0 : tile_elements(it);
                cases[count].n -= less;
                cases[count].launches = LAUNCHES;
            }
            count++;
        }
    cases[count] = launch_of(draw, MOMENTS, tile_elements(MOMENTS), blocks[0]);
    cases[count].kind = EXTREME;
    cases[count++].launches = 3 * LAUNCHES;
    /* tiles that meet, of which the last is not full */
    cases[count] = launch_of(draw, FLOAT_SUM, 2 * tile_elements(FLOAT_SUM) + draw_size(draw, 1, 31),
                             blocks[1]);
    cases[count].kind = EXTREME;
    cases[count++].launches = 1;
    /* so many tiles that floats show in which order they meet */
    draw_meeting_order(draw, &cases[0], 1);
    draw_meeting_order(draw, &cases[HALF_SUM - FLOAT_SUM], 3);
    return count;
}

/*
 * As many tiles as a group has, or one more, and many more; and the same storage many times. Of
 * either number of tiles there are launches, too, of which one or two run.
 */
static size_t draw_many(struct draw *draw, const unsigned *blocks, struct run_case *cases)
{
    unsigned half = tile_elements(HALF_SUM), map = tile_elements(MAPS);
    unsigned tiles = draw_between(draw, TILES_NAMED + 1, 640);
    unsigned group = GROUP + draw_between(draw, 0, 1);
    int is_each_a_block = draw_between(draw, 0, 1) != 0;

    cases[0] = launch_of(draw, HALF_SUM, group * half, is_each_a_block ? 64 : blocks[0]);
    cases[0].grid = is_each_a_block ? group : draw_between(draw, 20, THREADS_OF_TEST / blocks[0]);
    cases[1] = launch_of(draw, MAPS, tiles * map - draw_between(draw, 0, 9), 64);
    cases[1].grid = is_each_a_block ? draw_between(draw, 20, 200) : tiles;
    cases[2] = launch_of(draw, HALF_SUM, draw_between(draw, 2, 4) * half - 1, 64);
    for (size_t i = 0; i < 2; i++) /* what one leaves is counted, and need not be met by another */
        cases[i].launches = 1;
    cases[2].launches = 100;
    return 3;
}

/* Sums of floats at each block size, and each other reduction at one of them and at the largest. */
static size_t draw_sizes(struct draw *draw, const unsigned *blocks, struct run_case *cases)
{
    size_t count = 0;

    for (; count < BLOCK_SIZES; count++) {
        cases[count] = launch_of(draw, FLOAT_SUM, draw_n(draw, FLOAT_SUM), blocks[count]);
        cases[count].launches = 1;
    }
    for (int round = 0; round < 2; round++)
        for (enum reduction it = FLOAT_SUM + 1; it <= ALONE; it++) {
            if (is_left_out(it, round))
                continue;
            /* once a block has more warps than a tile has parts, and once fewer than one of maps */
            unsigned block = round == 1         ? 1024
                             : it == FLOAT_MAPS ? 64u << draw_between(draw, 0, 1)
                                                : blocks[(unsigned)it % BLOCK_SIZES];

            cases[count] = launch_of(draw, it, draw_n(draw, it), block);
            cases[count++].launches = 1;
        }
    /* each part of a tile once, where others may stand in for it */
    cases[count] = launch_of(draw, INTEGERS, tile_elements(INTEGERS), 1024);
    cases[count].kind = EXTREME;
    cases[count++].launches = reductions[INTEGERS].words == 1 ? reductions[INTEGERS].warps : 1;
    return count;
}

static size_t draw_clean(struct draw *draw, const unsigned *blocks, struct run_case *cases)
{
    size_t count = 0;

    for (enum reduction it = FLOAT_SUM; it < REDUCTIONS; it++) {
        if (!is_drawn(it))
            continue;
        unsigned tile = tile_elements(it), n = tile * (it >= ALONE ? 1 : tile < 2000 ? 5 : 2);

        cases[count] =
            launch_of(draw, it, n - draw_size(draw, 1, tile - 1), blocks[count % BLOCK_SIZES]);
        cases[count].offset = draw_between(draw, 0, 3);
        cases[count++].launches = 2;
    }
    return count;
}

static size_t draw_cases(const struct exercise *exercise, enum sum_test test, struct draw *draw,
                         struct run_case cases[CASES_MOST])
{
    unsigned blocks[BLOCK_SIZES];

    (void)exercise;
    draw_blocks(draw, blocks);
    switch (test) {
    case SUM_ONE: return draw_few(draw, blocks, cases);
    case SUM_ODD: return draw_odd(draw, blocks, cases);
    case SUM_LARGE: return draw_many(draw, blocks, cases);
    case SUM_BLOCKS: return draw_sizes(draw, blocks, cases);
    default: return draw_clean(draw, blocks, cases);
    }
}

static void complete(const struct exercise *exercise, struct run_case *it)
{
    (void)exercise;
    if (it->launches == 0)
        it->launches = LAUNCHES;
    if (it->kind != EXTREME)
        it->kind = ANY;
}

static long long expected(const struct exercise *exercise, const struct run_case *it, unsigned seed,
                          struct block_sums *blocks)
{
    struct numbers numbers = {seed, it->kind, 1, it->n};

    (void)exercise;
    (void)blocks;
    return it->chosen > 0 ? reduced_of_chosen(it->reduction, &numbers, seed, it->blocks, it->chosen)
                          : reduced_in_order(it->reduction, &numbers);
}

static struct run_case counted_launch(unsigned tiles, unsigned block)
{
    return (struct run_case){.n = tiles * tile_elements(FLOAT_SUM),
                             .block = block,
                             .reduction = FLOAT_SUM,
                             .launches = 1,
                             .kind = ANY};
}

static struct run_case usual(const struct exercise *exercise)
{
    (void)exercise;
    return counted_launch(COUNTED_TILES, COUNTED_BLOCK);
}

/* A tile is four warps': blocks of two or of four. Each block has as many tiles as the others, and
 * one launch has one block. */
static size_t draw_counted(const struct exercise *exercise, struct draw *draw,
                           struct run_case cases[CASES_MOST])
{
    size_t count = 0;
    unsigned alone = 64u << draw_between(draw, 0, 1);

    (void)exercise;
    for (unsigned block = 64; block <= 128; block *= 2) {
        unsigned grid = block == alone ? 1 : draw_between(draw, 2, 5);
        unsigned of_block = draw_between(draw, grid == 1 ? 2 : 1, 3); /* one tile meets no other */

        cases[count] = counted_launch(of_block * grid, block);
        cases[count].counting = WHOLE;
        cases[count++].grid = grid;
        cases[count] = counted_launch(draw_between(draw, 7, 24), block);
        cases[count++].counting = WHOLE;
    }
    return count;
}

static unsigned tiles_of_case(const struct exercise *exercise, const struct run_case *it)
{
    (void)exercise;
    return (unsigned)tiles_of(it->reduction, it->n);
}

static void print_size(const struct run_case *it, FILE *file)
{
    const struct reduction_kind *kind = &reductions[it->reduction];

    fprintf(file, "%s: n = %zu, blocks of %u", kind->name, it->n, it->block);
    if (it->reduction != FLOAT_SUM)
        fprintf(file, ", tiles of %u warps, %u loads, %u rounds", kind->warps, kind->loads,
                kind->rounds);
}

static void print_value(const struct run_case *it, long long value, FILE *file)
{
    char text[80];

    packed_text(it->reduction, value, text, sizeof text);
    fputs(text, file);
}

static void print_left(unsigned left, FILE *file)
{
    fprintf(file, "%u words of mail and tickets are left that are not 0", left);
}

static const struct words words = {.result = "result",
                                   .title = "",
                                   .elements = "elements",
                                   .print_value = print_value,
                                   .print_left = print_left};

const struct work work_of_any_type = {
    .draw_cases = draw_cases,
    .complete = complete,
    .draw_named = draw_named_of_any_type,
    .draw_any = draw_any_of_any_type,
    .meeting = draw_meeting,
    .choose = choose_tiles,
    .grid = tiles_of_case,
    .parts = tiles_of_case,
    .expected = expected,
    .usual = usual,
    .draw_counted = draw_counted,
    .is_idea_in = is_operator_shared_out,
    .print_size = print_size,
    .words = &words,
};
