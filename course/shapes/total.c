/*
 * One total, in 64 bits, which the device adds up: by a second kernel, or by the last block that
 * draws a ticket. A grid of any size walks all numbers.
 */
#include "total.h"

/* From here on 32 bits do not count fours of numbers. */
#define VAST ((size_t)1 << 34)

static size_t draw_few(struct draw *draw, const unsigned *blocks, struct run_case *cases)
{
    unsigned least[] = {1, 2, 3, 4, 9}, most[] = {1, 2, 3, 8, 31};

    for (unsigned i = 0; i < 5; i++)
        cases[i] = (struct run_case){.n = draw_between(draw, least[i], most[i]),
                                     .block = blocks[i],
                                     .grid = draw_between(draw, 1, 7)};
    cases[4].kind = EXTREME;
    return 5;
}

/*
 * Trips of the grid, and one number more or less; and grids of more blocks than twice a block's
 * threads, each of which has several of the blocks' sums to add up then.
 */
static size_t draw_odd(struct draw *draw, const unsigned *blocks, struct run_case *cases)
{
    for (unsigned i = 0; i < 5; i++) {
        unsigned block = blocks[i], grid = i < 3 ? i + 1 : draw_between(draw, 4, 9);
        unsigned trips = draw_between(draw, 1, 24000 / (OF_THREAD * block * grid) + 1);
        unsigned n = trips * OF_THREAD * block * grid;

        switch (i) {
        case 0: n = draw_size(draw, 32, 4 * block); break;
        case 1: n += 1; break;
        case 2: n -= 1; break;
        case 3: n -= draw_between(draw, 1, 4 * block * grid); break;
        default: n = n / 2 + draw_between(draw, 1, 31);
        }
        cases[i] = (struct run_case){.n = n, .block = block, .grid = grid};
    }
    unsigned few = draw_between(draw, 65, 128), many = draw_between(draw, 129, 400);

    cases[5] = (struct run_case){
        .n = draw_between(draw, 20000, 40000), .block = 64, .grid = few, .launches = 2};
    cases[6] = (struct run_case){
        .n = draw_between(draw, 70000, 90000), .block = 64, .grid = many, .launches = 1};
    cases[7] = (struct run_case){.n = draw_between(draw, 70000, 90000),
                                 .block = 128,
                                 .grid = draw_between(draw, 257, 400),
                                 .launches = 1};
    return 8;
}

/* The long one comes first: while little memory has been touched, each of its launches is cheap. */
static size_t draw_large(struct draw *draw, const unsigned *blocks, struct run_case *cases)
{
    cases[0] = (struct run_case){.n = draw_between(draw, 33, 200),
                                 .block = 64,
                                 .grid = draw_between(draw, 2, 3),
                                 .launches = LAUNCHES_LONG};
    cases[1] = (struct run_case){.n = draw_between(draw, (1 << 16) + 1, 90000),
                                 .block = blocks[0],
                                 .grid = draw_between(draw, 1, 9),
                                 .launches = 2};
    cases[2] = (struct run_case){.n = draw_between(draw, 110000, 160000) / 128 * 128,
                                 .block = blocks[1],
                                 .grid = draw_between(draw, 20, 60),
                                 .launches = 2};
    cases[3] = (struct run_case){.n = draw_between(draw, 2001, 9000),
                                 .block = blocks[2],
                                 .grid = draw_between(draw, 3, 40),
                                 .choice = BESIDE_ANOTHER,
                                 .launches = 2};
    return 4;
}

/* Each block size in a small grid and in a larger one. */
static size_t draw_sizes(struct draw *draw, const unsigned *blocks, struct run_case *cases)
{
    for (unsigned i = 0; i < 2 * BLOCK_SIZES; i++)
        cases[i] = (struct run_case){.n = draw_between(draw, 5001, 12000),
                                     .block = blocks[i % BLOCK_SIZES],
                                     .offset = draw_between(draw, 0, 3),
                                     .grid = i < BLOCK_SIZES ? draw_between(draw, 1, 3)
                                                             : draw_between(draw, 4, 40),
                                     .launches = i < BLOCK_SIZES ? 2 : 1};
    return 2 * BLOCK_SIZES;
}

static size_t draw_clean(struct draw *draw, const unsigned *blocks, struct run_case *cases)
{
    for (unsigned i = 0; i < BLOCK_SIZES; i++)
        cases[i] = (struct run_case){.n = draw_size(draw, 600, 8192),
                                     .block = blocks[i],
                                     .offset = draw_between(draw, 0, 3),
                                     .grid = draw_between(draw, 2, 5),
                                     .launches = 2};
    cases[5] = (struct run_case){.n = draw_between(draw, 1, 3), .block = 64, .launches = 2};
    cases[6] = (struct run_case){.n = draw_between(draw, 2000, 4000),
                                 .block = 64,
                                 .grid = draw_between(draw, 66, 150),
                                 .launches = 2};
    return 7;
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
    case SUM_LARGE: return draw_large(draw, blocks, cases);
    case SUM_BLOCKS: return draw_sizes(draw, blocks, cases);
    default: return draw_clean(draw, blocks, cases);
    }
}

