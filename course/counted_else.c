/*
 * What is counted beside the launches that all limits hold for: at the end of the input, where the
 * input begins anywhere, where many sums are left to add up, and where a template's block size is
 * another than the launch's.
 */
#include <stdlib.h>

#include "grading.h"
#include "measures.h"

enum { MANY_SUMS = 100, BLOCK_OF_MANY = 64 };

/* Makes a launch; returns whether its sum is right, or says what is wrong. */
static int is_counted(struct subject *subject, const char *name,
                      const struct counted_launch *launch, FILE *details)
{
    char *text;
    size_t bytes;
    FILE *unread = open_memstream(&text, &bytes);
    int is_right = count_launch(subject, name, launch, unread);

    fclose(unread);
    if (!is_right)
        fputs(text, details);
    free(text);
    return is_right;
}

/* Whether a value is at most so much; else says so. */
static int is_kept(const char *meaning, const char *name, double value, double most, FILE *details)
{
    if (value <= most)
        return 1;
    fprintf(details, "    BAD     %s: %s is %g, at most %g\n", meaning, name, value, most);
    return 0;
}

static int is_kept_by_counter(const struct subject *subject, const char *meaning, const char *name,
                              const struct counted_launch *launch, double most, FILE *details)
{
    return is_kept(meaning, name, counted(subject, name, launch->blocks), most, details);
}

int judge_end(struct subject *subject, FILE *details)
{
    struct subject again = *subject;
    struct counted_launch launch = usual_launch(subject->exercise);

    launch.n -= 301;
    return is_counted(&again, "idea-end", &launch, details) &&
           is_kept_by_counter(
               &again,
               "nothing but sums is written to global memory, at the end of the input either",
               "global_store_requests", &launch,
               launch.blocks + (is_total(subject->exercise) ? 2 : 0), /* the total, the ticket */
               details);
}

int judge_shifted(struct subject *subject, FILE *details)
{
    struct subject again = *subject;
    struct counted_launch launch = other_launch(subject->exercise, subject->grading->seed);
    /* fours, and what stands before and behind them; of a row, of all numbers; the blocks' sums */
    double most = is_of_rows(subject->exercise) ? 4.0 * launch.n / COUNTED_COLUMNS
                                                : launch.n / 128.0 + 3 * launch.blocks;

    launch.offset = 1 + subject->grading->seed % 3;
    return is_counted(&again, "idea-shifted", &launch, details) &&
           is_kept_by_counter(
               &again, "a warp's load fetches 128 numbers, wherever in 16 bytes the first is",
               "global_load_requests", &launch, most, details);
}

/* What adds up the sums is the same kernel's last block, or the second of two kernels. */
int judge_many_sums(struct subject *subject, FILE *details)
{
    struct subject again = *subject;
    struct counted_launch launch = {
        .n = MANY_SUMS * BLOCK_OF_MANY * 16, .block = BLOCK_OF_MANY, .blocks = MANY_SUMS};
    size_t kernel = subject->exercise->launch == TWO_KERNELS ? 1 : 0;
    double of_numbers = kernel == 0 ? launch.n / 128.0 : 0, sums = MANY_SUMS / 8.0;
    double warps = BLOCK_OF_MANY / 32.0;

    if (!is_counted(&again, "idea-sums", &launch, details))
        return 0;
    return is_kept("the blocks' sums are loaded side by side, many at once", "global_load_requests",
                   csv_number(&again.counters, kernel, "global_load_requests"), of_numbers + sums,
                   details) &
           is_kept("the blocks' sums are added up by many threads", "shared_atomic_requests",
                   csv_number(&again.counters, kernel, "shared_atomic_requests"),
                   warps * (kernel == 0 ? launch.blocks : 1), details) &
           is_kept("the blocks' sums are added up by many threads", "loads_between_barriers",
                   measure(&again.phases, &again.counters, (unsigned)kernel,
                           kernel == 0 ? launch.blocks : 1, "loads_between_barriers"),
                   15, details);
}

/*
 * The kernel for blocks of b, launched with one block of 2 b: if it asks its template parameter,
 * it leaves out the first round, and with it what the second half of the threads has loaded. What
 * is left is known: the numbers of the first half, which lie one block apart by blockDim.x or by
 * the parameter.
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
    run_cases(subject, name, &larger, 1, NULL, ending);
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
 * The kernel for blocks of 2 b, launched with one block of b: its first round adds what nobody has
 * loaded, which is found, or is no sum.
 */
static int keeps(struct subject *subject, unsigned block, FILE *details)
{
    char ending[ENDING_BYTES], name[32];
    struct run_case smaller = {
        .n = block * subject->exercise->data_blocks, .block = block, .template_block = 2 * block};

    snprintf(name, sizeof name, "template-of-%u", 2 * block);
    if (!run_cases(subject, name, &smaller, 1, NULL, ending) || !is_right(&smaller))
        return 1;
    fprintf(details,
            "    BAD     the kernel for blocks of %u, launched with %u threads, has left out the "
            "round of stride %u: it asks for more than its template parameter\n",
            2 * block, block, block);
    return 0;
}

int judge_template(struct subject *subject, FILE *details)
{
    int asks = 1;

    for (unsigned block = 64; block <= 512 && asks; block *= 2)
        asks = leaves_out(subject, block, details) && keeps(subject, block, details);
    if (asks)
        fprintf(details, "    GOOD    rounds that a block size does not need are left out\n");
    return asks;
}
