/*
 * A rough look at a step's idea in launches that are made for their sums: of any n and grid, most
 * with a last block that lacks numbers. A kernel may have one thread add up all where a condition
 * holds that no launch of course/counted.c meets: it has to hold for few n, grids and addresses, or
 * else a launch here meets it. Only those limits are judged that hold for any launch.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "counted_else.h"
#include "grading.h"
#include "measures.h"
#include "rules.h"
#include "shapes/shape.h"

int is_looked_at(const struct exercise *exercise, const struct run_case *it)
{
    /* where all meet, how chosen blocks add up what others have left */
    return it->chosen == 0 || exercise->shape->work->meeting == NULL || it->by_chance;
}

enum {
    ENDS = 4,           /* loads more for each block, whose numbers may begin and end anywhere */
    FOURS_OF_WARP = 128 /* numbers that a load fetches */
};

/* The parts of a launch that were made. */
struct made {
    struct run_case of_read;  /* as if the numbers that its blocks read were all */
    struct run_case of_share; /* with no more numbers than these, for limits on shares */
    unsigned place;           /* of its first kernel among all that were launched */
    unsigned blocks, full;    /* that have run; and have all numbers that a block can have */
};

static struct made look_at(const struct exercise *exercise, const struct run_case *it,
                           unsigned place)
{
    size_t of_block = exercise->shape->work->of_block(exercise, it), read = 0;
    struct made made = {
        .of_read = *it, .place = place, .blocks = blocks_run(exercise, it), .full = 0};

    for (unsigned i = 0; i < made.blocks; i++) {
        size_t first = (it->chosen > 0 ? it->blocks[i] : i) * of_block;

        made.full += first + of_block <= it->n;
        read += first >= it->n ? 0 : first + of_block <= it->n ? of_block : it->n - first;
    }
    if (exercise->judge_each == NULL) /* loads of parts that lack numbers may be as many */
        made.of_read.n = (read + of_block - 1) / of_block * of_block;
    made.of_read.n += (size_t)ENDS * FOURS_OF_WARP * made.blocks;
    made.of_read.grid = grid_of(exercise, it);
    made.of_read.counting = UNEVEN;
    made.of_share = made.of_read;
    made.of_share.n = exercise->judge_each == NULL ? read : it->n;
    made.of_share.counting = LACKING;
    return made;
}

