/*
 * One total: launches with the numbers that a kernel's code names, and with numbers that
 * depend on each other.
 */
#include "total.h"

enum {
    THREADS_OF_TEST = 16384,     /* of a grid that a usual number asks for, or in small blocks */
    THREADS_OF_UNUSUAL = 150000, /* or an unusual one */
    GRID_OF_PRODUCT = 40,
    NUMBERS_OF_PRODUCT = 60000,
    GRID_BESIDE = 700,
    SUMS_BY_CHANCE = 200, /* launches of one block among others; and of all blocks: */
    BY_CHANCE = 168,      /* launches, whose numbers are at most: */
    NUMBERS_BY_CHANCE = 4000,
    GRID_BY_CHANCE = 10,
    FLOATS_APART = 1 << 25, /* from here on by four, at least */
    BUSY = 1 << 17,         /* blocks */
    LARGEST_BLOCK = 1024,
    BLOCKS_OF_OTHERS = 99,
    NUMBERS_OF_ANY = 1 << 18, /* at most, of a launch that is made for its path; */
    NUMBERS_OF_ALL = 1 << 16, /* and where all blocks run */
    NUMBERS_MOST = 3000000,   /* and threads, of one launch that the code's numbers ask for */
    NUMBERS_NAMED = 6000000,  /* and of all of them */
};

/* Cases of a grid and a block each. */
struct further {
    struct draw *draw;
    struct run_case *cases;
    size_t count;
    uint64_t numbers; /* of all of them */
    unsigned offset;  /* of the input, for offset_of_block */
};

/* All blocks run: so of many numbers, or threads, there are few cases. */
static void add_named(struct further *all, unsigned block, uint64_t grid, uint64_t n)
{
    if (n <= FEW || n > NUMBERS_MOST || grid == 0 || grid > FULL_GRID / block ||
        n + grid * block > NUMBERS_MOST || all->numbers + n + grid * block > NUMBERS_NAMED ||
        all->count == FAR_CASES_MOST)
        return;
    all->numbers += n > NUMBERS_OF_TEST ? n : 0;
    all->numbers += grid * block > NUMBERS_OF_TEST ? grid * block : 0;
    all->cases[all->count++] = (struct run_case){.n = n,
                                                 .block = block,
                                                 .grid = (unsigned)grid,
                                                 .offset = offset_of_block(all->offset, block),
                                                 .launches = 1};
}

/* With a number of threads that has nothing to do with it; or a number of blocks. */
static void add_n(struct further *all, unsigned block, uint64_t n)
{
    add_named(all, block, draw_between(all->draw, 1, 9), n);
}

static void add_grid(struct further *all, unsigned block, uint64_t grid)
{
    if (grid > FEW)
        add_named(all, block, grid, draw_between(all->draw, 3000, NUMBERS_OF_TEST));
}

/* A product of n, the number of blocks and their threads, where n is no large one. */
static void add_product_with_threads(struct further *all, unsigned block, unsigned number)
{
    for (unsigned grid = 2; grid <= GRID_OF_PRODUCT; grid++)
        if (number % (grid * block) == 0 && number / (grid * block) <= NUMBERS_OF_PRODUCT)
            add_named(all, block, grid, number / (grid * block));
}

/* A product of n and the number of blocks. */
static void add_product(struct further *all, unsigned block, unsigned number)
{
    for (unsigned grid = 2; grid <= GRID_OF_PRODUCT; grid++)
        if (number % grid == 0)
            add_named(all, block, grid, number / grid);
}

/*
 * As many blocks as threads of one, and twice as many; n that is a square, as many as there are
 * blocks, or an odd multiple of them.
 */
static void add_related(struct further *all)
{
    unsigned grid = draw_between(all->draw, 70, 99), odd = 2 * draw_between(all->draw, 6, 40) + 1;

    for (unsigned block = SMALL_BLOCK; block <= 2 * SMALL_BLOCK; block *= 2) {
        add_grid(all, block, block);
        add_n(all, block, block * block);
    }
    add_grid(all, SMALL_BLOCK, 2 * SMALL_BLOCK);
    add_named(all, SMALL_BLOCK, grid, grid);
    add_named(all, SMALL_BLOCK, grid, grid * grid);
    add_named(all, SMALL_BLOCK, odd, odd * (2 * draw_between(all->draw, 20, 60) + 1));
    for (unsigned numbers = 1; numbers <= OF_THREAD; numbers *= 4) /* of each thread */
        add_named(all, SMALL_BLOCK, grid / numbers + 2,
                  (grid / numbers + 2) * SMALL_BLOCK * numbers);
}

