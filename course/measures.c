#include "measures.h"

#include <math.h>
#include <string.h>

enum { WARPS_MOST = 32, PHASES_MOST = 1200 };

static unsigned cell(const struct csv *phases, size_t row, const char *column)
{
    return (unsigned)csv_number(phases, row, column);
}

static int is_counted(const struct csv *phases, unsigned launch, size_t row)
{
    return cell(phases, row, "launch") == launch && cell(phases, row, "phase") < PHASES_MOST &&
           cell(phases, row, "warp") < WARPS_MOST;
}

/* The largest value of a column in any phase of any warp. */
static double largest(const struct csv *phases, unsigned launch, const char *column)
{
    double most = 0;

    for (size_t row = 0; row < phases->count; row++)
        if (is_counted(phases, launch, row))
            most = fmax(most, cell(phases, row, column));
    return most;
}

static double sum(const struct csv *phases, unsigned launch, const char *column)
{
    double total = 0;

    for (size_t row = 0; row < phases->count; row++)
        if (is_counted(phases, launch, row))
            total += cell(phases, row, column);
    return total;
}

/* How many warps load from shared memory or exchange in each phase. */
static void count_warps(const struct csv *phases, unsigned launch, unsigned warps[PHASES_MOST])
{
    memset(warps, 0, PHASES_MOST * sizeof *warps);
    for (size_t row = 0; row < phases->count; row++)
        if (is_counted(phases, launch, row)) {
            unsigned phase = cell(phases, row, "phase");

            warps[phase] +=
                cell(phases, row, "shared_load_requests") > 0 || cell(phases, row, "exchanges") > 0;
        }
}

static double warps_at_once(const struct csv *phases, unsigned launch)
{
    unsigned warps[PHASES_MOST], most = 0;

    count_warps(phases, launch, warps);
    for (unsigned phase = 0; phase < PHASES_MOST; phase++)
        most = warps[phase] > most ? warps[phase] : most;
    return most;
}

static double rounds(const struct csv *phases, unsigned launch, unsigned blocks)
{
    unsigned warps[PHASES_MOST], count = 0;

    count_warps(phases, launch, warps);
    for (unsigned phase = 0; phase < PHASES_MOST; phase++)
        count += warps[phase] > 0;
    return count + largest(phases, launch, "exchanges") / blocks;
}

static double largest_share(const struct csv *phases, unsigned launch, unsigned blocks)
{
    double loaded[WARPS_MOST] = {0}, most = 0, total = 0;
    unsigned warps = 0;

    for (size_t row = 0; row < phases->count; row++)
        if (is_counted(phases, launch, row)) {
            unsigned warp = cell(phases, row, "warp");

            loaded[warp] += cell(phases, row, "global_load_lanes");
            total += cell(phases, row, "global_load_lanes");
            warps = warp >= warps ? warp + 1 : warps;
            most = fmax(most, loaded[warp]);
        }
    if (total <= 0)
        return 0;
    double of_block = largest(phases, launch, "block_load_lanes_most");
    return fmax(most / (total / warps), of_block / (total / blocks));
}

/* The most that a warp loads: lanes. */
static double most_of_a_warp(const struct csv *phases, unsigned launch)
{
    double loaded[WARPS_MOST] = {0}, most = 0;

    for (size_t row = 0; row < phases->count; row++)
        if (is_counted(phases, launch, row)) {
            unsigned warp = cell(phases, row, "warp");

            loaded[warp] += cell(phases, row, "global_load_lanes");
            most = fmax(most, loaded[warp]);
        }
    return most;
}

double most_taken(const struct csv *phases, unsigned launch, double *total)
{
    enum { MANY_LANES = 4 }; /* fewer draw tickets and leave values */
    double taken[WARPS_MOST] = {0}, most = 0;

    *total = 0;
    for (size_t row = 0; row < phases->count; row++) {
        unsigned lanes = cell(phases, row, "global_atomic_lanes");

        if (!is_counted(phases, launch, row) ||
            lanes < MANY_LANES * cell(phases, row, "global_atomic_requests"))
            continue;
        unsigned warp = cell(phases, row, "warp");

        taken[warp] += lanes;
        *total += lanes;
        most = fmax(most, taken[warp]);
    }
    return most;
}

double measure(const struct csv *phases, unsigned launch, unsigned blocks, double barriers,
               const char *name)
{
    double numbers = largest(phases, launch, "shared_load_words");

    if (strcmp(name, "warps_at_once") == 0)
        return warps_at_once(phases, launch);
    if (strcmp(name, "rounds") == 0)
        return rounds(phases, launch, blocks);
    if (strcmp(name, "loads_between_barriers") == 0)
        return largest(phases, launch, "shared_load_requests") / blocks;
    if (strcmp(name, "numbers_between_barriers") == 0)
        return numbers / blocks;
    if (strcmp(name, "numbers_in_a_row") == 0)
        return fmax(numbers - 2 * barriers, 0) / blocks;
    if (strcmp(name, "rows_in_a_request") == 0)
        return (sum(phases, launch, "shared_load_rows") +
                sum(phases, launch, "shared_store_rows")) /
               fmax(sum(phases, launch, "shared_load_requests") +
                        sum(phases, launch, "shared_store_requests"),
                    1);
    if (strcmp(name, "largest_share") == 0)
        return largest_share(phases, launch, blocks);
    if (strcmp(name, "loops") == 0)
        return sum(phases, launch, "repeats") / blocks;
    if (strcmp(name, "exchanges_in_a_row") == 0)
        return largest(phases, launch, "exchanges") / blocks;
    if (strcmp(name, "shared_stores") == 0)
        return sum(phases, launch, "shared_store_lanes");
    if (strcmp(name, "global_loads") == 0)
        return sum(phases, launch, "global_load_requests");
    if (strcmp(name, "loads_of_a_warp") == 0)
        return most_of_a_warp(phases, launch);
    if (strcmp(name, "shared_atomics") == 0)
        return sum(phases, launch, "shared_atomic_requests");
    return NAN;
}
