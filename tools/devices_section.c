/*
 * Prints recorded measurements as Markdown, for docs/results.md: one table for each device.
 *
 *     devices_section FOLDER...
 *
 * Each folder is one that tools/record.sh wrote.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "recording.h"

static void print_table(const struct recording *recording)
{
    const struct csv *run = &recording->run;
    double first = NAN, before = NAN;

    printf("| step | kernel | time (ms) | step speed-up | cumulative | GB/s | %% of peak |"
           " load efficiency | store efficiency |\n|---|---|--:|--:|--:|--:|--:|--:|--:|\n");
    for (size_t i = 0; i < run->count; i++) {
        const char *program = csv_text(run, i, "program");
        const char *kernel = csv_text(run, i, "kernel");
        double time = csv_number(run, i, "median_ms");
        size_t row = (size_t)counters_row(recording, kernel);

        printf("| [%.2s](../%s/README.md) | `%s` |", program + strlen("step"), program, kernel);
        print_cell(time, 4, "");
        print_cell(before / time, 2, "");
        print_cell(first / time, 2, "");
        print_cell(csv_number(run, i, "gb_per_second"), 0, "");
        print_cell(csv_number(run, i, "percent_of_peak"), 1, " %");
        print_cell(csv_number(&recording->counters, row, "global_load_efficiency"), 2, " %");
        print_cell(csv_number(&recording->counters, row, "global_store_efficiency"), 2, " %");
        printf("\n");
        before = time;
        if (isnan(first))
            first = time;
    }
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: devices_section FOLDER...\n");
        return 2;
    }
    for (int i = 1; i < argc; i++) {
        struct recording recording;

        if (!read_recording(argv[i], &recording))
            return 3;
        printf("%s### %s\n\n%s; n = %s, blocks of %s, median of %s runs.\n\n", i > 1 ? "\n" : "",
               recording.device, recording.conditions, csv_text(&recording.run, 0, "n"),
               csv_text(&recording.run, 0, "block"), csv_text(&recording.run, 0, "runs"));
        print_table(&recording);
    }
    return 0;
}