/* n and grids of each number of bits that are set, and n of each length. */
static void add_spread(struct further *all)
{
    for (unsigned bits = 10; bits <= 17; bits++)
        add_n(all, SMALL_BLOCK, draw_between(all->draw, 1u << bits, (2u << bits) - 1));
    for (unsigned bits = 1; bits <= 13; bits++)
        add_n(all, SMALL_BLOCK, draw_bits(all->draw, bits, 14));
    for (unsigned bits = 2; bits <= 8; bits++)
        add_grid(all, SMALL_BLOCK, draw_bits(all->draw, bits, bits < 8 ? bits + 1 : 8));
}

/*
 * Many launches of few numbers and blocks. A condition that holds for one n, grid or address of
 * some forty is met by one of them: their counters are judged, too. Each remainder by a small
 * block's threads is among them, and each block size with one, two and three blocks.
 */
static void add_by_chance(struct further *all)
{
    for (unsigned i = 0; i < BY_CHANCE && all->count < FAR_CASES_MOST; i++) {
        int is_any_block = i % 5 == 4;
        unsigned block = is_any_block ? SMALL_BLOCK << i / 5 % BLOCK_SIZES : SMALL_BLOCK;
        unsigned n = i % 4 == 3 ? draw_size(all->draw, SMALL_BLOCK, NUMBERS_OF_TEST)
                                : draw_between(all->draw, OF_THREAD * block, NUMBERS_BY_CHANCE);

        all->cases[all->count++] = (struct run_case){
            .n = n / SMALL_BLOCK * SMALL_BLOCK + i % SMALL_BLOCK,
            .block = block,
            .grid = is_any_block ? 1 + i / 25 % 3
                                 : draw_size(all->draw, 1,
                                             i % 3 == 0 ? 2 * GRID_BY_CHANCE : GRID_BY_CHANCE / 2),
            .offset = draw_between(all->draw, 0, 3),
            .launches = 1};
    }
}

/*
 * And many of a block that runs, among any number of others, whose sums are there: how all of them
 * are added up is seen. Its numbers are so many that the shares of its warps are seen, too; in each
 * second launch its trips are whole. At each block size the number of blocks has all remainders by
 * 8 in turn.
 */
static void add_sums_by_chance(struct further *all)
{
    enum { REMAINDERS = 8 };
    unsigned turns[BLOCK_SIZES] = {0};

    for (unsigned i = 0; i < SUMS_BY_CHANCE && all->count < FAR_CASES_MOST; i++) {
        unsigned size = draw_between(all->draw, 0, 31), larger = 0;

        while (size >> (larger + 1) > 0 && larger + 1 < BLOCK_SIZES)
            larger++;
        unsigned block = SMALL_BLOCK << (BLOCK_SIZES - 1 - larger);
        unsigned grid = REMAINDERS * draw_between(all->draw, 1, BLOCKS_OF_OTHERS / REMAINDERS) +
                        turns[larger]++ % REMAINDERS;
        unsigned trip = OF_THREAD * block;
        size_t trips = block > 2 * SMALL_BLOCK ? 1 : draw_between(all->draw, 1, 2);
        size_t n = trips * trip * grid;
        struct run_case it =
            on_a_walk(block, i % 2 == 0 ? n : n + draw_between(all->draw, 4, trip * grid - 1));

        it.grid = grid;
        it.chosen = 1;
        it.by_chance = 1;
        all->cases[all->count++] = it;
    }
}

/*
 * Two unusual numbers as n and as the number of blocks, at each block size, and what they come to;
 * one as that of threads.
 */
static void add_unusual(struct further *all, const struct named *named, const unsigned *blocks)
{
    uint64_t combined[COMBINED_MOST];
    size_t count = combine_named(named, FEW + 1, NUMBERS_MOST, combined);

    for (unsigned i = 0; i < named->unusual; i++) {
        unsigned number = named_size(named->numbers[i]);
        unsigned grid = draw_between(all->draw, 1, 9);

        /* n ^ grid is the number */
        add_named(all, blocks[i % BLOCK_SIZES], grid, number ^ grid);
        for (unsigned k = 0; k < BLOCK_SIZES; k++) {
            add_n(all, blocks[k], number);
            add_n(all, blocks[k], (uint64_t)number * blocks[k] + grid);
            if (number % blocks[k] == 0) {
                add_n(all, blocks[k], number / blocks[k]);
                add_grid(all, blocks[k], number / blocks[k]);
            }
        }
        for (unsigned other = 0; other < named->count; other++)
            for (unsigned k = 0; k < (other < named->unusual ? BLOCK_SIZES : 1); k++)
                add_named(all, blocks[(other + k) % BLOCK_SIZES], named_size(named->numbers[other]),
                          number);
    }
    for (size_t i = 0; i < count; i++) {
        add_n(all, blocks[i % BLOCK_SIZES], combined[i]);
        add_grid(all, blocks[(i + 1) % BLOCK_SIZES], combined[i]);
    }
    /* a block's trips */
    for (unsigned i = 0; i < named->unusual; i++)
        add_named(all, SMALL_BLOCK, 1,
                  (named_size(named->numbers[i]) + 1ull) * OF_THREAD * SMALL_BLOCK);
    /* last, since one such grid takes as many threads as all else */
    for (unsigned i = 0; i < named->unusual; i++)
        for (unsigned k = 0; k < BLOCK_SIZES; k++)
            if (named_size(named->numbers[i]) > blocks[k])
                add_grid(all, blocks[k], named_size(named->numbers[i]) - blocks[k]);
}

