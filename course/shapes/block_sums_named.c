/*
 * A sum for each block: launches with the numbers that a kernel's code names, and with numbers that
 * depend on each other.
 */
#include <limits.h>

#include "block_sums.h"

enum {
    DRAWN_NAMED = 6,
    DRAWN_BESIDE = 3,
    DRAWN_SPREAD = 2,
    LARGE = 1 << 13,           /* from here on a number may be a product */
    ALL_BESIDE = 12,           /* blocks of which all run */
    NUMBERS_BESIDE = 35000000, /* that device memory holds */
    FEW = 3,                   /* numbers, and blocks: a test of its own has them */
};

unsigned chunk_of(const struct exercise *exercise, unsigned block)
{
    return exercise->data_blocks * block;
}

/* Cases of blocks of one size. */
struct further {
    const struct exercise *exercise;
    struct draw *draw;
    struct run_case *cases;
    size_t count;
    unsigned offset; /* of the input, for offset_of_block */
};

static void add_n(struct further *all, unsigned block, uint64_t n)
{
    if (n <= FEW || n > INT_MAX || all->count == FAR_CASES_MOST)
        return;
    all->cases[all->count++] =
        (struct run_case){.n = n,
                          .block = block,
                          .chosen = n > NUMBERS_OF_TEST ? DRAWN_NAMED : 0,
                          .offset = n > NUMBERS_OF_TEST ? 0 : offset_of_block(all->offset, block),
                          .kind = draw_between(all->draw, 0, 1) ? LEVEL : PEAKS};
}

/* So many blocks, the last of which lacks some numbers. */
static void add_grid(struct further *all, unsigned block, uint64_t grid)
{
    unsigned chunk = chunk_of(all->exercise, block);

    if (grid <= FEW || grid > INT_MAX / chunk || all->count == FAR_CASES_MOST)
        return;
    add_n(all, block, grid * chunk - draw_between(all->draw, 0, block - 1));
    all->cases[all->count - 1].chosen = DRAWN_NAMED;
    all->cases[all->count - 1].offset = 0;
}

/*
 * The n for which n ^ blocks is the number, or 0 if there is none. As there are fewer blocks than
 * elements, each turn settles some more bits, from the highest on.
 */
static uint64_t with_grid(unsigned number, unsigned chunk)
{
    uint64_t n = number;

    for (unsigned turn = 0; turn < 32 && n > 0; turn++)
        n = number ^ ((n - 1) / chunk + 1);
    return n > 0 && (n ^ ((n - 1) / chunk + 1)) == number ? n : 0;
}

/*
 * What an unusual number may be a part of: the number of threads, that of blocks and their threads,
 * that of numbers and blocks, an index.
 */
static void add_unusual(struct further *all, unsigned block, unsigned number)
{
    unsigned chunk = chunk_of(all->exercise, block), blocks = number / (chunk + 1) + 1;

    if (number % block == 0)
        add_grid(all, block, number / block);
    if (number > block)
        add_grid(all, block, number - block);
    if (number > blocks)
        add_n(all, block, number - blocks);
    add_n(all, block, with_grid(number, chunk));
    add_n(all, block, (uint64_t)number + draw_between(all->draw, 1, chunk));
}

static void add_combined(struct further *all, const struct named *named, const unsigned *blocks)
{
    uint64_t combined[COMBINED_MOST];
    size_t count = combine_named(named, FEW + 1, INT_MAX, combined);

    for (size_t i = 0; i < count; i++) {
        add_n(all, blocks[i % BLOCK_SIZES], combined[i]);
        add_grid(all, blocks[(i + 1) % BLOCK_SIZES], combined[i]);
    }
}

static void add_remainders(struct further *all, const struct named *named, const unsigned *blocks)
{
    uint64_t combined[COMBINED_MOST];
    size_t count = with_remainders(named, FEW + 1, INT_MAX, combined);

    for (size_t i = 0; i < count; i++)
        add_n(all, blocks[i % BLOCK_SIZES], combined[i]);
}

