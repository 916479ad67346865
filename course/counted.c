/*
 * The test of a step's idea, by counters.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grading.h"
#include "measures.h"
#include "rules.h"
#include "shapes/shape.h"

int count_launch(struct subject *subject, const char *name, const struct run_case *launch,
                 FILE *details)
{
    const char *place = path_in(subject, name);
    char *set_counters = new_text(subject->texts, "SIM_CSV=%s-counters.csv", place);
    char *set_phases = new_text(subject->texts, "SIM_PHASES_CSV=%s-phases.csv", place);
    const char *counters = strchr(set_counters, '=') + 1, *phases = strchr(set_phases, '=') + 1;
    char ending[ENDING_BYTES], *settings[] = {set_counters, set_phases, NULL};
    struct run_case counted = *launch;

    unlink(counters);
    unlink(phases);
    if (!run_cases(subject, name, &counted, 1, settings, ending))
        quote_findings(subject, name, details);
    if (!report_cases(subject, &counted, 1, ending, details))
        return 0;
    /* judged is the first kernel: the second of two is given */
    if (!csv_read(counters, &subject->counters) || !csv_read(phases, &subject->phases) ||
        subject->counters.count != subject->exercise->shape->launched ||
        csv_number(&subject->counters, 0, "launches") != 1) {
        fprintf(details, "    MISSING counters of one launch\n");
        return 0;
    }
    if (counted.idle > 0) {
        fprintf(details,
                "    BAD     each block has a part of the numbers: blocks that leave 0: %u\n",
                counted.idle);
        return 0;
    }
    return 1;
}

double counted(const struct subject *subject, const char *name, unsigned blocks)
{
    return csv_text(&subject->counters, 0, name) != NULL
               ? csv_number(&subject->counters, 0, name)
               : measure(&subject->phases, &subject->counters, 0, blocks, name);
}

static int judge_rule(const struct subject *subject, const struct rule *rule,
                      const struct run_case *launch, FILE *good, FILE *bad)
{
    unsigned blocks = grid_of(subject->exercise, launch);
    double value = counted(subject, rule->counter, blocks);
    double limit = rule_limit(rule, subject->exercise, launch, blocks);
    int is_kept = rule->bound == AT_LEAST ? value >= limit - 1e-9 : value <= limit + 1e-9;

    if (isnan(value)) {
        /* no request, no degree, no efficiency: another rule asks for requests */
        int is_ratio = strstr(rule->counter, "conflicts") || strstr(rule->counter, "efficiency");

        if (!is_ratio)
            fprintf(bad, "    MISSING %s: %s is not counted\n", rule->meaning, rule->counter);
        return is_ratio;
    }
    fprintf(is_kept ? good : bad, "    %-7s %s: %s is %g, %s %g\n", is_kept ? "GOOD" : "BAD",
            rule->meaning, rule->counter, value, rule->bound == AT_LEAST ? "at least" : "at most",
            limit);
    return is_kept;
}

/* The launches that are counted: that of the pages, one by the seed, and that without its end. */
enum counting { USUAL, OTHER, UNEVEN };

/*
 * Whether a rule holds in a launch. The solution's time is that of the usual one; where the last
 * block lacks numbers, limits for each number and for equal shares are not exact.
 */
static int is_meant_for(const struct rule *rule, enum counting counting)
{
    if (counting == UNEVEN &&
        (rule->unit == FOR_EACH_NUMBER || rule->unit == FOR_EACH_NUMBER_AND_SUM ||
         strcmp(rule->counter, "global_load_efficiency") == 0 ||
         strcmp(rule->counter, "largest_share") == 0))
        return 0;
    return counting == USUAL || rule->unit != FOR_THE_SOLUTION;
}

/* Limits that are not kept come first. */
static int judge_rules(const struct subject *subject, const struct run_case *launch,
                       enum counting counting, FILE *details)
{
    char *text;
    size_t bytes;
    FILE *good = open_memstream(&text, &bytes);
    int are_kept = 1;

    for (size_t i = 0; i < rule_count; i++)
        if (subject->exercise->number >= rules[i].first_step &&
            subject->exercise->number <= rules[i].last_step && is_meant_for(&rules[i], counting))
            are_kept &= judge_rule(subject, &rules[i], launch, good, details);
    fclose(good);
    fputs(text, details);
    free(text);
    return are_kept;
}

/* The same for launches that a student cannot foresee. */
static int judge_other(struct subject *subject, enum counting counting, FILE *details)
{
    struct subject again = *subject;
    struct run_case launch =
        subject->exercise->shape->work->other(subject->exercise, subject->grading->seed);
    char *text;
    size_t bytes;
    FILE *unread = open_memstream(&text, &bytes);

    if (counting == UNEVEN)
        launch.n -= 5 + subject->grading->seed % 32;
    int is_kept =
        count_launch(&again, counting == UNEVEN ? "idea-uneven" : "idea-other", &launch, unread) &&
        judge_rules(&again, &launch, counting, unread);

    fclose(unread);
    if (!is_kept)
        fprintf(details, "            with n = %u and blocks of %u:\n%s", launch.n, launch.block,
                text);
    free(text);
    return is_kept;
}

/* Judges the usual launch, whose text is stored, and the others, whose text goes to details. */
static int judge_launches(struct subject *subject, char **usual, FILE *details)
{
    const struct exercise *exercise = subject->exercise;
    const struct work *work = exercise->shape->work;
    struct run_case launch = work->usual(exercise);
    size_t bytes;
    FILE *stream = open_memstream(usual, &bytes);
    int is_counted = count_launch(subject, "idea", &launch, stream);
    int is_kept = is_counted && judge_rules(subject, &launch, USUAL, stream);

    fclose(stream);
    if (!is_counted)
        return 0;
    if (is_kept)
        is_kept = judge_other(subject, OTHER, details) &&
                  (work->is_always_even || judge_other(subject, UNEVEN, details));
    for (int i = 0; i < FURTHER_MOST && exercise->further[i] != NULL; i++)
        is_kept &= exercise->further[i](subject, details);
    return is_kept;
}

int judge_idea(struct subject *subject, int most, FILE *details)
{
    char *usual, *others;
    size_t bytes;
    FILE *stream = open_memstream(&others, &bytes);

    subject->is_counted = 1;
    subject->is_idea_there = judge_launches(subject, &usual, stream);
    fclose(stream);
    /* failures come first: few lines are shown */
    int is_usual_wrong = strncmp(usual, "    GOOD", 8) != 0 || strstr(usual, "    BAD") != NULL;

    fprintf(details, "%s%s", is_usual_wrong ? usual : others, is_usual_wrong ? others : usual);
    free(usual);
    free(others);
    return subject->is_idea_there ? most : 0;
}
