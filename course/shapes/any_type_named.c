/*
 * Any type: launches with the numbers that a kernel's code names, and those of more elements and
 * tiles than can run.
 */
#include "../chosen.h"
#include "any_type.h"

enum {
    FEW_TILES = 90, /* where a number that is not unusual asks for them */
    PAIRED = 3,     /* numbers of the code whose pairs are launched, too */
    SMALL_NUMBER = 64,
    THREADS_NAMED = 2048, /* where a launch has more, its blocks are the smallest */
    BY_CHANCE = 56,       /* launches, a few of them: */
    MANY_ELEMENTS = 100000,
    MANY_BLOCKS = 50,
    BEHIND_VAST = 1 << 26 /* elements */
};

/* From here on 32 bits do not count the elements. */
#define VAST ((size_t)1 << 32)

/*
 * So many tiles of few elements; those of a group and one more are drawn anyway, and more than
 * TILES_NAMED, so that there is a tile of each such number. Of more than a group a tile or two run,
 * of any group, and of the second one.
 */
static void add_tiles(struct draw *draw, struct run_case *cases, size_t *count, unsigned tiles)
{
    unsigned n = tiles * tile_elements(HALF_SUM) - 1;

    if (tiles <= 1 || tiles > TILES_NAMED || tiles == GROUP || tiles == GROUP + 1 ||
        *count == FAR_CASES_MOST)
        return;
    for (unsigned chosen = tiles > GROUP; chosen <= 2 * (tiles > GROUP); chosen++) {
        struct run_case *it = &cases[*count];

        if (*count == FAR_CASES_MOST)
            return;
        *it = launch_of(draw, HALF_SUM, n, 64);
        it->launches = 1;
        it->grid = draw_between(draw, 0, 1) || chosen > 0 ? tiles : 3;
        it->chosen = chosen;
        it->by_chance = chosen > 0;
        ++*count;
    }
}

/* A launch of n elements by some grid, or by grid blocks where that is not 0. */
static void add_named(struct draw *draw, struct run_case *cases, size_t *count,
                      enum reduction reduction, uint64_t n, uint64_t grid)
{
    unsigned block = 64u << *count % BLOCK_SIZES; /* of six cases of one n all sizes */

    if (grid * block > THREADS_NAMED)
        block = 64;
    if (n <= 1 || n > ELEMENTS_OF_TEST || grid > TILES_NAMED || *count == FAR_CASES_MOST ||
        (reduction >= ALONE && n > tile_elements(reduction)))
        return;
    cases[*count] = launch_of(draw, reduction, (unsigned)n, block);
    cases[*count].launches = 1;
    if (grid > 0 && reduction < ALONE)
        cases[*count].grid = (unsigned)grid;
    ++*count;
}

/* Two unusual numbers as n and as the number of blocks, and what they come to. */
static size_t draw_unusual(const struct named *named, struct draw *draw, struct run_case *cases)
{
    uint64_t combined[COMBINED_MOST];
    size_t count = 0, pairs = combine_named(named, 2, ELEMENTS_OF_TEST, combined);

    for (unsigned i = 0; i < named->unusual; i++)
        for (unsigned other = 0; other < named->unusual; other++)
            if (other != i)
                add_named(draw, cases, &count, draw_between(draw, FLOAT_SUM, HALF_SUM),
                          named_size(named->numbers[i]), named_size(named->numbers[other]));
    for (size_t i = 0; i < pairs; i++)
        add_named(draw, cases, &count, draw_between(draw, FLOAT_SUM, HALF_SUM), combined[i], 0);
    return count;
}

/* Of these a result has no more than 32 bits for a place, or a count. */
static int has_places(enum reduction reduction)
{
    return reduction == ARGMIN || reduction == MOMENTS;
}

/*
 * More elements than 32 bits count, or nearly so many, and so many tiles that their groups are more
 * than a warp's, and meet in two levels or three. A tile or two run: course/judge_reductions.c
 * leaves what all others would have left. Who draws the last ticket of two is done first, and has
 * to wait for the other's value.
 */
