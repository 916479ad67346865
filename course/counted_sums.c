/*
 * The end of a total: the blocks' sums are added up by the same kernel's last block, or by the
 * second of two kernels.
 */
#include <math.h>

#include "counted_else.h"
#include "grading.h"
#include "measures.h"
#include "shapes/shapes.h"

enum {
    WARP = 32,
    MANY_SUMS = 32, /* fewer are one load of a warp, as a rule */
    LONE_MOST = 4   /* loads of a lane alone: of the last sums */
};

/* Whether a value is within its limit; else reports it. */
static int is_kept(const char *meaning, const char *name, double value, double most, FILE *details)
{
    if (value <= most)
        return 1;
    fprintf(details, "    BAD     %s: %s is %g, at most %g\n", meaning, name, value, most);
    return 0;
}

/* However few sums there are: no lane loads one after the other by itself. */
static int are_loaded_together(const struct subject *subject, const struct run_case *launch,
                               unsigned launched, FILE *details)
{
    /* a last block has met at a barrier before it finds the others' sums; each may read the ticket
     */
    int is_last_block = subject->exercise->shape->launched == 1;
    unsigned first_phase = is_last_block ? 1 : 0, tickets = is_last_block ? launch->chosen : 0;

    return is_kept("the blocks' sums are loaded by many threads (loads of a lane by itself)",
                   "lone_loads", lone_loads(&subject->phases, launched, first_phase),
                   LONE_MOST + tickets, details);
}

int judge_many_sums(struct subject *subject, const struct run_case *launch, size_t place,
                    FILE *details)
{
    const struct phases *phases = &subject->phases;
    unsigned blocks = grid_of(subject->exercise, launch), warps = launch->block / 32;
    unsigned kernels = subject->exercise->shape->launched; /* the last one adds up the sums */
    unsigned launched = (unsigned)place * kernels + kernels - 1, adding = kernels > 1 ? 1 : blocks;
    double of_numbers = launch->n / 128.0;
    double trips = ceil((double)blocks / launch->block);

    if (launch->counting != WHOLE)
        of_numbers = shifted_loads_of_sums(launch, blocks);
    if (kernels > 1)
        of_numbers = 0;
    else if (phase_sum(phases, launched, "swaps") > 0)
        of_numbers += blocks; /* who draws by compare and swap may read the ticket first */

    if ((kernels > 1 || launch->chosen > 0) &&
        !are_loaded_together(subject, launch, launched, details))
        return 0;
    if (blocks < MANY_SUMS || launch->chosen > 0)
        return 1;
    return is_kept("the blocks' sums are loaded side by side, many at once", "global_loads",
                   measure(phases, launched, adding, 0, "global_loads"),
                   of_numbers + blocks / 8.0 + warps, details) &
           (kernels == 1 || /* the last block may leave them to a warp: all others are done */
            is_kept("all warps load the blocks' sums (numbers that one of them loads)",
                    "loads_of_a_warp", measure(phases, launched, adding, 0, "loads_of_a_warp"),
                    WARP * (trips + 1), details)) &
           is_kept("the blocks' sums are added up by many threads", "shared_atomics",
                   measure(phases, launched, adding, 0, "shared_atomics"),
                   (double)warps * (adding > 1 ? adding + 1 : 1), details) &
           is_kept("the blocks' sums are added up by many threads", "loads_between_barriers",
                   measure(phases, launched, adding, 0, "loads_between_barriers"), 15, details);
}
