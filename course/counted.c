/*
 * What is judged by counting: the idea of a step.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grading.h"
#include "measures.h"

int count_launch(struct subject *subject, const char *name, const struct counted_launch *launch,
                 FILE *details)
{
    char ending[ENDING_BYTES], set_counters[PATH_BYTES + 16], set_phases[PATH_BYTES + 24];
    char counters_name[64], phases_name[64];
    int is_of_grid = is_total(subject->exercise) && launch->blocks != TOTAL_GRID;
    struct run_case counted = {.n = launch->n,
                               .grid = is_of_grid ? launch->blocks : 0,
                               .offset = launch->offset,
                               .block = launch->block,
                               .template_block = launch->block,
                               .columns = is_of_rows(subject->exercise) ? COUNTED_COLUMNS : 0,
                               .launches = 1,
                               .reduction =
                                   is_reducing(subject->exercise) ? FLOAT_SUM : NO_REDUCTION,
                               .kind = is_total(subject->exercise)      ? ANY
                                       : is_reducing(subject->exercise) ? ANY
                                       : is_of_rows(subject->exercise)  ? SMALL
                                                                        : LEVEL};
    /* judged is the first: the second of two kernels is given */
    size_t kernels = subject->exercise->launch == TWO_KERNELS ? 2 : 1;

    snprintf(counters_name, sizeof counters_name, "%s-counters.csv", name);
    snprintf(phases_name, sizeof phases_name, "%s-phases.csv", name);
    const char *counters = path_in(subject, counters_name), *phases = path_in(subject, phases_name);

    unlink(counters);
    unlink(phases);
    snprintf(set_counters, sizeof set_counters, "SIM_CSV=%s", counters);
    snprintf(set_phases, sizeof set_phases, "SIM_PHASES_CSV=%s", phases);
    char *settings[] = {set_counters, set_phases, NULL};

    if (!run_cases(subject, name, &counted, 1, settings, ending))
        quote_findings(subject, name, details);
    if (!report_cases(&counted, 1, ending, details))
        return 0;
    if (!csv_read(counters, &subject->counters) || !csv_read(phases, &subject->phases) ||
        subject->counters.count != kernels || csv_number(&subject->counters, 0, "launches") != 1) {
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
                      const struct counted_launch *launch, FILE *good, FILE *bad)
{
    double value = counted(subject, rule->counter, launch->blocks);
    double limit = rule_limit(rule, subject->exercise, launch);
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
 * block lacks numbers, what is asked for each number, or of all warps alike, is not exact.
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

/* What is not kept comes first. */
static int judge_rules(const struct subject *subject, const struct counted_launch *launch,
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

/* The same for launches that nobody expects: they show what a kernel does when nobody looks. */
static int judge_other(struct subject *subject, enum counting counting, FILE *details)
{
    struct subject again = *subject;
    struct counted_launch launch = other_launch(subject->exercise, subject->grading->seed);
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

/*
 * An operator's launch: each load of a warp has 16 bytes for each lane, and each part of a tile is
 * combined by exchanges; each row of it, where the operator is not commutative.
 */
static int judge_operator(const struct csv *counters, const struct run_case *it, FILE *details)
{
    const struct reduction_kind *kind = &reductions[it->reduction];
    size_t tiles = tiles_of(it->reduction, it->n), parts = tiles * kind->warps, row = 0;
    size_t rows = parts * kind->loads * kind->rounds;
    size_t combined = kind->is_commutative ? parts : rows * 5 * kind->words;
    size_t most = 5 * kind->words * ((kind->is_commutative ? parts : rows) + tiles + 17);
    char name[128];

    snprintf(name, sizeof name, "(%s)", kind->name);
    while (row < counters->count && strstr(csv_text(counters, row, "kernel"), name) == NULL)
        row++;
    if (row == counters->count) {
        fprintf(details, "    MISSING %s: counters of its launch\n", kind->name);
        return 0;
    }
    double loads = csv_number(counters, row, "global_load_requests");
    double exchanges = csv_number(counters, row, "warp_exchanges");
    int is_kept = loads <= (double)(rows + tiles) && exchanges >= (double)combined &&
                  exchanges <= (double)most;

    fprintf(details,
            "    %-7s %s: global_load_requests is %g, at most %zu; warp_exchanges is %g, from %zu "
            "to %zu\n",
            is_kept ? "GOOD" : "BAD", kind->name, loads, rows + tiles, exchanges, combined, most);
    return is_kept;
}

/* What holds for float sums must hold for the other operators. */
static int judge_operators(struct subject *subject, FILE *details)
{
    const char *path = path_in(subject, "idea-operators.csv");
    char ending[ENDING_BYTES], set_counters[PATH_BYTES + 16];
    char *settings[] = {set_counters, "SIM_CLOCK=0", NULL};
    struct run_case cases[CASES_MOST];
    size_t count = reduction_cases("counted", cases);
    struct csv counters;
    int is_kept = 1;

    unlink(path);
    snprintf(set_counters, sizeof set_counters, "SIM_CSV=%s", path);
    for (size_t i = 0; i < count; i++)
        cases[i].kind = ANY;
    if (!run_cases(subject, "idea-operators", cases, count, settings, ending))
        quote_findings(subject, "idea-operators", details);
    for (size_t i = 0; i < count; i++)
        is_kept &= is_right(&cases[i]);
    if (!is_kept) {
        report_cases(cases, count, ending, details);
        return 0;
    }
    if (!csv_read(path, &counters)) {
        fprintf(details, "    MISSING counters of the operators\n");
        return 0;
    }
    for (size_t i = 0; i < count; i++)
        is_kept &= judge_operator(&counters, &cases[i], details);
    return is_kept;
}

/* What the usual launch shows, and, in details, what the others do. Stores the former's text. */
static int judge_launches(struct subject *subject, char **usual, FILE *details)
{
    struct counted_launch launch = usual_launch(subject->exercise);
    int number = subject->exercise->number, is_rows = is_of_rows(subject->exercise);
    size_t bytes;
    FILE *stream = open_memstream(usual, &bytes);
    int is_counted = count_launch(subject, "idea", &launch, stream);
    int is_kept = is_counted && judge_rules(subject, &launch, USUAL, stream);

    fclose(stream);
    if (!is_counted)
        return 0;
    /* rows are whole: no launch of theirs is uneven, and none ends within a block */
    if (is_kept)
        is_kept = judge_other(subject, OTHER, details) &&
                  (is_rows || judge_other(subject, UNEVEN, details));
    if (is_reducing(subject->exercise))
        is_kept &= judge_operators(subject, details);
    else if (number >= 9 && !is_rows)
        is_kept &= judge_end(subject, details);
    if (number >= 11 && !is_reducing(subject->exercise))
        is_kept &= judge_shifted(subject, details);
    if (is_total(subject->exercise))
        is_kept &= judge_many_sums(subject, details);
    if (number == 8 || number == 9)
        is_kept &= judge_template(subject, details);
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
    /* what is wrong comes first: few lines are shown */
    int is_usual_wrong = strncmp(usual, "    GOOD", 8) != 0 || strstr(usual, "    BAD") != NULL;

    fprintf(details, "%s%s", is_usual_wrong ? usual : others, is_usual_wrong ? others : usual);
    free(usual);
    free(others);
    return subject->is_idea_there ? most : 0;
}
