/*
 * The grader's output: the failed tests, the points of all steps, the next thing to do.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grading.h"
#include "language.h"

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

static void print_change(double before, int now, FILE *out)
{
    if (!isnan(before) && now != (int)before)
        fprintf(out, ", %+d since the last grading", now - (int)before);
}

static void print_table(const struct step_result *results, size_t count, const struct csv *before,
                        FILE *out)
{
    int points = 0, of = 0;

    for (size_t i = 0; i < count; i++) {
        const struct step_result *it = &results[i];

        fprintf(out, "%s: %d/%d", it->step, it->points, it->of);
        if (it->hints.asked > 0 || it->hint_price > 0)
            fprintf(out, ", hints: %d of %d", it->hints.asked, HINT_STAGES);
        if (it->hint_price > 0)
            fprintf(out, ", for %d points", it->hint_price);
        print_change(points_before(before, it->step), it->points, out);
        fprintf(out, "\n");
        points += it->points;
        of += it->of;
    }
    fprintf(out, "Score: %d/%d\n", points, of);
}

/* The command that shows a wrong sum, where the step's own program can be launched so. */
static void print_view(const struct step_result *result, FILE *out)
{
    const char *wrong = strstr(result->next, "sum-");
    unsigned n, block;
    int number = 0;

    if (wrong != result->next || sscanf(result->step, "step%d_", &number) != 1 ||
        number > LAST_OF_SUMS)
        return;
    wrong = strstr(wrong, "n = ");
    if (wrong != NULL && sscanf(wrong, "n = %u, blocks of %u", &n, &block) == 2 && n <= VIEWED_MOST)
        fprintf(out, "See it: make step%02d view N=%u BLOCK=%u\n", number, n, block);
}

static void print_next(const struct step_result *results, size_t count, FILE *out)
{
    for (size_t i = 0; i < count; i++)
        if (results[i].next[0] != '\0') {
            fprintf(out, "\nNext: %s: %s\n", results[i].step, results[i].next);
            print_view(&results[i], out);
            return;
        }
}

/* The first lines of a test's text. */
static void print_text(const char *text, int most, FILE *out)
{
    int lines = 0;

    for (const char *at = text; *at != '\0' && lines < most; lines++) {
        size_t length = strcspn(at, "\n");

        fprintf(out, "%.*s\n", (int)length, at);
        at += length + (at[length] == '\n');
    }
}

/* A test's name and title, the title as wide as all titles are. */
static void print_title(const struct outcome *it, FILE *out)
{
    char *title = in_language(it->title);

    fprintf(out, "%-11s %s%*s ", it->name, title, TITLE_WIDTH - width_of(title), "");
    free(title);
}

static void print_outcome(const struct step_result *result, const struct outcome *it,
                          const char *folder, FILE *out)
{
    print_title(it, out);
    if (it->is_skipped) {
        fprintf(out, "skipped: %s\n", it->text);
        return;
    }
    fprintf(out, "%s %2d/%d\n", it->points == it->of ? "OK  " : "FAIL", it->points, it->of);
    if (it->points == it->of) {
        if (strcmp(it->name, "speed") == 0)
            fputs(it->text, out); /* how fast is worth knowing in any case */
        return;
    }
    if (it->text[0] == '\0')
        return;
    print_text(it->text, result->is_unsolved ? LINES_OF_UNSOLVED : LINES_SHOWN, out);
    fprintf(out, "    all of it: %s/%s/%s*\n", folder, result->step, it->name);
}

/*
 * Whether a step is as it was handed out: it builds, a gap is left, and nothing else has points but
 * the sum of one to three numbers, which in some exercises nobody has to add up.
 */
static int is_like_handed_out(const struct step_result *result)
{
    for (int i = 1; i < result->count; i++)
        if (result->outcomes[i].points > 0 && strcmp(result->outcomes[i].name, "sum-one") != 0)
            return 0;
    return result->is_unsolved && result->count > 1 && result->outcomes[0].points > 0;
}

/* The launches that the points come from; the file lists them. */
static void print_drawn(const struct step_result *result, const char *folder, FILE *out)
{
    const struct drawn *drawn = &result->drawn;

    if (drawn->launches > 0)
        fprintf(out, "drawn: %u launches, n from %zu to %zu, up to %u blocks: %s/%s/drawn.txt\n",
                drawn->launches, drawn->least_n, drawn->most_n, drawn->most_blocks, folder,
                result->step);
}

/* A record of hints that is not as it was handed out, where hints cost something. */
static void print_record(const struct hints *hints, const struct hint_prices *prices, FILE *out)
{
    if (hint_price(prices, HINT_STAGES) == 0)
        return;
    if (hints->record == RECORD_MISSING)
        fprintf(out, "hints: hints.txt is not handed in, which every exercise has\n");
    else if (hints->record == RECORD_CHANGED)
        fprintf(out,
                "hints: hints.txt is not as make hint has left it, or lacks what another has\n");
}

void print_feedback(const struct options *options, const struct step_result *results,
                    const struct csv *before)
{
    const char *separator = "", *folder = options->grading.out;
    char *text;
    size_t bytes;
    FILE *out = open_memstream(&text, &bytes);

    for (size_t i = 0; i < options->count; i++) {
        if (is_like_handed_out(&results[i])) /* nothing is known that the line below does not say */
            continue;
        fprintf(out, "%s== %s ==\n", separator, results[i].step);
        separator = "\n";
        for (int test = 0; test < results[i].count; test++)
            print_outcome(&results[i], &results[i].outcomes[test], folder, out);
        print_drawn(&results[i], folder, out);
        if (results[i].view[0] != '\0')
            fprintf(out, "view: %s: open it in a browser\n", results[i].view);
        print_record(&results[i].hints, &options->grading.prices, out);
    }
    fputs(separator, out);
    print_table(results, options->count, before, out);
    print_next(results, options->count, out); /* last: where the eye is */
    fclose(out);
    say(stdout, "%s", text);
    free(text);
}
