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

/* Makes the counted launch. Returns 1, and its counters in subject, if its sum is right. */
static int count_launch(struct subject *subject, FILE *details)
{
    char counters_path[PATH_BYTES], lines_path[PATH_BYTES], ending[ENDING_BYTES];
    char set_counters[PATH_BYTES + 16], set_lines[PATH_BYTES + 16];
    struct run_case counted = {.n = counted_n(subject->exercise),
                               .block = COUNTED_BLOCK,
                               .template_block = COUNTED_BLOCK,
                               .launches = 1};

    /* judged is the first: the second of two kernels is given */
    size_t kernels = subject->exercise->launch == TWO_KERNELS ? 2 : 1;

    snprintf(counters_path, sizeof counters_path, "%s/counters.csv", subject->folder);
    snprintf(lines_path, sizeof lines_path, "%s/lines.csv", subject->folder);
    unlink(counters_path);
    unlink(lines_path);
    snprintf(set_counters, sizeof set_counters, "SIM_CSV=%s", counters_path);
    snprintf(set_lines, sizeof set_lines, "SIM_LINES_CSV=%s", lines_path);
    char *settings[] = {set_counters, set_lines, NULL};

    run_cases(subject, "idea", &counted, 1, settings, ending);
    if (!report_cases(&counted, 1, ending, details))
        return 0;
    if (!csv_read(counters_path, &subject->counters) || !csv_read(lines_path, &subject->lines) ||
        subject->counters.count != kernels || csv_number(&subject->counters, 0, "launches") != 1) {
        fprintf(details, "    MISSING counters of one launch\n");
        return 0;
    }
    return 1;
}

static int judge_rules(const struct subject *subject, FILE *details)
{
    int are_kept = 1;

    for (size_t i = 0; i < rule_count; i++) {
        const struct rule *rule = &rules[i];
        double value = csv_number(&subject->counters, 0, rule->counter),
               most = rule_limit(rule, subject->exercise);

        if (subject->exercise->number < rule->first_step ||
            subject->exercise->number > rule->last_step)
            continue;
        if (isnan(value)) {
            fprintf(details, "    MISSING %s: %s is not counted\n", rule->meaning, rule->counter);
            are_kept = 0;
            continue;
        }
        int is_kept = rule->at_least ? value >= most : value <= most;

        fprintf(details, "    %-7s %s: %s is %g, %s %g\n", is_kept ? "GOOD" : "BAD", rule->meaning,
                rule->counter, value, rule->at_least ? "at least" : "at most", most);
        are_kept &= is_kept;
    }
    return are_kept;
}

/* Straight-line code passes each of its barriers once; a loop passes its own once a round. */
static int judge_straight_line(const struct subject *subject, FILE *details)
{
    double blocks = counted_blocks(subject->exercise);
    const struct csv *lines = &subject->lines;
    int is_straight = 1;

    for (size_t row = 0; row < lines->count; row++) {
        double barriers = csv_number(lines, row, "block_barriers");

        if (barriers > blocks) {
            fprintf(details, "    BAD     no loop: line %s is a barrier %g times in each block\n",
                    csv_text(lines, row, "line"), barriers / blocks);
            is_straight = 0;
        }
    }
    if (is_straight)
        fprintf(details, "    GOOD    no loop: each barrier is passed once in each block\n");
    return is_straight;
}

/*
 * The kernel for blocks of b, launched with blocks of 2 b: if it asks its template
 * parameter, it leaves out the first round, and with it half the numbers.
 */
static int judge_template(struct subject *subject, FILE *details)
{
    char ending[ENDING_BYTES], name[32];
    int asks = 1;

    for (unsigned block = 64; block <= 512; block *= 2) {
        struct run_case larger = {.n = 2 * block * subject->exercise->data_blocks,
                                  .block = 2 * block,
                                  .template_block = block};

        snprintf(name, sizeof name, "template-%u", block);
        run_cases(subject, name, &larger, 1, NULL, ending);
        if (larger.is_judged && larger.error == 0 && larger.sum == larger.expected) {
            fprintf(details,
                    "    BAD     the kernel for blocks of %u still has the round of stride %u\n",
                    block, block);
            asks = 0;
        }
    }
    if (asks)
        fprintf(details, "    GOOD    rounds that a block size does not need are left out\n");
    return asks;
}

int judge_idea(struct subject *subject, int most, FILE *details)
{
    int number = subject->exercise->number;

    subject->is_counted = 1;
    if (!count_launch(subject, details))
        return 0;
    subject->is_idea_there = judge_rules(subject, details);
    if (number == 7)
        subject->is_idea_there &= judge_straight_line(subject, details);
    if (subject->exercise->launch == BLOCK_SUMS_TEMPLATE)
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
    FILE *file = open_submitted(subject->grading->student, subject->step, "predict.txt");

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
