/*
 * Prints the times of all steps on several devices side by side, as Markdown for
 * docs/results.md.
 *
 *     times_section LECTURE.csv FOLDER...
 *
 * LECTURE.csv holds the lecture's times, in the columns of run.csv that it has; each
 * folder is one that tools/record/record.sh wrote. The steps are those of the first.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "recording.h"

/* A time and how many times shorter it is than that device's first. */
static void print_times(double time, double first)
{
    print_cell(time, 4, "");
    print_cell(first / time, 2, "");
}

/* The median time of that kernel of that program; NAN where there is none. */
static double time_of(const struct csv *run, const char *program, const char *kernel)
{
    for (size_t row = 0; row < run->count; row++)
        if (strcmp(csv_text(run, row, "program"), program) == 0 &&
            strcmp(csv_text(run, row, "kernel"), kernel) == 0)
            return csv_number(run, row, "median_ms");
    return NAN;
}

static void print_table(const struct csv *lecture, const struct recording *recordings, int count)
{
    const struct csv *steps = &recordings[0].run;

    printf("| step | kernel | Tesla K20m, lecture (ms) | speed-up");
    for (int i = 0; i < count; i++)
        printf(" | %s, 2^24 (ms) | speed-up | 2^28 (ms) | speed-up", recordings[i].device);
    printf(" |\n|---|---|--:|--:");
    for (int i = 0; i < count; i++)
        printf("|--:|--:|--:|--:");
    printf("|\n");
    for (size_t row = 0; row < steps->count; row++) {
        const char *program = csv_text(steps, row, "program");
        const char *kernel = csv_text(steps, row, "kernel");

        printf("| [%.2s](../%s/README.md) | `%s` |", program + strlen("step"), program, kernel);
        print_times(time_of(lecture, program, kernel), csv_number(lecture, 0, "median_ms"));
        for (int i = 0; i < count; i++) {
            print_times(time_of(&recordings[i].run, program, kernel),
                        csv_number(&recordings[i].run, 0, "median_ms"));
            print_times(time_of(&recordings[i].large, program, kernel),
                        csv_number(&recordings[i].large, 0, "median_ms"));
        }
        printf("\n");
    }
}

int main(int argc, char **argv)
{
    struct csv lecture;

    if (argc < 3) {
        fprintf(stderr, "usage: times_section LECTURE.csv FOLDER...\n");
        return 2;
    }
    struct recording *recordings = calloc((size_t)argc, sizeof *recordings);

    if (recordings == NULL || !csv_read(argv[1], &lecture)) {
        fprintf(stderr, "times_section: cannot read %s\n", argv[1]);
        return 3;
    }
    for (int i = 2; i < argc; i++)
        if (!read_recording(argv[i], &recordings[i - 2]))
            return 3;
    print_table(&lecture, recordings, argc - 2);
    printf("\n");
    for (int i = 0; i < argc - 2; i++)
        printf("%s: %s; blocks of %s, median of %s runs.\n", recordings[i].device,
               recordings[i].conditions, csv_text(&recordings[i].run, 0, "block"),
               csv_text(&recordings[i].run, 0, "runs"));
    free(recordings);
    return 0;
}
