/*
 * A sum for each block, in 32 bits: the host adds up the sums of the blocks that have run.
 */
#include "../kernel_names.h"
#include "launcher.h"
#include "shapes.h"

enum {
    COUNTED_N = 4096,
    COUNTED_BLOCK = 512,
    BEYOND = 1 << 24, /* from here on a float does not know all whole numbers */
    MANY_BLOCKS = (1 << 16) + 4,
    SMALL_BLOCK = 64,
    AT_ENDS = 2
};

static const struct run_case few[] = {{.n = 1, .block = 512, .kind = PEAK},
                                      {.n = 2, .block = 64, .kind = PEAK},
                                      {.n = 3, .block = 128},
                                      {.n = 9, .block = 64, .kind = PEAK}};

static const struct run_case odd[] = {
    {.n = 777, .block = 512, .kind = PEAK},
    {.n = 777, .block = 512}, /* other numbers, nothing else */
    {.n = 4097, .block = 512, .offset = 1},
    {.n = 1023, .block = 64, .offset = 3},
    {.n = 3 * 512 + 1, .block = 256, .offset = 2},
    {.n = 5 * 512 - 1, .block = 256},
    {.filled_blocks = 3, .missing = 64 - 5, .block = 64},
    {.filled_blocks = 3, .missing = 1, .block = 128},
};

static const struct run_case large[] = {{.n = 70001, .block = 512, .offset = 1},
                                        {.n = 131072, .block = 64}};

static const struct run_case sizes[] = {{.n = 9001, .block = 64},
                                        {.n = 9001, .block = 128, .offset = 1},
                                        {.n = 9001, .block = 256, .offset = 2},
                                        {.n = 9001, .block = 512, .offset = 3},
                                        {.n = 9001, .block = 1024},
                                        {.n = 8192, .block = 1024}};

static const struct run_case clean[] = {
    {.n = 5001, .block = 256, .offset = 3},
    {.n = 8192, .block = 1024},
    {.n = 700, .block = 64},
    {.filled_blocks = 4, .missing = 64 - 5, .block = 64, .offset = 1},
    {.n = 2, .block = 64}};

/* How many numbers a block adds up. */
static unsigned chunk_of(const struct exercise *exercise, const struct run_case *it)
{
    return exercise->data_blocks * it->block;
}

/* The block size is also the template's. */
static void complete(const struct exercise *exercise, struct run_case *it)
{
    if (it->filled_blocks > 0)
        it->n = it->filled_blocks * chunk_of(exercise, it) - it->missing;
    it->template_block = it->block;
}

/*
 * In more blocks than 16 bits count. First for those blocks alone that are first and last; a kernel
 * that shares out the numbers among its blocks in another way is given all of them.
 */
static size_t beyond(const struct exercise *exercise, struct run_case cases[BEYOND_MOST])
{
    unsigned blocks = BEYOND / (SMALL_BLOCK * exercise->data_blocks) + 2 * AT_ENDS;

    cases[0] = (struct run_case){.filled_blocks = blocks < MANY_BLOCKS ? MANY_BLOCKS : blocks,
                                 .block = SMALL_BLOCK,
                                 .ends = AT_ENDS};
    cases[1] = cases[0];
    cases[1].ends = 0;
    return 2;
}

static unsigned grid(const struct exercise *exercise, const struct run_case *it)
{
    unsigned chunk = chunk_of(exercise, it);

    return (it->n + chunk - 1) / chunk;
}

static long long expected(const struct exercise *exercise, const struct run_case *it, unsigned seed)
{
    unsigned chunk = chunk_of(exercise, it), blocks = it->grid > 0 ? it->grid : grid(exercise, it);
    struct numbers numbers = {seed, it->kind, chunk, it->n};

    if (it->ends == 0)
        return sum_between(&numbers, 0, it->n);
    return sum_between(&numbers, 0, (size_t)it->ends * chunk) +
           sum_between(&numbers, (size_t)(blocks - it->ends) * chunk, it->n);
}

static struct run_case usual(const struct exercise *exercise)
{
    (void)exercise;
    return (struct run_case){
        .n = COUNTED_N, .block = COUNTED_BLOCK, .template_block = COUNTED_BLOCK, .launches = 1};
}

static struct run_case other(const struct exercise *exercise, unsigned seed)
{
    unsigned block = seed % 2 == 0 ? 128 : 256, blocks = 3 + seed / 2 % 7;

    return (struct run_case){.n = blocks * block * exercise->data_blocks,
                             .block = block,
                             .template_block = block,
                             .launches = 1};
}

const struct work sums_of_blocks = {
    .tests = {[SUM_ONE] = CASES(few),
              [SUM_ODD] = CASES(odd),
              [SUM_LARGE] = CASES(large),
              [SUM_BLOCKS] = CASES(sizes),
              [CLEAN] = CASES(clean)},
    .complete = complete,
    .beyond = beyond,
    .grid = grid,
    .expected = expected,
    .usual = usual,
    .other = other,
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