/* What comes last, since it may be much: n with certain remainders, and a part of a product. */
static void add_parts(struct further *all, const struct named *named, const unsigned *blocks)
{
    uint64_t combined[COMBINED_MOST];
    size_t count = with_remainders(named, FEW + 1, NUMBERS_OF_TEST, combined);

    for (size_t i = 0; i < count; i++)
        add_n(all, blocks[i % BLOCK_SIZES], combined[i]);
    for (unsigned i = 0; i < named->unusual; i++)
        for (unsigned k = 0; k < BLOCK_SIZES; k++)
            add_product(all, blocks[k], named_size(named->numbers[i]));
}

/* A few blocks of a grid, none of them the last. In the largest grids most have no numbers. */
static void add_tickets_of(struct further *all, unsigned choice, unsigned grid)
{
    size_t busy = grid < BUSY ? grid : BUSY;
    struct run_case it = on_a_walk(SMALL_BLOCK, OF_THREAD * SMALL_BLOCK * busy);

    it.grid = grid;
    it.chosen = DRAWN_BLOCKS;
    it.choice = choice;
    it.by_chance = 1;
    all->cases[all->count++] = it;
}

/*
 * Grids of just more blocks than some bits count: a ticket that is kept in so few bits is taken for
 * the last one. And one of so many that a float takes the last tickets for one another.
 */
static void add_tickets(struct further *all)
{
    unsigned bits = 8, more = draw_between(all->draw, 17, 24);

    for (; bits <= 16; bits++)
        add_tickets_of(all, NONE_LAST,
                       (1u << bits) + draw_between(all->draw, 20, 1u << (bits - 1)));
    add_tickets_of(all, NONE_LAST, (1u << more) + draw_between(all->draw, 20, 1u << (more - 1)));
    /* the last ticket is one more than a multiple of four, which is the float for both */
    add_tickets_of(all, NEARLY_LAST, FLOATS_APART + 4 * draw_between(all->draw, 0, 1 << 21) + 2);
}

/*
 * More threads than 32 bits count, of which some blocks run: the number of a thread in the grid is
 * kept in as many bits as n. Each has one four, and none of the blocks is the last.
 */
static void add_threads(struct further *all)
{
    struct draw own = *all->draw; /* no other launch depends on it */
    unsigned block = LARGEST_BLOCK, more = draw_between(&own, 2, BUSY);
    unsigned grid = (unsigned)((1ull << 32) / block) + more;
    struct run_case it = on_a_walk(block, walked_part(block) * (size_t)grid);

    it.grid = grid;
    it.choice = NONE_LAST;
    all->cases[all->count++] = it;
}

/* All named numbers among the input, some of which cancel each other. */
static void add_inputs(struct further *all, const struct named *named)
{
    struct run_case it = {.n = draw_between(all->draw, 300, 900),
                          .block = SMALL_BLOCK,
                          .grid = draw_between(all->draw, 2, 5)};

    it.kind = NAMED;
    it.launches = NAMED_ALWAYS + named->count;
    all->cases[all->count++] = it;
    it.kind = NAMED_ALL;
    it.launches = 2;
    all->cases[all->count++] = it;
    it.kind = PAIRS;
    all->cases[all->count++] = it;
}

size_t draw_named_of_total(const struct exercise *exercise, const struct named *named,
                           struct draw *draw, struct run_case cases[FAR_CASES_MOST])
{
    struct further all = {.draw = draw, .cases = cases, .offset = draw_between(draw, 0, 3)};
    unsigned blocks[BLOCK_SIZES];

