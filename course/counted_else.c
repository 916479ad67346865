/*
 * What is counted beside the launches that all limits hold for: at the end of the input, where the
 * input begins anywhere, where many sums are left to add up, and where a template's block size is
 * another than the launch's.
 */
#include <stdlib.h>

#include "counted_else.h"
#include "grading.h"
#include "measures.h"
#include "shapes/shape.h"

enum { MANY_SUMS = 100, BLOCK_OF_MANY = 64 };

/* Makes a launch; returns whether its sum is right, else reports the failure. */
static int is_counted(struct subject *subject, const char *name, const struct run_case *launch,
                      FILE *details)
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

/* Whether a value is within its limit; else reports it. */
static int is_kept(const char *meaning, const char *name, double value, double most, FILE *details)
{
    if (value <= most)
        return 1;
    fprintf(details, "    BAD     %s: %s is %g, at most %g\n", meaning, name, value, most);
    return 0;
}

static int is_kept_by_counter(const struct subject *subject, const char *meaning, const char *name,
                              const struct run_case *launch, double most, FILE *details)
{
    return is_kept(meaning, name, counted(subject, name, grid_of(subject->exercise, launch)), most,
                   details);
}

int judge_end(struct subject *subject, FILE *details)
{
    struct subject again = *subject;
    const struct work *work = subject->exercise->shape->work;
    struct run_case launch = work->usual(subject->exercise);

    launch.n -= 301;
    return is_counted(&again, "idea-end", &launch, details) &&
           is_kept_by_counter(
               &again,
               "nothing but sums is written to global memory, at the end of the input either",
               "global_store_requests", &launch,
               grid_of(subject->exercise, &launch) + work->further_stores, details);
}

int judge_shifted(struct subject *subject, FILE *details)
{
    struct subject again = *subject;
    const struct work *work = subject->exercise->shape->work;
    struct run_case launch = work->other(subject->exercise, subject->grading->seed);

    launch.offset = 1 + subject->grading->seed % 3;
    return is_counted(&again, "idea-shifted", &launch, details) &&
           is_kept_by_counter(
               &again, "a warp's load fetches 128 numbers, wherever in 16 bytes the first is",
               "global_load_requests", &launch,
               work->shifted_loads(&launch, grid_of(subject->exercise, &launch)), details);
}

/* The sums are added up by the same kernel's last block, or by the second of two kernels. */
int judge_many_sums(struct subject *subject, FILE *details)
{
    struct subject again = *subject;
    struct run_case launch = {.n = MANY_SUMS * BLOCK_OF_MANY * 16,
                              .block = BLOCK_OF_MANY,
                              .grid = MANY_SUMS,
                              .launches = 1,
                              .kind = ANY};
    size_t kernel = subject->exercise->shape->launched - 1; /* the last one adds up the sums */
    double of_numbers = kernel == 0 ? launch.n / 128.0 : 0, sums = MANY_SUMS / 8.0;
    double warps = BLOCK_OF_MANY / 32.0;

    if (!is_counted(&again, "idea-sums", &launch, details))
        return 0;
    return is_kept("the blocks' sums are loaded side by side, many at once", "global_load_requests",
                   csv_number(&again.counters, kernel, "global_load_requests"), of_numbers + sums,
                   details) &
           is_kept("the blocks' sums are added up by many threads", "shared_atomic_requests",
                   csv_number(&again.counters, kernel, "shared_atomic_requests"),
                   warps * (kernel == 0 ? MANY_SUMS : 1), details) &
           is_kept("the blocks' sums are added up by many threads", "loads_between_barriers",
                   measure(&again.phases, &again.counters, (unsigned)kernel,
                           kernel == 0 ? MANY_SUMS : 1, "loads_between_barriers"),
                   15, details);
}
