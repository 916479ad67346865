/*
 * A sum for each block, in 32 bits: the host adds up the sums of the blocks that have run.
 */
#include <limits.h>

#include "../kernel_names.h"
#include "block_sums.h"
#include "launcher.h"

/* Some blocks' chunks, as many as a test has numbers for. */
static unsigned draw_chunks(const struct exercise *exercise, struct draw *draw, unsigned block)
{
    unsigned chunk = chunk_of(exercise, block), most = NUMBERS_OF_TEST / chunk;

    return chunk * draw_between(draw, 1, most < 1 ? 1 : most);
}

static size_t draw_few(struct draw *draw, const unsigned *blocks, struct run_case *cases)
{
    unsigned least[] = {1, 2, 3, 4, 9}, most[] = {1, 2, 3, 8, 31};

    for (unsigned i = 0; i < 5; i++)
        cases[i] = (struct run_case){.n = draw_between(draw, least[i], most[i]),
                                     .block = blocks[i],
                                     .offset = draw_between(draw, 0, 3),
                                     .kind = i % 2 == 0 ? PEAK : LEVEL};
    /* fewer numbers than stand before the first multiple of 16 bytes */
    for (unsigned n = 1; n <= 2; n++)
        cases[4 + n] = (struct run_case){
            .n = n, .block = blocks[n], .offset = draw_between(draw, 1, 3 - n), .kind = LEVEL};
    return 7;
}

/* A last block that lacks numbers: of its own data blocks, of one of them, or one number. */
static size_t draw_odd(const struct exercise *exercise, struct draw *draw, const unsigned *blocks,
                       struct run_case *cases)
{
    for (unsigned i = 0; i < 10; i++) {
        unsigned block = blocks[i % BLOCK_SIZES], chunk = chunk_of(exercise, block);
        unsigned n = draw_chunks(exercise, draw, block);
        unsigned data_blocks = draw_between(draw, 0, exercise->data_blocks - 1);

        switch (i) {
        case 0: n = draw_size(draw, 2, chunk - 1); break;
        case 1: n = chunk + 1; break;     /* two blocks, whatever is drawn */
        case 2: n = 3 * chunk - 1; break; /* and three */
        case 3: n -= draw_between(draw, 1, 31); break;
        case 4: n = chunk * draw_between(draw, 1, 2) + block; break; /* whole data blocks */
        case 5: n += data_blocks * block + 1; break;
        case 6: n += (data_blocks + 1) * block - 1; break;
        case 7: n += data_blocks * block + draw_size(draw, 1, block - 1); break;
        case 8: n += draw_between(draw, 1, chunk - 1); break;
        default: n = chunk + draw_between(draw, 1, chunk - 1);
        }
        cases[i] = (struct run_case){.n = n,
                                     .block = block,
                                     .offset = draw_between(draw, 0, 3),
                                     .kind = i % 3 == 0   ? PEAK
                                             : i % 3 == 1 ? LEVEL
                                                          : PEAKS};
    }
    cases[10] = cases[9];
    cases[10].kind = cases[9].kind == LEVEL ? PEAKS : LEVEL; /* other numbers, nothing else */
    cases[11] = cases[8];
    cases[11].kind = PAIRS;
    return 12;
}

static size_t draw_large(const struct exercise *exercise, struct draw *draw, const unsigned *blocks,
                         struct run_case *cases)
{
    unsigned chunk = chunk_of(exercise, SMALL_BLOCK);

    cases[0] = (struct run_case){.n = draw_between(draw, (1 << 16) + 1, 90000),
                                 .block = blocks[0],
                                 .offset = draw_between(draw, 1, 3)};
    cases[1] = (struct run_case){.n = draw_between(draw, 110000, 160000) / chunk * chunk,
                                 .block = SMALL_BLOCK,
                                 .kind = PEAKS};
    return 2;
}

/* Each block size, with and without numbers that lack. */
static size_t draw_sizes(const struct exercise *exercise, struct draw *draw, const unsigned *blocks,
                         struct run_case *cases)
{
    static const enum kind kinds[] = {LEVEL, PEAKS, PAIRS};