/* What a rule is about, or NAN where phases do not tell. */
static double value_of(const struct phases *phases, const struct rule *rule,
                       const struct made *made)
{
    double value = measure(phases, made->place, made->blocks, NAN, rule->counter);

    if (strcmp(rule->counter, "numbers_in_a_row") == 0 || /* it asks for barriers */
        strstr(rule->counter, "store") != NULL)           /* many of which show nothing serial */
        return NAN;
    return isnan(value) ? phase_sum(phases, made->place, rule->counter) : value;
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
 * Whether no warp and no block has much more than the others. Of blocks that walk all over the
 * input, and were chosen, the shares are not known.
 */
static int is_share_kept(const struct subject *subject, const struct rule *rule,
                         const struct made *made, FILE *details)
{
    const struct exercise *exercise = subject->exercise;
    int is_known = exercise->judge_each == NULL || made->of_share.chosen == 0;

    if (!rule_is_meant_for(rule, exercise, LACKING) || !is_known || made->of_share.n == 0)
        return 1;
    return is_at_most(rule,
                      share(&subject->phases, made->place, made->blocks, made->of_share.block / 32,
                            rule->counter),
                      rule_limit(rule, exercise, &made->of_share, made->blocks) *
                          loads_of_rows(exercise, &made->of_share),
                      details);
}

/* Whether no more is loaded than whole blocks would load, and a few numbers for each block. */
static int is_number_kept(const struct subject *subject, const struct rule *rule,
                          const struct made *made, FILE *details)
{
    const struct exercise *exercise = subject->exercise;
    double value = phase_sum(&subject->phases, made->place, rule->counter);

    if (!rule_is_meant_for(rule, exercise, LACKING) || isnan(value) || made->of_share.n == 0)
        return 1;
    return is_at_most(rule, value,
                      rule_limit(rule, exercise, &made->of_share, made->blocks) +
                          (double)ENDS * made->blocks,
                      details);
}

/* Whether a limit is kept. Blocks that lack numbers may leave out work. */
static int is_rule_kept(const struct subject *subject, const struct rule *rule,
                        const struct made *made, FILE *details)
{
    const struct exercise *exercise = subject->exercise;
    int is_least = rule->bound == AT_LEAST;

    if (rule_is_of_shares(rule))
        return is_share_kept(subject, rule, made, details);
    if (rule->unit == FOR_EACH_NUMBER && exercise->judge_each == NULL)
        return is_number_kept(subject, rule, made, details);
    double value = value_of(&subject->phases, rule, made);
    double limit = rule_limit(rule, exercise, &made->of_read, is_least ? made->full : made->blocks);

    if (!rule_is_meant_for(rule, exercise, UNEVEN) || isnan(value) ||
        (is_least ? made->full == 0 || value >= limit - 1e-9 : value <= limit + 1e-9))
        return 1;
    fprintf(details, "    BAD     %s: %s is %g, %s %g\n", rule->meaning, rule->counter, value,
            is_least ? "at least" : "at most", limit);
    return 0;
}

static int is_idea_in(struct subject *subject, const struct run_case *it, unsigned place,
                      FILE *details)
{
    const struct exercise *exercise = subject->exercise;
    struct made made = look_at(exercise, it, place);
    int is_kept = 1;

    for (size_t i = 0;
         i < rule_count && (it->chosen == 0 || exercise->shape->work->meeting == NULL); i++)
        is_kept &= is_rule_kept(subject, &rules[i], &made, details);
    if (exercise->judge_each != NULL)
        is_kept &= exercise->judge_each(subject, &made.of_read, place / exercise->shape->launched,
                                        details);
    return is_kept;
}

/* Says which launch it is about. */
static char *text_about(const struct subject *subject, const struct run_case *it, char *judged)
{
    char *text, *kept;
    size_t bytes;
    FILE *file = open_memstream(&text, &bytes);

    fprintf(file, "            with ");
    subject->exercise->shape->work->print_size(it, file);
    fprintf(file, ", %u blocks, input %u past 16 bytes:\n%s", grid_of(subject->exercise, it),
            it->offset, judged);
    fclose(file);
    kept = new_text(subject->texts, "%s", text);
    free(text);
    return kept;
}

/* How many kernels a case launches: course/judge_total.c launches its first one's once more. */
static unsigned launched(const struct exercise *exercise, const struct run_case *it, size_t number)
{
    unsigned launches = it->launches > 0 ? it->launches : 1;

    if (exercise->judge_each != NULL && number == 0 && launches > 1)
        launches++;
    return launches * exercise->shape->launched;
}

void look_roughly(struct subject *subject, const char *name, const struct run_case *cases,
                  size_t count)
{
    const struct exercise *exercise = subject->exercise;
    const struct work *work = exercise->shape->work;
    struct subject again = *subject;
    unsigned place = 0;

    if (!read_phases(new_text(subject->texts, "%s-phases.csv", path_in(subject, name)),
                     &again.phases))
        return;
    for (size_t i = 0; i < count && is_right(&cases[i]) && subject->rough_text == NULL; i++) {
        const struct run_case *it = &cases[i];
        char *judged;
        size_t bytes;
        FILE *details = open_memstream(&judged, &bytes);
        int is_kept = work->is_idea_in != NULL ? work->is_idea_in(&again.phases, it, place, details)
                                               : is_idea_in(&again, it, place, details);

        fclose(details);
        if (!is_kept)
            subject->rough_text = text_about(subject, it, judged);
        free(judged);
        place += launched(exercise, it, i);
    }
    free(again.phases.rows);
}

int judge_roughly(struct subject *subject, FILE *details)
{
    if (!subject->is_named_made) /* where the test on their sums was not chosen */
        make_counted_beyond(subject);
    if (subject->rough_text != NULL)
        fputs(subject->rough_text, details);
    return subject->rough_text == NULL;
}