    draw_blocks(draw, blocks);
    add_inputs(&all, named);
    if (exercise->shape->launched == 1)
        add_tickets(&all);
    add_threads(&all);
    add_related(&all);
    add_spread(&all);
    for (unsigned i = 0; i < BLOCK_SIZES; i++) /* the steps' own grids, at each block size */
        cases[all.count++] = on_a_walk(blocks[i], draw_between(draw, 2000000, 3200000));
    for (unsigned i = 0; i < named->unusual; i++)
        for (unsigned k = 0; k < BLOCK_SIZES; k++)
            add_product_with_threads(&all, blocks[k], named_size(named->numbers[i]));
    add_unusual(&all, named, blocks);
    for (unsigned i = 0; i < named->count; i++) {
        unsigned number = named_size(named->numbers[i]), block = blocks[i % BLOCK_SIZES];
        unsigned most = i < named->unusual ? THREADS_OF_UNUSUAL : THREADS_OF_TEST;

        add_n(&all, block, number);
        if ((uint64_t)number * SMALL_BLOCK <= FULL_GRID)
            add_grid(&all, number * block <= most ? block : SMALL_BLOCK, number);
        if (i < named->unusual && number > GRID_BESIDE) { /* more blocks, or threads, than that */
            add_grid(&all, SMALL_BLOCK, (uint64_t)number + 1);
            add_grid(&all, SMALL_BLOCK, number / SMALL_BLOCK + 1);
        }
    }
    add_parts(&all, named, blocks);
    add_by_chance(&all);
    add_sums_by_chance(&all);
    return all.count;
}

/*
 * In small grids all blocks run: which of them has the numbers beside whole fours is not known.
 * Where there are none, one runs among many others, whose number is any; of many numbers there are
 * always none.
 */
size_t draw_any_of_total(const struct exercise *exercise, const struct named *named,
                         struct draw *draw, struct run_case cases[ANY_CASES_MOST])
{
    enum { MANY = 150, ALL = 600, GRID_MOST = 300, TRIPS = 4, NUMBERS_OF_MANY = 2000 };
    enum { BLOCKS_MET = 60 }; /* that all run, so that how they meet is seen and checked */
    unsigned sizes[SIZES_MOST], many = 2;
    size_t drawn = draw_any_sizes(named, MANY, ALL, NUMBERS_OF_ANY, draw, sizes), count = 0;

    (void)exercise;
    for (size_t i = 0; i < drawn; i++) {
        unsigned least = sizes[i] / (TRIPS * OF_THREAD * SMALL_BLOCK) + 1;
        struct run_case it = on_a_walk(SMALL_BLOCK, sizes[i]);

        it.n = sizes[i];
        it.chosen = sizes[i] % 4 == 0;
        if (!it.chosen && it.n > NUMBERS_OF_ALL)
            continue;
        it.grid = it.chosen && i % 3 > 0 && least < many ? many : least + draw_between(draw, 0, 1);
        if (!it.chosen && i % 4 == 1 && it.n <= NUMBERS_OF_MANY)
            it.grid = draw_between(draw, least + 1, BLOCKS_MET);
        many = !it.chosen || i % 3 == 0 ? many : many < GRID_MOST ? many + 1 : 2;
        if (it.grid == 1) /* it meets no other, and may leave the total alone */
            it.chosen = 0;
        it.by_chance = 1;
        cases[count++] = it;
    }
    return count;
}

/* A trip of a given number of blocks. */
static void add_beside(struct further *all, unsigned block, uint64_t grid)
{
    if (grid < 2 || grid > GRID_BESIDE)
        return;
    if (grid * block * OF_THREAD > NUMBERS_COUNTED)
        block = SMALL_BLOCK;
    for (size_t i = 0; i < all->count; i++)
        if (all->cases[i].grid == grid && all->cases[i].block == block)
            return;
    all->cases[all->count++] = (struct run_case){.n = grid * block * OF_THREAD,
                                                 .block = block,
                                                 .grid = (unsigned)grid,
                                                 .launches = 1,
                                                 .kind = ANY,
                                                 .counting = WHOLE};
}

size_t draw_beside_of_total(const struct exercise *exercise, const struct named *named,
                            struct draw *draw, struct run_case cases[BESIDE_MOST])
{
    struct further all = {.draw = draw, .cases = cases};
    unsigned blocks[BLOCK_SIZES];

    (void)exercise;
    draw_blocks(draw, blocks);
    for (unsigned i = 0; i < named->unusual; i++) {
        uint64_t number = named_size(named->numbers[i]);

        for (unsigned k = 0; k < 3; k++)
            add_beside(&all, blocks[(i + k) % BLOCK_SIZES], number + k - 1);
        unsigned block = blocks[(i + 3) % BLOCK_SIZES];

        add_beside(&all, block, number / (OF_THREAD * block) + 1);
        if (number > FEW && number <= NUMBERS_COUNTED)
            cases[all.count++] = (struct run_case){
                .n = number, .block = block, .grid = 2, .launches = 1, .counting = UNEVEN};
    }
    return all.count;
}