static void add_vast(struct draw *draw, struct run_case *cases, size_t *count)
{
    static const enum reduction kinds[] = {HALF_SUM, MAPS,   FLOAT_MAPS, HALF_SUM,
                                           MAPS,     ARGMIN, MOMENTS};

    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds && *count < FAR_CASES_MOST; i++) {
        unsigned tile = tile_elements(kinds[i]);
        unsigned tiles = draw_size(draw, 33 * GROUP, (1u << 31) / tile);
        size_t n = i < 3                  ? (size_t)tiles * tile - draw_between(draw, 0, tile - 1)
                   : has_places(kinds[i]) ? VAST - draw_between(draw, 1, BEHIND_VAST)
                                          : VAST + draw_between(draw, 0, BEHIND_VAST);

        cases[*count] = (struct run_case){.reduction = kinds[i],
                                          .n = n,
                                          .block = 64u << draw_between(draw, 0, 4),
                                          .grid = (unsigned)tiles_of(kinds[i], n),
                                          .launches = 1,
                                          .offset = draw_between(draw, 0, 3),
                                          .order = ALL_BEGIN,
                                          .chosen = 1};
        ++*count;
    }
}

/*
 * Launches of a tile or two and any number more: a condition that holds for one n, grid or address
 * of some forty is met by one of them, and what it does with a tile of several parts is seen. Those
 * of the most parts have the fewest elements, and come up more often.
 */
static void add_by_chance(struct draw *draw, struct run_case *cases, size_t *count)
{
    static const enum reduction kinds[] = {INTEGERS, FLOAT_SUM, INTEGERS, ARGMIN,   INTEGERS,
                                           MAPS,     INTEGERS,  MOMENTS,  INTEGERS, FLOAT_MAPS};

    for (unsigned i = 0; i < BY_CHANCE && *count < FAR_CASES_MOST; i++) {
        enum reduction reduction = kinds[i % (sizeof kinds / sizeof *kinds)];
        unsigned tile = tile_elements(reduction);
        struct run_case *it = &cases[(*count)++];

        *it = launch_of(draw, reduction, tile + draw_between(draw, 0, tile - 1),
                        64u << draw_between(draw, 0, 1));
        it->grid = draw_size(draw, 1, 16);
        it->offset = i % 4 == 0 ? draw_between(draw, 1, 3) : 0; /* many loads */
        it->launches = 1;
        if (i < sizeof kinds / sizeof *kinds) { /* of each kind whole ones, of one block */
            it->grid = 1;
            it->n = 2 * tile;
        }
        if (i % 30 == 1) /* of floats, in few rounds */
            it->n = i == 1 ? draw_between(draw, MANY_ELEMENTS, MANY_ELEMENTS + MANY_ELEMENTS / 4)
                           : draw_size(draw, MANY_ELEMENTS / 4, MANY_ELEMENTS);
        if (i % 30 == 2)
            it->grid = draw_between(draw, MANY_BLOCKS + 1, 2 * MANY_BLOCKS);
    }
}

/*
 * Tiles of each reduction that are a group, one of which runs: how it takes others' values is seen.
 * The last of the warps that take them has one value, or lacks one, or none.
 */
static void add_meetings(struct draw *draw, struct run_case *cases, size_t *count)
{
    enum { LANES = 32, KINDS = PROMISED - FLOAT_SUM };

    for (unsigned i = 0; i < 3 * KINDS && *count < FAR_CASES_MOST; i++) {
        enum reduction it = (enum reduction)(FLOAT_SUM + i % KINDS);

        if (!is_drawn(it) || (i / KINDS > 0 && it >= DRAWN))
            continue;
        unsigned tiles = LANES * draw_between(draw, 3, GROUP / LANES - 1) + i / KINDS - 1;

        cases[(*count)++] = (struct run_case){.reduction = it,
                                              .n = (size_t)tiles * tile_elements(it),
                                              .block = 64u << draw_between(draw, 0, 2),
                                              .grid = tiles,
                                              .launches = 1,
                                              .chosen = 1,
                                              .by_chance = 1};
    }
}

struct run_case draw_meeting(struct draw *draw)
{
    unsigned tiles = draw_between(draw, GROUP + 2, 640), half = tile_elements(HALF_SUM);

    return (struct run_case){.reduction = HALF_SUM,
                             .n = tiles * half - draw_between(draw, 0, 9),
                             .block = 64,
                             .grid = tiles,
                             .launches = 1,
                             .chosen = 1};
}

