/*
 * The idea of a template over the block size: its argument decides which rounds there are.
 */
#include <string.h>

#include "counted_else.h"
#include "grading.h"
#include "reached_code.h"
#include "symbols.h"

/*
 * The kernel for blocks of b, launched with one block of 2 b: if it asks its template parameter,
 * it leaves out the first round, and with it the numbers of the second half of the threads. The sum
 * of the first half's is known: they lie one block apart, by blockDim.x or by the parameter.
 */
static int is_half_sum(const struct subject *subject, const struct run_case *it, unsigned half)
{
    struct numbers numbers = {subject->grading->seed, it->kind,
                              subject->exercise->data_blocks * it->block, it->n};
    long long apart = 0, together = sum_between(&numbers, 0, it->n / 2);

    for (unsigned first = 0; first < it->n; first += it->block)
        apart += sum_between(&numbers, first, first + half);
    return it->sum == apart || it->sum == together;
}

static int leaves_out(struct subject *subject, unsigned block, FILE *details)
{
    char ending[ENDING_BYTES], name[32];
    struct run_case larger = {.n = 2 * block * subject->exercise->data_blocks,
                              .block = 2 * block,
                              .template_block = block};

    snprintf(name, sizeof name, "template-%u", block);
    run_cases(subject, &(struct run){.name = name}, &larger, 1, ending);
    if (larger.judged && larger.error == 0 && is_half_sum(subject, &larger, block))
        return 1;
    if (is_right(&larger))
        fprintf(details,
                "    BAD     the kernel for blocks of %u still has the round of stride %u\n", block,
                block);
    else
        fprintf(
            details,
            "    BAD     the kernel for blocks of %u, launched with %u threads, does not add up "
            "what its first %u have loaded: what it does hangs on more than its template "
            "parameter\n",
            block, 2 * block, block);
    return 0;
}

/*
 * The kernel for blocks of 2 b, launched with one block of b: its first round adds
 * uninitialised numbers, which the checks find, or the sum is wrong.
 */
static int keeps(struct subject *subject, unsigned block, FILE *details)
{
    char ending[ENDING_BYTES], name[32];
    struct run_case smaller = {
        .n = block * subject->exercise->data_blocks, .block = block, .template_block = 2 * block};

    snprintf(name, sizeof name, "template-of-%u", 2 * block);
    if (!run_cases(subject, &(struct run){.name = name}, &smaller, 1, ending) ||
        !is_right(&smaller))
        return 1;
    fprintf(details,
            "    BAD     the kernel for blocks of %u, launched with %u threads, has left out the "
            "round of stride %u: it asks for more than its template parameter\n",
            2 * block, block, block);
    return 0;
}

/* The code of the kernel for blocks of that size, in instructions. */
static size_t code_of(const struct subject *subject, const struct kernel_symbols *kernels,
                      unsigned block)
{
    char as[sizeof kernels->as[0]];

    snprintf(as, sizeof as, "course_kernel_%u", block);
    for (int i = 0; i < kernels->count; i++)
        if (strcmp(kernels->as[i], as) == 0)
            return reached_code(path_in(subject, "code.txt"), kernels->symbol[i]);
    return 0;
}

/*
 * The compiler has answered the questions if larger blocks' kernels have more code: one more round.
 * A copy of the parameter that the compiler may not look through is asked at run time.
 */
static int is_known_to_compiler(const struct subject *subject, FILE *details)
{
    struct symbols symbols;
    struct kernel_symbols kernels;
    int is_known = 1;

    if (!read_symbols(path_in(subject, "symbols.txt"), path_in(subject, "names.txt"), &symbols))
        is_known = 0;
    find_kernels(subject->exercise, &symbols, &kernels);
    for (unsigned block = 64; block <= 512 && is_known; block *= 2) {
        is_known = code_of(subject, &kernels, 2 * block) > code_of(subject, &kernels, block);
        if (!is_known)
            fprintf(details,
                    "    BAD     the kernel for blocks of %u has as much code as that for %u: it "
                    "asks for the block size at run time\n",
                    block, 2 * block);
    }
    free_symbols(&symbols);
    return is_known;
}

int judge_template(struct subject *subject, FILE *details)
{
    int asks = 1;

    for (unsigned block = 64; block <= 512 && asks; block *= 2)
        asks = leaves_out(subject, block, details) && keeps(subject, block, details);
    asks = asks && is_known_to_compiler(subject, details);
    if (asks)
        fprintf(details, "    GOOD    rounds that a block size does not need are left out\n");
    return asks;
}