/* As many blocks as threads of one, and twice as many; n that is a square, or a multiple of them.
 */
static void add_related(struct further *all)
{
    for (unsigned block = SMALL_BLOCK; block <= LARGEST_BLOCK; block *= 2) {
        add_grid(all, block, block);
        add_n(all, block, block * block);
    }
    add_grid(all, SMALL_BLOCK, 2 * SMALL_BLOCK);
    add_n(all, SMALL_BLOCK,
          draw_between(all->draw, 11, 39) * (chunk_of(all->exercise, SMALL_BLOCK) - 1));
}

/* n and grids of each length in bits, and of each number of bits that are set. */
static void add_spread(struct further *all)
{
    size_t first = all->count;

    for (unsigned bits = 1; bits <= 30; bits++) {
        unsigned block = SMALL_BLOCK << draw_between(all->draw, 0, 4);

        add_n(all, bits < 24 ? block : LARGEST_BLOCK,
              draw_bits(all->draw, bits, bits < 24 ? 24 : 31));
        add_n(all, bits < 20 ? block : LARGEST_BLOCK,
              draw_between(all->draw, 1u << bits, (2u << bits) - 1));
        if (bits <= 16)
            add_grid(all, block, draw_bits(all->draw, bits, 17));
    }
    for (size_t i = first; i < all->count; i++)
        if (all->cases[i].chosen > 0) {
            all->cases[i].chosen = DRAWN_SPREAD;
            all->cases[i].by_chance = 1;
        }
}

/* A product of n and the number of blocks, or of n and a block's threads. */
static void add_product(struct further *all, unsigned block, unsigned number)
{
    uint64_t chunk = chunk_of(all->exercise, block), grid = 1;

    if (number % block == 0)
        add_n(all, block, number / block);
    while (grid * grid * chunk < number)
        grid++;
    if (number % grid == 0 && (number / grid - 1) / chunk + 1 == grid)
        add_n(all, block, number / grid);
}

/* An n near the limit of an int, in small blocks: their number has a bit more than a float knows.
 */
static void add_most_blocks(struct further *all)
{
    add_n(all, SMALL_BLOCK, INT_MAX - draw_between(all->draw, 0, chunk_of(all->exercise, 64) - 1));
}

/* Some blocks, and so many numbers more or less. */
static void add_rest(struct further *all, unsigned block, unsigned number)
{
    unsigned chunk = chunk_of(all->exercise, block);

    if (number == 0 || number >= chunk)
        return;
    add_n(all, block, chunk * draw_between(all->draw, 1, 3) + number);
    add_n(all, block, chunk * draw_between(all->draw, 2, 4) - number);
}

/* Numbers of the input that are named: alone, each in each of the data blocks. */
static void add_inputs(struct further *all, const struct named *named)
{
    static const enum kind kinds[] = {NAMED_ALONE, NAMED, NAMED_ALL, PAIRS};

    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        int are_alone = kinds[i] == NAMED_ALONE;
        unsigned block = are_alone ? 64 : 64u << draw_between(all->draw, 0, 2);
        unsigned of_input = NAMED_ALWAYS + named->count;
        unsigned times = are_alone ? all->exercise->data_blocks : 1;

        all->cases[all->count++] =
            (struct run_case){.n = times * of_input * chunk_of(all->exercise, block),
                              .block = block,
                              .kind = kinds[i]};
    }
}

size_t draw_named_of_block_sums(const struct exercise *exercise, const struct named *named,
                                struct draw *draw, struct run_case cases[FAR_CASES_MOST])
{
    struct further all = {exercise, draw, cases, 0, draw_between(draw, 0, 3)};
    unsigned blocks[BLOCK_SIZES];