void choose_tiles(const struct run_case *it, struct draw *draw, struct chosen_blocks *chosen)
{
    size_t behind = it->n > VAST       ? VAST     /* more than 32 bits count */
                    : it->n > VAST / 2 ? VAST / 2 /* or than 31 do */
                                       : 0;
    unsigned first =
        draw_between(draw, (unsigned)(behind / tile_elements(it->reduction)), it->grid - 1);

    if (it->chosen > 1 || draw_between(draw, 0, 3) == 0) /* the last group lacks some */
        first = it->grid - 1;
    unsigned group = first / GROUP * GROUP;
    unsigned members = it->grid - group < GROUP ? it->grid - group : GROUP;
    unsigned second = group + draw_between(draw, 0, members - 1);

    chosen->blocks[0] = first < second ? first : second;
    chosen->blocks[1] = first < second ? second : first;
    chosen->count = first == second ? 1 : 2;
}

size_t draw_named_of_any_type(const struct exercise *exercise, const struct named *named,
                              struct draw *draw, struct run_case cases[FAR_CASES_MOST])
{
    struct named first_ones = *named;

    if (first_ones.unusual > PAIRED) /* behind them stand what shared memory is addressed by */
        first_ones.unusual = PAIRED;
    size_t count = draw_unusual(&first_ones, draw, cases);

    (void)exercise;
    for (unsigned i = 0; i < named->count; i++) {
        unsigned number = named_size(named->numbers[i]);
        enum reduction first = draw_between(draw, FLOAT_SUM, HALF_SUM);
        int is_for_all = number > SMALL_NUMBER && i < named->compared;

        for (enum reduction it = FLOAT_SUM; it <= HALF_SUM; it++)
            if (is_for_all || it == first)
                add_named(draw, cases, &count, it, number, 0);
        if (i < named->unusual || number <= FEW_TILES)
            add_tiles(draw, cases, &count, number);
        if (i < named->unusual && number <= FEW_TILES) /* of the second group */
            add_tiles(draw, cases, &count, GROUP + number);
    }
    add_vast(draw, cases, &count);
    add_by_chance(draw, cases, &count);
    add_meetings(draw, cases, &count);
    return count;
}

/*
 * Any number of tiles, of which one runs: where 81 or 243 of them meet in a way of their own, it is
 * seen. Up to two levels of groups.
 */
static size_t draw_any_tiles(const struct named *named, struct draw *draw, struct run_case *cases)
{
    enum { MANY = 10, ALL = 0, TILES_MOST = 2000 };
    unsigned tiles[SIZES_MOST];
    size_t count = draw_any_sizes(named, MANY, ALL, TILES_MOST, draw, tiles);

    for (size_t i = 0; i < count; i++)
        cases[i] =
            (struct run_case){.reduction = HALF_SUM,
                              .n = (size_t)tiles[i] * tile_elements(HALF_SUM), /* no odd ones */
                              .block = 64,
                              .grid = tiles[i],
                              .launches = 1,
                              .chosen = 1,
                              .by_chance = 1};
    return count;
}

size_t draw_any_of_any_type(const struct exercise *exercise, const struct named *named,
                            struct draw *draw, struct run_case cases[ANY_CASES_MOST])
{
    enum { MANY = 30, ALL = 130, ELEMENTS = 2500 }; /* so many that a warp's share shows */
    /* of most that fit a tile of halves, sums of these, which takes the least time: there are few
     * parts in it. More elements show who takes the parts */
    enum { EACH = 4 };
    unsigned few = tile_elements(HALF_SUM);
    unsigned sizes[SIZES_MOST], two = 2 * tile_elements(INTEGERS);
    unsigned most = two > ELEMENTS ? two : ELEMENTS;
    size_t tiles = draw_any_tiles(named, draw, cases);
    size_t count = draw_any_sizes(named, MANY, ALL, most, draw, sizes);

    (void)exercise;
    if (count > ANY_CASES_MOST - tiles)
        count = ANY_CASES_MOST - tiles;
    for (size_t i = 0; i < count; i++) {
        struct run_case *it = &cases[tiles + i];
        int are_few = sizes[i] <= few && draw_between(draw, 1, EACH) > 1;

        *it = launch_of(draw, are_few ? HALF_SUM : INTEGERS, sizes[i], 64);
        it->grid = draw_between(draw, 1, 7);
        it->launches = 1;
    }
    return tiles + count;
}