static void complete(const struct exercise *exercise, struct run_case *it)
{
    (void)exercise;
    if (it->launches == 0)
        it->launches = LAUNCHES;
    if (it->kind != EXTREME && it->kind != NAMED && it->kind != NAMED_ALL && it->kind != PAIRS &&
        it->kind != BYTES)
        it->kind = ANY;
}

struct run_case on_a_walk(unsigned block, size_t n)
{
    return (struct run_case){.n = n / 4 * 4,
                             .block = block,
                             .grid = FULL_GRID / block,
                             .choice = WITH_TOTAL,
                             .launches = 1,
                             .chosen = n < VAST ? DRAWN_BLOCKS : 1,
                             .kind = EXTREME};
}

/*
 * A grid as large as the steps' own, or nearly: more threads than 19 bits count, more numbers than
 * a double can add up, and for a kernel that does not walk them in fours, more than a float can
 * count.
 */
static struct beyond beyond(const struct exercise *exercise, struct draw *draw)
{
    unsigned most = FULL_GRID / SMALL_BLOCK;
    struct beyond it = {.whole = {.n = BEYOND + draw_between(draw, 5, 4000),
                                  .block = SMALL_BLOCK,
                                  .grid = draw_between(draw, FULL_BLOCKS, most),
                                  .launches = 1,
                                  .kind = EXTREME},
                        .some = on_a_walk(SMALL_BLOCK << draw_between(draw, 0, 2),
                                          draw_between(draw, 2000000, 3200000))};

    (void)exercise;
    it.some.choice = 0; /* only how the numbers are shared out is asked */
    /* counters tell as much of a third of these blocks; all are met by chosen ones, of any size */
    it.fewer = it.whole;
    it.fewer.grid = draw_between(draw, MANY_BLOCKS, MANY_BLOCKS + 327);
    it.fewer.n = DOUBLES_END + draw_between(draw, 5, 4000);
    return it;
}

/*
 * On a walk more fours of numbers than 32 bits count, and more blocks than 16 bits count. The grid
 * is eight times as large as the steps' own: each block that runs has fewer numbers, and some
 * hundred trips.
 */
static struct run_case vast(const struct exercise *exercise, struct draw *draw)
{
    struct run_case it = on_a_walk(SMALL_BLOCK, VAST + draw_between(draw, 0, 1u << 29));

    (void)exercise;
    it.grid *= 8;
    return it;
}

/* Few blocks of some, to see whether a kernel adds up what others have left in their places. No sum
 * is so large that a kernel would be spared others for that. */
static struct run_case meeting(struct draw *draw)
{
    struct run_case it = on_a_walk(SMALL_BLOCK, draw_between(draw, 20000, 40000));

    it.grid = draw_between(draw, 40, 90);
    it.choice = WITH_SMALL_TOTAL;
    return it;
}

static unsigned grid(const struct exercise *exercise, const struct run_case *it)
{
    (void)exercise;
    (void)it;
    return USUAL_GRID;
}

static uint64_t sum_on_walk(const struct run_case *it, const struct numbers *numbers, size_t block)
{
    size_t part = walked_part(it->block), step = part * it->grid;
    uint64_t sum = 0;

    for (size_t first = block * part; first < it->n; first += step)
        sum += (uint64_t)sum_between(numbers, first, first + part < it->n ? first + part : it->n);
    return sum;
}

/* What all blocks but the chosen ones have left. */
static uint64_t sum_of_others(const struct run_case *it, unsigned seed)
{
    uint64_t sum = 0;

    for (unsigned block = 0, i = 0; block < it->grid; block++)
        if (i < it->chosen && it->blocks[i] == block)
            i++;
        else
            sum += (uint64_t)sum_of_other(seed, it->n, block, it->choice);
    return sum;
}

/*
 * course/judge_total.c: each chosen block has its weight, and so has the total of them and of
 * others.
 */
static long long expected_on_walk(const struct run_case *it, const struct numbers *numbers)
{
    uint64_t weighted = 0, total = 0;

    for (unsigned i = 0; i < it->chosen; i++) {
        uint64_t sum = sum_on_walk(it, numbers, it->blocks[i]);

        weighted += (2ull * i + 1) * sum;
        total += sum;
    }
    if (has_total(it->choice))
        weighted += (2ull * it->chosen + 1) * (total + sum_of_others(it, numbers->seed));
    return (long long)weighted;
}

