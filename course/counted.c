/*
 * What is judged by counting: the idea of a step, and the student's predictions.
 */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grading.h"
#include "kernel_part.h"
#include "measures.h"

/* Makes the launch, with its counters in subject. Returns 1 if its sum is right. */
static int count_launch(struct subject *subject, const char *name,
                        const struct counted_launch *launch, FILE *details)
{
    char ending[ENDING_BYTES], set_counters[PATH_BYTES + 16], set_phases[PATH_BYTES + 24];
    char counters_name[64], phases_name[64];
    struct run_case counted = {.n = launch->n,
                               .block = launch->block,
                               .template_block = launch->block,
                               .columns = COUNTED_COLUMNS,
                               .launches = 1,
                               .kind = is_total(subject->exercise)     ? ANY
                                       : is_of_rows(subject->exercise) ? SMALL
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
    return 1;
}

static double counted(const struct subject *subject, const char *name, unsigned blocks)
{
    return csv_text(&subject->counters, 0, name) != NULL
               ? csv_number(&subject->counters, 0, name)
               : measure(&subject->phases, &subject->counters, blocks, name);
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

/* What is not kept comes first. The solution's time is that of the usual launch. */
static int judge_rules(const struct subject *subject, const struct counted_launch *launch,
                       int is_usual, FILE *details)
{
    char *text;
    size_t bytes;
    FILE *good = open_memstream(&text, &bytes);
    int are_kept = 1;

    for (size_t i = 0; i < rule_count; i++)
        if (subject->exercise->number >= rules[i].first_step &&
            subject->exercise->number <= rules[i].last_step &&
            (is_usual || rules[i].unit != FOR_THE_SOLUTION))
            are_kept &= judge_rule(subject, &rules[i], launch, good, details);
    fclose(good);
    fputs(text, details);
    free(text);
    return are_kept;
}

/* The same for a launch that nobody expects: it shows what a kernel does when nobody looks. */
static int judge_other(struct subject *subject, FILE *details)
{
    struct subject again = *subject;
    struct counted_launch launch = other_launch(subject->exercise, subject->grading->seed);
    char *text;
    size_t bytes;
    FILE *unread = open_memstream(&text, &bytes);
    int is_kept = count_launch(&again, "idea-other", &launch, unread) &&
                  judge_rules(&again, &launch, 0, unread);

    fclose(unread);
    if (!is_kept)
        fprintf(details, "            with n = %u and blocks of %u:\n%s", launch.n, launch.block,
                text);
    free(text);
    return is_kept;
}

/*
 * From step 09 on nothing is written back, at the end of the input either: where not all threads
 * have all their numbers.
 */
static int judge_end(struct subject *subject, FILE *details)
{
    struct subject again = *subject;
    struct counted_launch launch = usual_launch(subject->exercise);
    double most = launch.blocks;
    char *text;
    size_t bytes;
    FILE *unread = open_memstream(&text, &bytes);

    launch.n -= 301;
    int is_kept = count_launch(&again, "idea-end", &launch, unread);

    fclose(unread);
    if (!is_kept) {
        fputs(text, details);
    } else {
        double stores = counted(&again, "global_store_requests", launch.blocks);

        if (is_total(subject->exercise)) /* the total, the ticket set back */
            most += 2;
        is_kept = stores <= most;
        if (!is_kept)
            fprintf(details,
                    "    BAD     nothing but sums is written to global memory, at the end of the "
                    "input either: global_store_requests is %g, at most %g\n",
                    stores, most);
    }
    free(text);
    return is_kept;
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

static int judge_template(struct subject *subject, FILE *details)
{
    char ending[ENDING_BYTES], name[32];
    int asks = 1;

    for (unsigned block = 64; block <= 512 && asks; block *= 2) {
        struct run_case larger = {.n = 2 * block * subject->exercise->data_blocks,
                                  .block = 2 * block,
                                  .template_block = block};

        snprintf(name, sizeof name, "template-%u", block);
        run_cases(subject, name, &larger, 1, NULL, ending);
        asks = larger.judged && larger.error == 0 && is_half_sum(subject, &larger, block);
        if (is_right(&larger))
            fprintf(details,
                    "    BAD     the kernel for blocks of %u still has the round of stride %u\n",
                    block, block);
        else if (!asks)
            fprintf(
                details,
                "    BAD     the kernel for blocks of %u, launched with %u threads, does not add "
                "up what its first %u have loaded: what it does hangs on more than its "
                "template parameter\n",
                block, 2 * block, block);
    }
    if (asks)
        fprintf(details, "    GOOD    rounds that a block size does not need are left out\n");
    return asks;
}

int judge_idea(struct subject *subject, int most, FILE *details)
{
    struct counted_launch launch = usual_launch(subject->exercise);
    int number = subject->exercise->number;

    subject->is_counted = 1;
    if (!count_launch(subject, "idea", &launch, details))
        return 0;
    subject->is_idea_there = judge_rules(subject, &launch, 1, details);
    if (subject->is_idea_there)
        subject->is_idea_there &= judge_other(subject, details);
    if (number >= 9 && !is_of_rows(subject->exercise))
        subject->is_idea_there &= judge_end(subject, details);
    if (number == 8 || number == 9)
        subject->is_idea_there &= judge_template(subject, details);
    return subject->is_idea_there ? most : 0;
}

/* The same for a test that has other things to say. */
static int is_idea_there(struct subject *subject)
{
    if (!subject->is_counted) {
        char *text;
        size_t length;
        FILE *unread = open_memstream(&text, &length);

        judge_idea(subject, 1, unread);
        fclose(unread);
        free(text);
    }
    return subject->is_idea_there;
}

/* Looks up "name = number" in predict.txt; NAN if there is no number. */
static double prediction(FILE *file, const char *name)
{
    char line[256];

    rewind(file);
    while (fgets(line, sizeof line, file) != NULL) {
        char *at = line + strspn(line, " \t"), *end;

        if (strncmp(at, name, strlen(name)) != 0)
            continue;
        at += strlen(name);
        at += strspn(at, " \t");
        if (*at++ != '=')
            continue;
        double value = strtod(at, &end);

        return end == at || end[strspn(end, " \t\r\n")] != '\0' ? NAN : value;
    }
    return NAN;
}

/* The submission's predictions; for the lab's own solutions, the answers. */
static FILE *open_predictions(const struct subject *subject)
{
    const char *why;
    FILE *file = open_submitted(subject->grading->student, subject->step, "predict.txt", &why);

    if (file == NULL && strcmp(subject->grading->student, ".") == 0) {
        char path[PATH_BYTES];

        snprintf(path, sizeof path, "course/predict/step%02d.txt", subject->exercise->number);
        file = fopen(path, "r");
    }
    return file;
}

int judge_predictions(struct subject *subject, int most, FILE *details)
{
    enum { QUESTIONS = sizeof subject->exercise->questions / sizeof(char *) };
    FILE *file = open_predictions(subject);
    int right = 0;

    if (file == NULL) {
        fprintf(details, "    MISSING %s/predict.txt\n", subject->step);
        return 0;
    }
    if (!is_idea_there(subject)) {
        fprintf(details, "    MISSING the idea: predictions are compared once it is there\n");
        fclose(file);
        return 0;
    }
    for (int i = 0; i < QUESTIONS; i++) {
        const char *name = subject->exercise->questions[i];
        double said = prediction(file, name), counted = csv_number(&subject->counters, 0, name);

        if (isnan(said))
            fprintf(details, "    MISSING %s\n", name);
        else if (fabs(said - counted) > 0.005)
            fprintf(details, "    BAD     %s: you said %g, which is not what is counted\n", name,
                    said);
        else {
            fprintf(details, "    GOOD    %s: %g\n", name, said);
            right++;
        }
    }
    fclose(file);
    return right == QUESTIONS ? most : most * right / QUESTIONS;
}