    draw_blocks(draw, blocks);
    add_inputs(&all, named);
    add_most_blocks(&all);
    add_related(&all);
    for (unsigned i = 1; i < exercise->data_blocks; i++) /* whole data blocks of the last block */
        add_n(&all, blocks[i % BLOCK_SIZES],
              blocks[i % BLOCK_SIZES] * (exercise->data_blocks * draw_between(draw, 0, 2) + i));
    for (unsigned i = 0; i < named->count; i++) {
        unsigned number = named_size(named->numbers[i]);
        unsigned times = named->count <= 12 || i < named->unusual ? BLOCK_SIZES : 1;

        for (unsigned k = 0; k < times; k++) {
            unsigned block = blocks[(i * times + k) % BLOCK_SIZES];

            add_n(&all, block, number);
            add_grid(&all, block, number);
            if (i < named->unusual)
                add_unusual(&all, block, number);
        }
        add_rest(&all, blocks[i % BLOCK_SIZES], number);
        add_rest(&all, SMALL_BLOCK, number);
        for (unsigned k = 0; k < BLOCK_SIZES && number > LARGE; k++)
            add_product(&all, blocks[k], number);
        if (number > INT_MAX / chunk_of(exercise, LARGEST_BLOCK)) /* many blocks must be small */
            add_grid(&all, SMALL_BLOCK, number);
        if (i + 1 == named->unusual)
            add_combined(&all, named, blocks);
    }
    add_remainders(&all, named, blocks);
    add_spread(&all);
    return all.count;
}

size_t draw_any_of_block_sums(const struct exercise *exercise, const struct named *named,
                              struct draw *draw, struct run_case cases[ANY_CASES_MOST])
{
    enum { MANY = 500, ALL = 1800 };
    unsigned sizes[SIZES_MOST];
    size_t count = draw_any_sizes(named, MANY, ALL, INT_MAX, draw, sizes);

    for (size_t i = 0; i < count; i++)
        cases[i] = (struct run_case){.n = sizes[i],
                                     .block = SMALL_BLOCK,
                                     .chosen = sizes[i] > chunk_of(exercise, SMALL_BLOCK),
                                     .by_chance = 1,
                                     .launches = 1};
    return count;
}

/* So many whole blocks; small ones, if memory does not hold their numbers. */
static void add_beside(struct further *all, unsigned block, uint64_t grid)
{
    if (grid * chunk_of(all->exercise, block) > NUMBERS_BESIDE)
        block = SMALL_BLOCK;
    uint64_t n = grid * chunk_of(all->exercise, block);

    if (grid < 2 || n > NUMBERS_BESIDE)
        return;
    for (size_t i = 0; i < all->count; i++)
        if (all->cases[i].n == n && all->cases[i].block == block)
            return;
    all->cases[all->count++] = (struct run_case){.n = n,
                                                 .block = block,
                                                 .chosen = grid > ALL_BESIDE ? DRAWN_BESIDE : 0,
                                                 .launches = 1,
                                                 .kind = PEAKS,
                                                 .counting = WHOLE};
}

size_t draw_beside_of_block_sums(const struct exercise *exercise, const struct named *named,
                                 struct draw *draw, struct run_case cases[BESIDE_MOST])
{
    struct further all = {exercise, draw, cases, 0, 0};
    unsigned blocks[BLOCK_SIZES];

    draw_blocks(draw, blocks);
    add_beside(&all, SMALL_BLOCK, MANY_BLOCKS + draw_between(draw, 0, 2000));
    add_beside(&all, blocks[0], 64 * draw_between(draw, 2, 60)); /* whole powers of two */
    for (unsigned i = 0; i < named->unusual; i++) {
        uint64_t number = named_size(named->numbers[i]);

        for (unsigned k = 0; k < 3; k++)
            add_beside(&all, blocks[(i + k) % BLOCK_SIZES], number + k - 1);
        unsigned block = blocks[(i + 3) % BLOCK_SIZES];

        add_beside(&all, block, number / chunk_of(exercise, block) + 1);
        if (number > FEW && number <= NUMBERS_BESIDE)
            cases[all.count++] =
                (struct run_case){.n = number,
                                  .block = block,
                                  .chosen = number > NUMBERS_OF_TEST ? DRAWN_BESIDE : 0,
                                  .launches = 1,
                                  .counting = UNEVEN};
    }
    return all.count;
}
