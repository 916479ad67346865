/*
 * Prints what Nsight Compute's rules expected of a cure, beside what the cure gained, as Markdown.
 *
 *     estimates_section ESTIMATES.csv FOLDER
 *
 * ESTIMATES.csv names rules and the comparisons that try them: step, rule, finds, tried, before,
 * after. FOLDER has ncu_estimates.csv (tools/record/ncu_estimates.sh) and why.csv
 * (tools/record/why.sh).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "recording.h"
#include "why_columns.h"

/* The estimate of that step's rule, as text; ends the program where there is none. */
static const char *estimate_of(const struct csv *estimates, const char *step, const char *rule)
{
    for (size_t row = 0; row < estimates->count; row++)
        if (strcmp(csv_text(estimates, row, "step"), step) == 0 &&
            strcmp(csv_text(estimates, row, "rule"), rule) == 0)
            return csv_text(estimates, row, "estimated_percent");
    fprintf(stderr, "estimates_section: %s has no estimate of %s\n", step, rule);
    exit(3);
}

static void print_rows(const struct csv *asked, const struct csv *estimates,
                       const struct why_column *column)
{
    printf(
        "| step | rule | finds | estimated | taken away | gained |\n|---|---|---|--:|---|--:|\n");
    for (size_t row = 0; row < asked->count; row++) {
        const char *step = csv_text(asked, row, "step");
        const char *rule = csv_text(asked, row, "rule");
        const char *before = csv_text(asked, row, "before");
        const char *after = csv_text(asked, row, "after");
        const char *tried = csv_text(asked, row, "tried");
        double gain = why_gain(column, why_row(column, tried, before, after));

        printf("| %.2s | `%s` | %s | %s %% | [%.2s's `%s > %s`](../%s/README.md#take-it-away) |",
               step + strlen("step"), rule, csv_text(asked, row, "finds"),
               estimate_of(estimates, step, rule), tried + strlen("step"), before, after, tried);
        print_cell(gain, 1, " %");
        printf("\n");
    }
}

int main(int argc, char **argv)
{
    struct why_column columns[WHY_COLUMNS_MAX];
    struct csv asked, estimates;
    char path[4096], conditions[512];

    if (argc != 3) {
        fprintf(stderr, "usage: estimates_section ESTIMATES.csv FOLDER\n");
        return 2;
    }
    snprintf(path, sizeof path, "%s/ncu_estimates.csv", argv[2]);
    if (!csv_read(argv[1], &asked) || !csv_read(path, &estimates) ||
        !why_conditions(path, conditions, sizeof conditions) ||
        add_why_folder(columns, 0, argv[2]) == 0) {
        fprintf(stderr, "estimates_section: %s or a recording in %s cannot be read\n", argv[1],
                argv[2]);
        return 3;
    }
    printf("%s; the gains are those of %s.\n\n", conditions, columns[0].heading);
    print_rows(&asked, &estimates, &columns[0]);
    return 0;
}
