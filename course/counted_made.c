/*
 * Whether the limits of course/rules.c are kept in a launch that is made for its sum: of any n and
 * grid, of all blocks or of chosen ones. Where all of these have all their numbers, from a multiple
 * of 16 bytes on, the limits are those of a WHOLE launch; else those that hold for any launch, with
 * room for ends.
 */
#include <math.h>
#include <string.h>

#include "counted_else.h"
#include "grading.h"
#include "measures.h"
#include "rules.h"
#include "shapes/shape.h"

enum {
    ENDS = 4, /* loads more for each block, whose numbers may begin and end anywhere */
    WARP = 32,
    FOURS_OF_WARP = 128 /* numbers that a load fetches */
};

/* Loads touch five sectors for four where the numbers begin anywhere. */
static const double ROOM = 1.25;

/* The parts of a launch that were made. */
struct made {
    struct run_case of_read;  /* as if the numbers that its blocks read were all */
    struct run_case of_share; /* with no more numbers than these, for limits on shares */
    unsigned place;           /* of its first kernel among all that were launched */
    unsigned blocks, full;    /* that have run; and have all numbers that a block can have */
    double numbers;           /* that a kernel may load, of those that lack some twice as many */
    int is_whole;             /* no block lacks numbers, and fours of them are whole */
    int is_on_walk;           /* each block has parts all over the input */
};

/* How many numbers the blocks of a walk meet. */
static size_t numbers_on_walk(const struct run_case *it, unsigned grid)
{
    size_t part = walked_part(it->block), rounds = it->n / (part * grid), count = 0;
    size_t rest = it->n % (part * grid);

    if (it->chosen == 0)
        return it->n;
    for (unsigned i = 0; i < it->chosen; i++) {
        size_t first = it->blocks[i] * part, last = rest < first ? 0 : rest - first;

        count += rounds * part + (last < part ? last : part);
    }
    return count;
}

/*
 * A kernel may load what a block that lacks numbers has twice, where the lanes of a warp part; or
 * have the threads past the end load the last number.
 */
static double loaded_of_lacking(const struct exercise *exercise, size_t numbers, size_t of_block)
{
    double in_warps = (double)(numbers + (size_t)WARP * exercise->data_blocks);

    return fmax((double)of_block, 2 * fmin((double)of_block, in_warps));
}

/* Stores what the blocks read that have a part to themselves; returns how many numbers. */
static size_t look_at_blocks(const struct exercise *exercise, const struct run_case *it,
                             struct made *made)
{
    size_t of_block = exercise->shape->work->of_block(exercise, it), read = 0;

    for (unsigned i = 0; i < made->blocks; i++) {
        size_t first = (it->chosen > 0 ? it->blocks[i] : i) * of_block;
        size_t last = first >= it->n ? 0 : it->n - first;

        if (last >= of_block) {
            made->full++;
            read += of_block;
            made->numbers += (double)of_block * (it->offset > 0 ? ROOM : 1);
        } else if (last > 0) {
            read += last;
            made->numbers += loaded_of_lacking(exercise, last, of_block);
        }
    }
    return read;
}

/* Whether the numbers of all blocks are whole fours in whole parts. */
static int are_whole(const struct exercise *exercise, const struct run_case *it,
                     const struct made *made)
{
    int are_rows = exercise->shape->work->unit != NULL;
    size_t of_trip = exercise->shape->work->of_block(exercise, it) * grid_of(exercise, it);

    if (it->offset > 0)
        return 0;
    if (made->is_on_walk)
        return it->n % of_trip == 0;
    return made->full == made->blocks && (!are_rows || it->columns % FOURS_OF_WARP == 0);
}

