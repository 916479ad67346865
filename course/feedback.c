/*
 * The grader's output: the failed tests, the points of all steps, the next thing to do.
 */
#include <math.h>
#include <string.h>

#include "grading.h"

/* Of a test; where a gap is left, its consequences need few words. */
enum { LINES_SHOWN = 6, LINES_OF_UNSOLVED = 2, TITLE_WIDTH = 46 };

/* Steps whose program takes any n and block; numbers that a page can show. */
enum { LAST_OF_SUMS = 13, VIEWED_MOST = 20000 };

/* Points of the step in the last grading, or NAN. */
static double points_before(const struct csv *before, const char *step)
{
    for (size_t row = 0; before != NULL && row < before->count; row++)
        if (strcmp(csv_text(before, row, "step"), step) == 0)
            return csv_number(before, row, "points");
    return NAN;
}

static void print_change(double before, int now)
{
    if (!isnan(before) && now != (int)before)
        printf(", %+d since the last grading", now - (int)before);
}

static void print_table(const struct step_result *results, size_t count, const struct csv *before)
{
    int points = 0, of = 0;

    for (size_t i = 0; i < count; i++) {
        const struct step_result *it = &results[i];

        printf("%s: %d/%d", it->step, it->points, it->of);
        print_change(points_before(before, it->step), it->points);
        printf("\n");
        points += it->points;
        of += it->of;
    }
    printf("Score: %d/%d\n", points, of);
}

/* The command that shows a wrong sum, where the step's own program can be launched so. */
static void print_view(const struct step_result *result)
{
    const char *wrong = strstr(result->next, "sum-");
    unsigned n, block;
    int number = 0;

    if (wrong != result->next || sscanf(result->step, "step%d_", &number) != 1 ||
        number > LAST_OF_SUMS)
        return;
    wrong = strstr(wrong, "n = ");
    if (wrong != NULL && sscanf(wrong, "n = %u, blocks of %u", &n, &block) == 2 && n <= VIEWED_MOST)
        printf("See it: make step%02d view N=%u BLOCK=%u\n", number, n, block);
}

static void print_next(const struct step_result *results, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (results[i].next[0] != '\0') {
            printf("\nNext: %s: %s\n", results[i].step, results[i].next);
            print_view(&results[i]);
            return;
        }
}

/* The first lines of a test's text. */
static void print_text(const char *text, int most)
{
    int lines = 0;

    for (const char *at = text; *at != '\0' && lines < most; lines++) {
        size_t length = strcspn(at, "\n");

        printf("%.*s\n", (int)length, at);
        at += length + (at[length] == '\n');
    }
}

static void print_outcome(const struct step_result *result, const struct outcome *it,
                          const char *out)
{
    if (it->is_skipped) {
        printf("%-11s %-*s skipped: %s\n", it->name, TITLE_WIDTH, it->title, it->text);
        return;
    }
    printf("%-11s %-*s %s %2d/%d\n", it->name, TITLE_WIDTH, it->title,
           it->points == it->of ? "OK  " : "FAIL", it->points, it->of);
    if (it->points == it->of) {
        if (strcmp(it->name, "speed") == 0)
            fputs(it->text, stdout); /* how fast is worth knowing in any case */
        return;
    }
    if (it->text[0] == '\0')
        return;
    print_text(it->text, result->is_unsolved ? LINES_OF_UNSOLVED : LINES_SHOWN);
    printf("    all of it: %s/%s/%s*\n", out, result->step, it->name);
}

/* Whether a step is as it was handed out: it builds, a gap is left, and nothing else has points. */
static int is_like_handed_out(const struct step_result *result)
{
    return result->is_unsolved && result->count > 1 && result->outcomes[0].points > 0 &&
           result->points == result->outcomes[0].points;
}

/* The launches that the points come from; the file lists them. */
static void print_drawn(const struct step_result *result, const char *out)
{
    const struct drawn *drawn = &result->drawn;

    if (drawn->launches > 0)
        printf("drawn: %u launches, n from %u to %u, up to %u blocks: %s/%s/drawn.txt\n",
               drawn->launches, drawn->least_n, drawn->most_n, drawn->most_blocks, out,
               result->step);
}

void print_feedback(const struct options *options, const struct step_result *results,
                    const struct csv *before)
{
    const char *separator = "";

    for (size_t i = 0; i < options->count; i++) {
        if (is_like_handed_out(&results[i])) /* nothing is known that the line below does not say */
            continue;
        printf("%s== %s ==\n", separator, results[i].step);
        separator = "\n";
        for (int test = 0; test < results[i].count; test++)
            print_outcome(&results[i], &results[i].outcomes[test], options->grading.out);
        print_drawn(&results[i], options->grading.out);
    }
    fputs(separator, stdout);
    print_table(results, options->count, before);
    print_next(results, options->count); /* last: where the eye is */
}
