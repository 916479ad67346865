#include "measures.h"

#include <math.h>
#include <string.h>

enum { WARPS_MOST = 32, PHASES_MOST = 1200 };

static int is_counted(const phase_row row)
{
    return row[OF_PHASE] < PHASES_MOST && row[OF_WARP] < WARPS_MOST;
}

/* The largest value of a column in any phase of any warp. */
static double largest(const struct phases *of, enum phase_column column)
{
    double most = 0;

    for (size_t i = 0; i < of->count; i++)
        if (is_counted(of->rows[i]))
            most = fmax(most, of->rows[i][column]);
    return most;
}

static double sum(const struct phases *of, enum phase_column column)
{
    double total = 0;

    for (size_t i = 0; i < of->count; i++)
        if (is_counted(of->rows[i]))
            total += of->rows[i][column];
    return total;
}

/* How many warps load from shared memory or exchange in each phase. */
static void count_warps(const struct phases *of, unsigned warps[PHASES_MOST])
{
    memset(warps, 0, PHASES_MOST * sizeof *warps);
    for (size_t i = 0; i < of->count; i++) {
        const unsigned *row = of->rows[i];

        if (is_counted(row))
            warps[row[OF_PHASE]] += row[SHARED_LOAD_REQUESTS] > 0 || row[EXCHANGES] > 0;
    }
}

static double warps_at_once(const struct phases *of)
{
    unsigned warps[PHASES_MOST], most = 0;

    count_warps(of, warps);
    for (unsigned phase = 0; phase < PHASES_MOST; phase++)
        most = warps[phase] > most ? warps[phase] : most;
    return most;
}

static double rounds(const struct phases *of, unsigned blocks)
{
    unsigned warps[PHASES_MOST], count = 0;

    count_warps(of, warps);
    for (unsigned phase = 0; phase < PHASES_MOST; phase++)
        count += warps[phase] > 0;
    return count + largest(of, EXCHANGES) / blocks;
}

/* What each warp, of all blocks, loads from global memory in the first of its phases: lanes. */
static void loads_of_warps(const struct phases *of, unsigned phases, double loaded[WARPS_MOST])
{
    memset(loaded, 0, WARPS_MOST * sizeof *loaded);
    for (size_t i = 0; i < of->count; i++)
        if (is_counted(of->rows[i]) && of->rows[i][OF_PHASE] < phases)
            loaded[of->rows[i][OF_WARP]] += of->rows[i][GLOBAL_LOAD_LANES];
}

static double most_of_a_warp(const struct phases *of)
{
    double loaded[WARPS_MOST], most = 0;

    loads_of_warps(of, PHASES_MOST, loaded);
    for (unsigned warp = 0; warp < WARPS_MOST; warp++)
        most = fmax(most, loaded[warp]);
    return most;
}

static double largest_share(const struct phases *phases, unsigned launch, unsigned blocks,
                            unsigned warps)
{
    struct phases of = phases_of(phases, launch);
    double total = sum(&of, GLOBAL_LOAD_LANES);

    if (total <= 0)
        return 0;
    return fmax(most_of_a_warp(&of) / (total / warps),
                largest(&of, BLOCK_LOAD_LANES_MOST) / (total / blocks));
}

/* The same of warps alone, of what they load before their first barrier. */
static double first_share(const struct phases *phases, unsigned launch, unsigned warps)
{
    struct phases of = phases_of(phases, launch);
    double loaded[WARPS_MOST], total = 0, most = 0;

    loads_of_warps(&of, 1, loaded);
    for (unsigned warp = 0; warp < WARPS_MOST; warp++) {
        total += loaded[warp];
        most = fmax(most, loaded[warp]);
    }
    return total > 0 && 2 * total >= sum(&of, GLOBAL_LOAD_LANES) ? most / (total / warps) : 0;
}

double share(const struct phases *phases, unsigned launch, unsigned blocks, unsigned warps,
             const char *name)
{
    return strcmp(name, "first_share") == 0 ? first_share(phases, launch, warps)
                                            : largest_share(phases, launch, blocks, warps);
}

double lone_loads(const struct phases *phases, unsigned launch, unsigned first_phase)
{
    enum { TOGETHER = 8 }; /* lanes of a load, at least */
    struct phases of = phases_of(phases, launch);
    double lone[WARPS_MOST] = {0}, most = 0;

    for (size_t i = 0; i < of.count; i++) {
        const unsigned *row = of.rows[i];
        double *it = &lone[row[OF_WARP] % WARPS_MOST];

        if (!is_counted(row) || row[OF_PHASE] < first_phase)
            continue;
        *it += row[GLOBAL_LOAD_REQUESTS] - row[GLOBAL_LOAD_LANES] / (double)TOGETHER;
        most = fmax(most, *it);
    }
    return most;
}