    for (unsigned i = 0; i < 2 * BLOCK_SIZES; i++)
        cases[i] =
            (struct run_case){.n = i < BLOCK_SIZES ? draw_chunks(exercise, draw, blocks[i])
                                                   : draw_between(draw, 5001, NUMBERS_OF_TEST),
                              .block = blocks[i % BLOCK_SIZES],
                              .offset = draw_between(draw, 0, 3),
                              .kind = kinds[draw_between(draw, 0, 2)]};
    return 2 * BLOCK_SIZES;
}

/* One of each size, one of few numbers, and one whose last block has few. */
static size_t draw_clean(const struct exercise *exercise, struct draw *draw, const unsigned *blocks,
                         struct run_case *cases)
{
    for (unsigned i = 0; i < BLOCK_SIZES; i++)
        cases[i] = (struct run_case){.n = draw_size(draw, 600, 8192),
                                     .block = blocks[i],
                                     .offset = draw_between(draw, 0, 3)};
    cases[0].n = draw_chunks(exercise, draw, blocks[0]);
    cases[5] =
        (struct run_case){.n = draw_between(draw, 1, 3), .block = 64u << draw_between(draw, 0, 4)};
    cases[6] = (struct run_case){.n = 3 * chunk_of(exercise, 64) + draw_size(draw, 1, 31),
                                 .block = 64,
                                 .offset = draw_between(draw, 1, 3)};
    return 7;
}

static size_t draw_cases(const struct exercise *exercise, enum sum_test test, struct draw *draw,
                         struct run_case cases[CASES_MOST])
{
    unsigned blocks[BLOCK_SIZES];

    draw_blocks(draw, blocks);
    switch (test) {
    case SUM_ONE: return draw_few(draw, blocks, cases);
    case SUM_ODD: return draw_odd(exercise, draw, blocks, cases);
    case SUM_LARGE: return draw_large(exercise, draw, blocks, cases);
    case SUM_BLOCKS: return draw_sizes(exercise, draw, blocks, cases);
    default: return draw_clean(exercise, draw, blocks, cases);
    }
}

/* The block size is also the template's. */
static void complete(const struct exercise *exercise, struct run_case *it)
{
    (void)exercise;
    it->template_block = it->block;
}

/*
 * More blocks than 16 bits count, and more numbers than a float does; where all of them run, the
 * blocks alone are as many.
 */
static struct beyond beyond(const struct exercise *exercise, struct draw *draw)
{
    unsigned chunk = chunk_of(exercise, SMALL_BLOCK), least = BEYOND / chunk + 4;
    unsigned blocks = (least < MANY_BLOCKS ? MANY_BLOCKS : least) + draw_between(draw, 0, 2000);
    struct beyond it = {.some = {.n = blocks * chunk, .block = SMALL_BLOCK, .chosen = DRAWN_FAR}};

    it.whole = it.some;
    it.whole.chosen = 0;
    it.whole.n = (MANY_BLOCKS + draw_between(draw, 0, 2000)) * chunk;
    return it;
}

/* An n near the limit of an int, in large blocks. */
static struct run_case vast(const struct exercise *exercise, struct draw *draw)
{
    return (struct run_case){.n = INT_MAX - draw_between(draw, 0, chunk_of(exercise, 1024) - 1),
                             .block = LARGEST_BLOCK,
                             .chosen = DRAWN_VAST};
}

static unsigned grid(const struct exercise *exercise, const struct run_case *it)
{
    return (it->n - 1) / chunk_of(exercise, it->block) + 1;
}

static long long expected(const struct exercise *exercise, const struct run_case *it, unsigned seed,
                          struct block_sums *sums)
{
    unsigned chunk = chunk_of(exercise, it->block);
    unsigned blocks = it->chosen > 0 ? it->chosen : grid(exercise, it);
    struct numbers numbers = {seed, it->kind, chunk, it->n};

