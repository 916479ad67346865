/*
 * Prints the table of all steps as Markdown, for README.md: what each removes, its
 * page, and its speed-up and counters on the first device.
 *
 *     steps_section STEPS.csv FOLDER...
 *
 * STEPS.csv has the columns program and removes; the folders are such as tools/record/record.sh
 * wrote. A step that was not measured has dashes.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "recording.h"

/* A number with commas between thousands, or a dash for NAN. */
static void print_count(double value)
{
    char digits[32];

    if (isnan(value)) {
        printf(" – |");
        return;
    }
    int length = snprintf(digits, sizeof digits, "%.0f", value);

    putchar(' ');
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            putchar(',');
        putchar(digits[i]);
    }
    printf(" |");
}

static void print_step(const struct recording *recording, const char *program, const char *removes)
{
    long run = run_row(recording, program);
    const char *kernel = run >= 0 ? csv_text(&recording->run, (size_t)run, "kernel") : "";
    size_t counted = (size_t)counters_row(recording, kernel);
    double first = csv_number(&recording->run, 0, "median_ms");
    double time = csv_number(&recording->run, (size_t)run, "median_ms");
    double first_large = csv_number(&recording->large, 0, "median_ms");
    size_t large = (size_t)large_row(recording, program, kernel);
    double time_large = csv_number(&recording->large, large, "median_ms");

    printf("| [%.2s](%s/README.md) | %s |", program + strlen("step"), program, removes);
    print_cell(time, 4, "");
    print_cell(first / time, 2, "");
    print_cell(time_large, 4, "");
    print_cell(first_large / time_large, 2, "");
    print_cell(csv_number(&recording->run, (size_t)run, "host_ms"), 4, "");
    print_count(csv_number(&recording->counters, counted, "global_load_sectors"));
    print_count(csv_number(&recording->counters, counted, "global_store_sectors"));
    printf("\n");
}

int main(int argc, char **argv)
{
    struct recording recording;
    struct csv steps;

    if (argc < 3) {
        fprintf(stderr, "usage: steps_section STEPS.csv FOLDER...\n");
        return 2;
    }
    if (!csv_read(argv[1], &steps) || !read_recording(argv[2], &recording))
        return 3;
    printf("| step | what it removes | 2^24 ints (ms) | speed-up | 2^28 ints (ms) | speed-up |"
           " then the host (ms) | load sectors | store sectors |\n"
           "|---|---|--:|--:|--:|--:|--:|--:|--:|\n");
    for (size_t i = 0; i < steps.count; i++)
        print_step(&recording, csv_text(&steps, i, "program"), csv_text(&steps, i, "removes"));
    printf("\nMeasured on an %s, %s: blocks of %s, median of %s runs. What the host does then and "
           "the\n"
           "sectors are those for 2^24 ints.\n",
           recording.device, recording.conditions, csv_text(&recording.run, 0, "block"),
           csv_text(&recording.run, 0, "runs"));
    return 0;
}