static struct made look_at(const struct exercise *exercise, const struct run_case *it,
                           unsigned place)
{
    struct made made = {.of_read = *it,
                        .place = place,
                        .blocks = blocks_run(exercise, it),
                        .is_on_walk = exercise->judge_each != NULL};
    unsigned grid = grid_of(exercise, it);
    size_t of_block = exercise->shape->work->of_block(exercise, it), read;

    if (made.is_on_walk) {
        read = numbers_on_walk(it, grid);
        made.full = it->chosen > 0            ? (it->n >= of_block * grid ? made.blocks : 0)
                    : it->n / of_block < grid ? (unsigned)(it->n / of_block)
                                              : grid;
        made.numbers = ROOM * (double)read;
        made.of_read.n = read;
    } else {
        read = look_at_blocks(exercise, it, &made);
        /* loads of parts that lack numbers may be as many */
        made.of_read.n = (read + of_block - 1) / of_block * of_block;
    }
    made.is_whole = are_whole(exercise, it, &made);
    made.of_read.grid = grid;
    made.of_share = made.of_read;
    made.of_share.n = read;
    made.of_share.counting = LACKING;
    if (made.is_whole) {
        made.of_read.counting = WHOLE;
        return made;
    }
    made.of_read.counting = UNEVEN;
    made.of_read.n += (size_t)ENDS * FOURS_OF_WARP * made.blocks;
    return made;
}

/* The degree of conflicts of loads or of stores: NAN where there are none, or where barriers that
 * are objects have their own. */
static double conflicts(const struct phases *phases, unsigned place, int are_loads)
{
    double requests =
        phase_sum(phases, place, are_loads ? "shared_load_requests" : "shared_store_requests");
    double wavefronts =
        phase_sum(phases, place, are_loads ? "shared_load_wavefronts" : "shared_store_wavefronts");

    return requests > 0 && phase_sum(phases, place, "meetings") == 0 ? wavefronts / requests : NAN;
}

/* What a rule is about, or NAN where phases do not tell. */
static double value_of(const struct phases *phases, const struct rule *rule,
                       const struct made *made)
{
    const char *name = rule->counter;
    int is_store = strstr(name, "store") != NULL;
    int is_met = phase_sum(phases, made->place, "meetings") > 0;

    if (strcmp(name, "numbers_in_a_row") == 0) /* it asks for barriers */
        return NAN;
    if (strstr(name, "_conflicts") != NULL)
        return made->is_whole ? conflicts(phases, made->place, !is_store) : NAN;
    if (is_store && (!made->is_whole || is_met)) /* many of which show nothing serial */
        return NAN;
    double value = measure(phases, made->place, made->blocks, NAN, name);

    return isnan(value) ? phase_sum(phases, made->place, name) : value;
}

/*
 * How many times as many loads of a lane one row may take as another: of four numbers each, or,
 * where it begins or ends beside whole fours, up to six of one number.
 */
static double loads_of_rows(const struct exercise *exercise, const struct run_case *it)
{
    int are_rows = exercise->shape->work->unit != NULL;

    return are_rows ? 1 + 4 * 4.5 / it->columns : 1;
}

/* Whether a value is at most the limit of a rule; else says so. */
static int is_at_most(const struct rule *rule, double value, double limit, FILE *details)
{
    if (value <= limit + 1e-9)
        return 1;
    fprintf(details, "    BAD     %s: %s is %g, at most %g\n", rule->meaning, rule->counter, value,
            limit);
    return 0;
}

/*
 * Whether no warp and no block has much more than the others. Of chosen blocks one may have loaded
 * the sums of all others, too.
 */
static int is_share_kept(const struct subject *subject, const struct rule *rule,
                         const struct made *made, FILE *details)
{
    const struct exercise *exercise = subject->exercise;
    const struct run_case *it = made->is_whole ? &made->of_read : &made->of_share;
    int is_known = made->of_share.chosen == 0 || rule->unit != FOR_SHARE_AND_SUMS;

    if (!rule_is_meant_for(rule, exercise, LACKING) || !is_known || made->of_share.n == 0)
        return 1;
    return is_at_most(
        rule, share(&subject->phases, made->place, made->blocks, it->block / WARP, rule->counter),
        rule_limit(rule, exercise, it, made->blocks) *
            (made->is_whole ? 1 : loads_of_rows(exercise, it)),
        details);
}

