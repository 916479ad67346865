/*
 * Prints recorded measurements as Markdown, for docs/results.md: one table for each device.
 *
 *     devices_section FOLDER...
 *
 * Each folder is one that tools/record/record.sh wrote.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "recording.h"

/* A time of 0 says that there was none. */
static double known(double milliseconds)
{
    return milliseconds > 0 ? milliseconds : NAN;
}

static void print_table(const struct recording *recording)
{
    const struct csv *run = &recording->run;
    double first = NAN, before = NAN;

    printf("| step | kernel | time (ms) | range | step speed-up | cumulative | GB/s | %% of peak |"
           " then the host (ms) | load efficiency | store efficiency |\n"
           "|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n");
    for (size_t i = 0; i < run->count; i++) {
        const char *program = csv_text(run, i, "program");
        const char *kernel = csv_text(run, i, "kernel");
        double time = csv_number(run, i, "median_ms");
        size_t row = (size_t)counters_row(recording, kernel);

        printf("| [%.2s](../%s/README.md) | `%s` |", program + strlen("step"), program, kernel);
        print_cell(time, 4, "");
        print_range(run, i);
        print_cell(before / time, 2, "");
        print_cell(first / time, 2, "");
        print_cell(csv_number(run, i, "gb_per_second"), 0, "");
        print_cell(csv_number(run, i, "percent_of_peak"), 1, " %");
        print_cell(known(csv_number(run, i, "host_ms")), 4, "");
        print_cell(csv_number(&recording->counters, row, "global_load_efficiency"), 2, " %");
        print_cell(csv_number(&recording->counters, row, "global_store_efficiency"), 2, " %");
        printf("\n");
        before = time;
        if (isnan(first))
            first = time;
    }
}

/* All steps at n = 2^28, and the line through each step's times over n. */
static void print_large(const struct recording *recording)
{
    const struct csv *large = &recording->large;
    double first = csv_number(large, 0, "median_ms"), before = NAN;

    if (large->count == 0)
        return;
    printf("\nThe same for n = %s; and the line *time = fixed cost + bytes / rate* through the\n"
           "step's times over n (2^10 to 2^28), with its largest deviation from one of them:\n\n"
           "| step | kernel | time (ms) | range | step speed-up | cumulative | GB/s | %% of peak |"
           " fixed cost (µs) | rate (GB/s) | %% of peak | deviation |\n"
           "|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n",
           csv_text(large, 0, "n"));
    for (size_t i = 0; i < large->count; i++) {
        const char *program = csv_text(large, i, "program");
        struct line_fit line = step_line(recording, program);
        double time = csv_number(large, i, "median_ms");
        double peak = csv_number(large, i, "peak_gb_per_second");

        printf("| [%.2s](../%s/README.md) | `%s` |", program + strlen("step"), program,
               csv_text(large, i, "kernel"));
        print_cell(time, 4, "");
        print_range(large, i);
        print_cell(before / time, 2, "");
        print_cell(first / time, 2, "");
        print_cell(csv_number(large, i, "gb_per_second"), 0, "");
        print_cell(csv_number(large, i, "percent_of_peak"), 1, " %");
        print_cell(line.fixed_microseconds, 1, "");
        print_cell(line.gb_per_second, 0, "");
        print_cell(100 * line.gb_per_second / peak, 1, " %");
        print_cell(100 * line.worst, 0, " %");
        printf("\n");
        before = time;
    }
}

/* Whether any input of the comparison was in the cache when its sum began. */
static int is_any_in_l2(const struct csv *compare)
{
    for (size_t row = 0; row < compare->count; row++)
        if (csv_number(compare, row, "in_l2") == 1)
            return 1;
    return 0;
}

/* Step 14 beside the libraries, where `make compare` was recorded. */
static void print_comparison(const char *folder)
{
    static const char *const rates[] = {"cub_int", "cub_64", "thrust", "copy"};
    char path[4096], name[64];
    struct csv compare;

    snprintf(path, sizeof path, "%s/compare.csv", folder);
    if (!csv_read(path, &compare))
        return;
    printf("\n");
    printf("GB/s over n, from `make compare`, and how many times as fast step 14 is%s:\n\n",
           is_any_in_l2(&compare) ? "; *L2* where the input stays in the L2 cache, so that the "
                                    "memory's peak is no limit"
                                  : "");
    printf("| n | | step 14 | %% of peak | CUB, into int | times | CUB, into 64 bits | times |"
           " Thrust | times | copy |\n"
           "|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n");
    for (size_t row = 0; row < compare.count; row++) {
        double rate = csv_number(&compare, row, "step14_gb_per_second");

        printf("| 2^%s | %s |", csv_text(&compare, row, "exponent"),
               csv_number(&compare, row, "in_l2") == 1 ? "L2" : "");
        print_cell(rate, 0, "");
        print_cell(100 * rate / csv_number(&compare, row, "peak_gb_per_second"), 1, " %");
        for (size_t i = 0; i < sizeof rates / sizeof rates[0]; i++) {
            snprintf(name, sizeof name, "%s_gb_per_second", rates[i]);
            print_cell(csv_number(&compare, row, name), 0, "");
            snprintf(name, sizeof name, "times_%s", rates[i]);
            if (strcmp(rates[i], "copy") != 0)
                print_cell(csv_number(&compare, row, name), 3, "");
        }
        printf("\n");
    }
}

/* A chart that tools/pages/plot.sh left in the folder, as seen from docs/. */
static void print_chart(const char *folder, const char *chart, const char *words,
                        const char *device)
{
    char path[4096];
    const char *from_docs = strncmp(folder, "docs/", 5) == 0 ? folder + 5 : folder;

    snprintf(path, sizeof path, "%s/%s.svg", folder, chart);
    FILE *file = fopen(path, "r");

    if (file == NULL)
        return;
    fclose(file);
    printf("\n![%s, %s](%s/%s.svg)\n", words, device, from_docs, chart);
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
        print_large(&recording);
        print_chart(argv[i], "progression", "The time of each step as a bar", recording.device);
        print_chart(argv[i], "steps", "How many times as long as step 14 each step takes, over n",
                    recording.device);
        print_comparison(argv[i]);
        print_chart(argv[i], "compare", "The rate of step 14 and the libraries over n",
                    recording.device);
    }
    return 0;
}
