/*
 * Prints what causes were worth when they were taken away, as Markdown.
 *
 *     why_section STEP MODELLED.csv FOLDER...             of one step, for its page: its kernels,
 * and a line for each comparison why_section stories STORIES.csv MODELLED.csv FOLDER... what is
 * told of each step, beside the comparison that tries it
 *
 * Each FOLDER is one that tools/record/record.sh wrote, with a why.csv, MODELLED.csv is what
 * tools/record/why.sh wrote on the simulator. STORIES.csv has the columns step, before, after (the
 * letters of a comparison), expects, of_before, of_after (why_verdict.h) and said.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "recording.h"
#include "why_columns.h"
#include "why_verdict.h"

static struct why_column columns[WHY_COLUMNS_MAX];
static size_t count;

/* The side ("before", "after") of a row that has this letter, or NULL. */
static const char *side_with(const struct csv *csv, size_t row, char letter)
{
    if (csv_text(csv, row, "before_letter")[0] == letter)
        return "before";
    return csv_text(csv, row, "after_letter")[0] == letter ? "after" : NULL;
}

static int is_of(const struct why_column *column, size_t row, const char *step)
{
    return strcmp(csv_text(&column->csv, row, "step"), step) == 0 &&
           strcmp(csv_text(&column->csv, row, "n"), column->n) == 0;
}

static void print_kernel(const struct why_column *column, const char *step, char letter)
{
    for (size_t row = 0; row < column->csv.count; row++) {
        const char *side = side_with(&column->csv, row, letter);
        char sum[16];

        if (side == NULL || !is_of(column, row, step))
            continue;
        snprintf(sum, sizeof sum, "%s_sum", side);
        printf("- `%c` %s%s\n", letter, csv_text(&column->csv, row, side),
               strcmp(csv_text(&column->csv, row, sum), "right") == 0
                   ? ""
                   : " (the sum is wrong, on purpose)");
        return;
    }
}

static void print_rule(size_t first_columns)
{
    printf("\n");
    for (size_t i = 0; i < first_columns; i++)
        printf("|---");
    for (size_t i = 0; i < count; i++)
        printf("|--:");
    printf("|\n");
}

static void print_headings(void)
{
    for (size_t i = 0; i < count; i++)
        printf(" %s |", columns[i].heading);
}

/* A gain of nothing has no sign. */
static void print_gain(double percent)
{
    print_cell(fabs(percent) < 0.05 ? 0 : percent, 1, " %");
}

static void print_gains(const char *step, const char *before, const char *after)
{
    for (size_t i = 0; i < count; i++)
        print_gain(why_gain(&columns[i], why_row(&columns[i], step, before, after)));
    printf("\n");
}

static void print_step(const char *step)
{
    const struct why_column *first = &columns[0];

    printf("\n");
    for (char letter = 'a'; letter <= 'z'; letter++)
        print_kernel(first, step, letter);
    printf("\n| taken away | ms, %s |", first->heading);
    print_headings();
    print_rule(2);
    for (size_t row = 0; row < first->csv.count; row++) {
        const char *before = csv_text(&first->csv, row, "before_letter");
        const char *after = csv_text(&first->csv, row, "after_letter");

        if (!is_of(first, row, step))
            continue;
        printf("| `%s > %s` %s | %.4f → %.4f |", before, after,
               csv_text(&first->csv, row, "taken_away"), csv_number(&first->csv, row, "before_ms"),
               csv_number(&first->csv, row, "after_ms"));
        print_gains(step, before, after);
    }
}

static const char *const verdict_words[VERDICTS] = {"", "stands", "in part", "falls"};

static void print_tally(const unsigned int tally[VERDICTS], unsigned int left_out)
{
    printf("\nOf %u sentences that are told %u stand, %u stand in part, %u fall. %u rows are not "
           "told.\n",
           tally[STANDS] + tally[IN_PART] + tally[FALLS], tally[STANDS], tally[IN_PART],
           tally[FALLS], left_out);
}

/* What is not told is in brackets. */
static int is_told(const char *said)
{
    return said[0] != '(';
}

static void print_stories(const char *path)
{
    struct csv stories;
    unsigned int tally[VERDICTS] = {0}, left_out = 0;

    if (!csv_read(path, &stories)) {
        fprintf(stderr, "why_section: cannot read %s\n", path);
        exit(3);
    }
    printf("\n| step | what is told | taken away | is it so? |");
    print_headings();
    print_rule(4);
    for (size_t row = 0; row < stories.count; row++) {
        const char *step = csv_text(&stories, row, "step");
        const char *before = csv_text(&stories, row, "before");
        const char *after = csv_text(&stories, row, "after");
        const char *said = csv_text(&stories, row, "said");
        struct expectation expectation = {step,
                                          before,
                                          after,
                                          csv_text(&stories, row, "expects"),
                                          csv_text(&stories, row, "of_before"),
                                          csv_text(&stories, row, "of_after")};
        long tried = why_row(&columns[0], step, before, after);

        if (tried < 0) {
            fprintf(stderr, "why_section: %s has no comparison %s > %s\n", step, before, after);
            exit(3);
        }
        enum verdict verdict = why_verdict(columns, count, &expectation);
        tally[verdict]++;
        left_out += !is_told(said);
        printf("| [%.2s](../%s/README.md#take-it-away) | %s | `%s > %s` %s | %s |",
               step + strlen("step"), step, said, before, after,
               csv_text(&columns[0].csv, (size_t)tried, "taken_away"),
               is_told(said) ? verdict_words[verdict] : "not told");
        print_gains(step, before, after);
    }
    print_tally(tally, left_out);
}

/* Whether the first recording has the step. */
static int is_recorded(const char *step)
{
    for (size_t row = 0; row < columns[0].csv.count; row++)
        if (is_of(&columns[0], row, step))
            return 1;
    return 0;
}

static void print_conditions(char **folders)
{
    char path[4096], conditions[512];
    const char *between = "";

    for (; *folders != NULL; folders++) {
        snprintf(path, sizeof path, "%s/why.csv", *folders);
        if (!why_conditions(path, conditions, sizeof conditions))
            continue;
        printf("%s%s", between, conditions);
        between = "; ";
    }
    printf(".\n");
}

int main(int argc, char **argv)
{
    int of_stories = argc > 1 && strcmp(argv[1], "stories") == 0;

    if (argc < 4 + of_stories) {
        fprintf(stderr, "usage: why_section STEP MODELLED.csv FOLDER...\n"
                        "       why_section stories STORIES.csv MODELLED.csv FOLDER...\n");
        return 2;
    }
    char **folders = argv + 3 + of_stories;
    for (char **folder = folders; *folder != NULL; folder++)
        count = add_why_folder(columns, count, *folder);
    if (count > 0)
        count = add_why_columns(columns, count, argv[2 + of_stories]);
    if (count == 0 || (!of_stories && !is_recorded(argv[1]))) {
        printf("Not measured yet.\n");
        return 0;
    }
    print_conditions(folders);
    if (of_stories)
        print_stories(argv[2]);
    else
        print_step(argv[1]);
    return 0;
}