    *sums = (struct block_sums){0};
    for (unsigned i = 0; i < blocks; i++) {
        unsigned block = it->chosen > 0 ? it->blocks[i] : i;
        size_t first = (size_t)block * chunk, end = first + chunk;

        add_block_sum(sums, block, sum_between(&numbers, first, end < it->n ? end : it->n));
    }
    return sums->total;
}

static size_t of_block(const struct exercise *exercise, const struct run_case *it)
{
    return chunk_of(exercise, it->block);
}

static struct run_case usual(const struct exercise *exercise)
{
    (void)exercise;
    return (struct run_case){
        .n = COUNTED_N, .block = COUNTED_BLOCK, .template_block = COUNTED_BLOCK, .launches = 1};
}

/*
 * At each block size few blocks and many; half of the launches are whole, and one of these has one
 * block. Numbers are of all kinds, so that none tells that nobody counts.
 */
static size_t draw_counted(const struct exercise *exercise, struct draw *draw,
                           struct run_case cases[CASES_MOST])
{
    enum { COUNTED_KINDS = 5 };
    static const enum kind kinds[COUNTED_KINDS] = {LEVEL, BYTES, PEAKS, PAIRS, PEAK};
    unsigned blocks[BLOCK_SIZES], first_kind = draw_between(draw, 0, COUNTED_KINDS - 1);
    unsigned alone = 2 * draw_between(draw, 0, 2);

    draw_blocks(draw, blocks);
    for (unsigned i = 0; i < 2 * BLOCK_SIZES; i++) {
        unsigned block = blocks[i % BLOCK_SIZES], chunk = chunk_of(exercise, block);
        unsigned most = NUMBERS_COUNTED / chunk < 20 ? 20 : NUMBERS_COUNTED / chunk;
        unsigned grid = i == alone        ? 1
                        : i < BLOCK_SIZES ? draw_between(draw, 2, 19)
                                          : draw_size(draw, 20, most < 1200 ? most : 1200);
        struct run_case it = {.n = grid * chunk, .block = block, .launches = 1, .counting = WHOLE};

        /* of five at a time two or three are whole; of the others n is odd once, and even twice */
        if ((i % BLOCK_SIZES + i / BLOCK_SIZES) % 2 != 0)
            it.counting = i % 4 < 2 ? LACKING : SHIFTED;
        if (it.counting == SHIFTED)
            it.offset = draw_between(draw, 1, 3);
        if (it.counting == LACKING) { /* no block is without a part */
            it.n -= 2 * draw_between(draw, 1, chunk / 2 - 16) - (i < BLOCK_SIZES);
            it.offset = draw_between(draw, 0, 3);
        }
        it.kind = kinds[(i + i / BLOCK_SIZES + first_kind) % COUNTED_KINDS];
        cases[i] = it;
    }
    return 2 * BLOCK_SIZES;
}

const struct work sums_of_blocks = {
    .draw_cases = draw_cases,
    .complete = complete,
    .beyond = beyond,
    .vast = vast,
    .draw_named = draw_named_of_block_sums,
    .draw_any = draw_any_of_block_sums,
    .draw_beside = draw_beside_of_block_sums,
    .grid = grid,
    .expected = expected,
    .usual = usual,
    .draw_counted = draw_counted,
    .of_block = of_block,
    .shifted_loads = shifted_loads_of_sums,
    .print_size = print_size_of_sums,
    .words = &words_of_sums,
};

static int is_kernel(const char *kernel, const char *name, char *as, size_t bytes)
{
    snprintf(as, bytes, "0");
    return is_function(name, kernel, "(int*, int*, unsigned int)") ||
           is_function(name, kernel, "(int const*, int*, unsigned int)");
}

static void write_launcher(const char *kernel, FILE *file)
{
    begin_launcher(file);
    write_launch(kernel, file);
    end_launcher(file);
}

const struct shape block_sums = {
    .work = &sums_of_blocks,
    .host_program = "judge",
    .launched = 1,
    .kernels = 1,
    .is_kernel = is_kernel,
    .wanted = "",
    .write_launcher = write_launcher,
};
