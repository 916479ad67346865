/*
 * The idea of unrolled rounds: no function repeats them by calling itself. Counters show only what
 * the compiler has left of that: it may write out as many calls as there are rounds.
 */
#include "counted_else.h"
#include "grading.h"
#include "reached_code.h"

int judge_calls(struct subject *subject, FILE *details)
{
    int is_loop = is_repeated_by_calls(path_in(subject, "code.txt"), "sim_block_barrier");

    if (is_loop)
        fprintf(details, "    BAD     no loop over the strides: a function with a barrier calls "
                         "itself\n");
    return !is_loop;
}