static long long expected(const struct exercise *exercise, const struct run_case *it, unsigned seed,
                          struct block_sums *blocks)
{
    struct numbers numbers = {seed, it->kind, 1, it->n};

    (void)blocks;
    (void)exercise;
    return it->chosen > 0 ? expected_on_walk(it, &numbers) : sum_between(&numbers, 0, it->n);
}

static size_t of_block(const struct exercise *exercise, const struct run_case *it)
{
    (void)exercise;
    return (size_t)OF_THREAD * it->block;
}

/* Each thread of the grid makes two trips of four loads of four numbers. */
static struct run_case usual(const struct exercise *exercise)
{
    (void)exercise;
    return (struct run_case){.n = USUAL_GRID * COUNTED_BLOCK * 2 * OF_THREAD,
                             .block = COUNTED_BLOCK,
                             .launches = 1,
                             .kind = ANY};
}

/* More blocks than a warp has lanes, where a launch has numbers enough for them. */
static unsigned draw_many_blocks(struct draw *draw, unsigned most)
{
    return most < 34 ? draw_between(draw, 20, most) : draw_size(draw, 34, most < 250 ? most : 250);
}

/*
 * So many blocks, an odd or an even number of them, that half of a block's warps would take more of
 * their sums than its limit. Each thread has four numbers.
 */
static struct run_case draw_many_sums(struct draw *draw, unsigned block, unsigned least,
                                      unsigned parity)
{
    unsigned grid = least + draw_between(draw, 0, 20);

    grid += grid % 2 != parity;
    return (struct run_case){.n = (size_t)grid * block * 4,
                             .block = block,
                             .grid = grid,
                             .launches = 1,
                             .kind = ANY,
                             .counting = LACKING};
}

/*
 * At each block size few blocks and many, and one launch of one block; in whole launches all
 * threads make as many trips. Numbers are of all kinds, so that none tells that nobody counts.
 */
static size_t draw_counted(const struct exercise *exercise, struct draw *draw,
                           struct run_case cases[CASES_MOST])
{
    enum { COUNTED_KINDS = 4 };
    static const enum kind kinds[COUNTED_KINDS] = {ANY, BYTES, EXTREME, PAIRS};
    unsigned blocks[BLOCK_SIZES], first_kind = draw_between(draw, 0, COUNTED_KINDS - 1);
    unsigned alone = 2 * draw_between(draw, 0, 2);

    (void)exercise;
    draw_blocks(draw, blocks);
    for (unsigned i = 0; i < 2 * BLOCK_SIZES; i++) {
        unsigned block = blocks[i % BLOCK_SIZES], most = NUMBERS_COUNTED / (OF_THREAD * block);
        unsigned grid = i == alone        ? 1
                        : i < BLOCK_SIZES ? draw_between(draw, 2, 9)
                                          : draw_many_blocks(draw, most);
        unsigned trips = i < BLOCK_SIZES ? draw_between(draw, 2, 7) : draw_between(draw, 1, 2);
        struct run_case it = {.n = trips * grid * block * OF_THREAD,
                              .block = block,
                              .grid = grid,
                              .launches = 1,
                              .kind = kinds[(i + i / BLOCK_SIZES + first_kind) % COUNTED_KINDS],
                              .counting = WHOLE};

        if ((i % BLOCK_SIZES + i / BLOCK_SIZES) % 2 != 0)
            it.counting = i % 4 < 2 ? LACKING : SHIFTED;
        if (it.counting == SHIFTED)
            it.offset = draw_between(draw, 1, 3);
        if (it.counting == LACKING) {
            it.n -= draw_between(draw, 1, block * OF_THREAD);
            it.offset = draw_between(draw, 0, 3);
        }
        cases[i] = it;
    }
    cases[2 * BLOCK_SIZES] = draw_many_sums(draw, 128, 257, draw_between(draw, 0, 1));
    cases[2 * BLOCK_SIZES + 1] =
        draw_many_sums(draw, 256, 385, (cases[2 * BLOCK_SIZES].grid + 1) % 2);
    return 2 * BLOCK_SIZES + 2;
}

static void print_size(const struct run_case *it, FILE *file)
{
    print_size_of_sums(it, file);
    if (it->choice == BESIDE_ANOTHER)
        fprintf(file, ", two launches at the same time");
}

const struct work one_total = {
    .draw_cases = draw_cases,
    .complete = complete,
    .beyond = beyond,
    .vast = vast,
    .meeting = meeting,
    .draw_named = draw_named_of_total,
    .draw_any = draw_any_of_total,
    .draw_beside = draw_beside_of_total,
    .grid = grid,
    .expected = expected,
    .usual = usual,
    .draw_counted = draw_counted,
    .of_block = of_block,
    .shifted_loads = shifted_loads_of_sums,
    .print_size = print_size,
    .words = &words_of_sums,
};