/* How many sums of other blocks chosen ones load, which are the last of a single kernel. */
static double sums_of_others(const struct exercise *exercise, const struct made *made)
{
    int are_loaded = made->is_on_walk && exercise->shape->launched == 1 && made->of_read.chosen > 0;

    return are_loaded ? made->of_read.grid : 0;
}

/* Whether a limit for each number is meant for launches that are not whole. */
static int is_for_any_numbers(const struct rule *rule, const struct exercise *exercise)
{
    int are_rows = exercise->shape->work->unit != NULL;

    return rule_is_meant_for(rule, exercise, LACKING) ||
           (are_rows && rule_is_meant_for(rule, exercise, WHOLE) &&
            strcmp(rule->counter, "global_load_sectors") == 0);
}

/* Whether no more is loaded than the blocks' numbers ask for, and some at their ends. */
static int is_number_kept(const struct subject *subject, const struct rule *rule,
                          const struct made *made, FILE *details)
{
    const struct exercise *exercise = subject->exercise;
    double value = phase_sum(&subject->phases, made->place, rule->counter), ends = made->blocks;

    if (!is_for_any_numbers(rule, exercise) || isnan(value) || made->of_share.n == 0)
        return 1;
    if (exercise->shape->work->unit != NULL) /* each row has ends of its own */
        ends = 2.0 * (double)(made->of_share.n / made->of_share.columns);
    double sums =
        rule_is_of_sums(rule) ? 2.0 * made->blocks + 1 + sums_of_others(exercise, made) : 0;

    return is_at_most(rule, value, rule->limit * made->numbers + ENDS * ends + sums, details);
}

/* What the limit leaves room for beside the numbers. */
static double room_for_sums(const struct rule *rule, const struct exercise *exercise,
                            const struct made *made)
{
    enum { AT_ONCE = 8 }; /* sums that a warp loads, at least */
    double sums = sums_of_others(exercise, made);

    if (rule->unit == FOR_EACH_SHIFTED_LOAD && sums > 0)
        return sums / AT_ONCE + made->of_read.block / WARP;
    return rule_is_of_sums(rule) ? sums : 0;
}

/* Whether a limit is kept. Blocks that lack numbers may leave out work. */
static int is_rule_kept(const struct subject *subject, const struct rule *rule,
                        const struct made *made, FILE *details)
{
    const struct exercise *exercise = subject->exercise;
    int is_least = rule->bound == AT_LEAST;

    if (rule_is_of_shares(rule))
        return is_share_kept(subject, rule, made, details);
    if (!made->is_whole && rule_is_of_numbers(rule))
        return is_number_kept(subject, rule, made, details);
    double value = value_of(&subject->phases, rule, made);
    double limit =
        rule_limit(rule, exercise, &made->of_read, is_least ? made->full : made->blocks) +
        room_for_sums(rule, exercise, made);

    if (!rule_is_meant_for(rule, exercise, made->of_read.counting) || isnan(value) ||
        (is_least && (made->full == 0 || value >= limit - 1e-9)))
        return 1;
    if (!is_least)
        return is_at_most(rule, value, limit, details);
    fprintf(details, "    BAD     %s: %s is %g, at least %g\n", rule->meaning, rule->counter, value,
            limit);
    return 0;
}

int is_idea_in_made(struct subject *subject, const struct run_case *it, unsigned place,
                    FILE *details)
{
    const struct exercise *exercise = subject->exercise;
    struct made made = look_at(exercise, it, place);
    int is_kept = 1;

    for (size_t i = 0; i < rule_count; i++)
        is_kept &= is_rule_kept(subject, &rules[i], &made, details);
    if (exercise->judge_each != NULL)
        is_kept &= exercise->judge_each(subject, &made.of_read, place / exercise->shape->launched,
                                        details);
    return is_kept;
}