double most_taken(const struct phases *phases, unsigned launch, double *total)
{
    enum { MANY_LANES = 4 }; /* fewer draw tickets and leave values */
    struct phases of = phases_of(phases, launch);
    double taken[WARPS_MOST] = {0}, most = 0;

    *total = 0;
    for (size_t i = 0; i < of.count; i++) {
        const unsigned *row = of.rows[i];
        unsigned lanes = row[GLOBAL_ATOMIC_LANES];

        if (!is_counted(row) || lanes < MANY_LANES * row[GLOBAL_ATOMIC_REQUESTS])
            continue;
        taken[row[OF_WARP]] += lanes;
        *total += lanes;
        most = fmax(most, taken[row[OF_WARP]]);
    }
    return most;
}

/*
 * The requests by which a warp has filled its cells before its first barrier. What it has loaded
 * from shared memory by then is its own lanes': if hardly a lane is missing in its stores, each has
 * added to its own cell. In a tree whose pairs are apart fewer store than load.
 */
static unsigned fillings(const phase_row row)
{
    enum { LANES = 32 };
    unsigned requests = row[SHARED_STORE_REQUESTS];
    int is_alone = row[SHARED_LOAD_REQUESTS] == 0 && row[EXCHANGES] == 0;
    int is_whole = LANES * requests - row[SHARED_STORE_LANES] < LANES; /* where numbers end */

    return row[OF_PHASE] == 0 && (is_alone || is_whole) ? requests : 0;
}

static double tree_stores(const struct phases *of, unsigned blocks)
{
    double stores = sum(of, SHARED_STORE_REQUESTS);

    if (sum(of, MEETINGS) > 0) /* such objects are stored themselves, before the first barrier */
        return stores;
    for (size_t i = 0; i < of->count; i++)
        if (is_counted(of->rows[i]))
            stores -= fmax((double)fillings(of->rows[i]) - blocks, 0);
    return stores;
}

double measure(const struct phases *phases, unsigned launch, unsigned blocks, double barriers,
               const char *name)
{
    struct phases of = phases_of(phases, launch);
    double numbers = largest(&of, SHARED_LOAD_WORDS);

    if (strcmp(name, "warps_at_once") == 0)
        return warps_at_once(&of);
    if (strcmp(name, "rounds") == 0)
        return rounds(&of, blocks);
    if (strcmp(name, "loads_between_barriers") == 0)
        return largest(&of, SHARED_LOAD_REQUESTS) / blocks;
    if (strcmp(name, "numbers_between_barriers") == 0)
        return numbers / blocks;
    if (strcmp(name, "numbers_in_a_row") == 0)
        return fmax(numbers - 2 * barriers, 0) / blocks;
    if (strcmp(name, "rows_in_a_request") == 0)
        return (sum(&of, SHARED_LOAD_ROWS) + sum(&of, SHARED_STORE_ROWS)) /
               fmax(sum(&of, SHARED_LOAD_REQUESTS) + sum(&of, SHARED_STORE_REQUESTS), 1);
    if (strcmp(name, "loops") == 0)
        return sum(&of, REPEATS) / blocks;
    if (strcmp(name, "exchanges_in_a_row") == 0)
        return largest(&of, EXCHANGES) / blocks;
    if (strcmp(name, "shared_stores") == 0)
        return sum(&of, SHARED_STORE_LANES);
    if (strcmp(name, "global_loads") == 0)
        return sum(&of, GLOBAL_LOAD_REQUESTS);
    if (strcmp(name, "global_writes") == 0)
        return sum(&of, GLOBAL_STORE_REQUESTS) + sum(&of, GLOBAL_ATOMIC_REQUESTS) -
               sum(&of, FAILED_SWAPS);
    if (strcmp(name, "tree_stores") == 0)
        return tree_stores(&of, blocks);
    if (strcmp(name, "loads_of_a_warp") == 0)
        return most_of_a_warp(&of);
    if (strcmp(name, "shared_atomics") == 0)
        return sum(&of, SHARED_ATOMIC_REQUESTS);
    return NAN;
}

double phase_sum(const struct phases *phases, unsigned launch, const char *name)
{
    enum phase_column column =
        phase_column(strcmp(name, "warp_exchanges") == 0 ? "exchanges" : name);
    struct phases of = phases_of(phases, launch);

    return column < PHASE_COLUMNS ? sum(&of, column) : NAN;
}
