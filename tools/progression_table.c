/*
 * Prints the table of `make run`: one line for each step, from the csv files that
 * the programs and the counters wrote.
 *
 *     progression_table gpu|sim FOLDER PROGRAM...
 *
 * reads FOLDER/PROGRAM.csv and, where it is there, FOLDER/PROGRAM.counters.csv.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "csv.h"

enum { KERNEL_WIDTH = 36 };

static void read_file(const char *folder, const char *program, const char *ending, struct csv *csv)
{
    char path[4096];

    snprintf(path, sizeof path, "%s/%s%s", folder, program, ending);
    csv_read(path, csv);
}

/* A number of the given width, or a dash where there is none. */
static void print_number(double value, int width, int decimals, const char *unit)
{
    if (isnan(value) || value < 0)
        printf(" | %*s%*s", width, "-", (int)strlen(unit), "");
    else
        printf(" | %*.*f%s", width, decimals, value, unit);
}

static void print_efficiencies(const struct csv *counters)
{
    print_number(csv_number(counters, 0, "global_load_efficiency"), 8, 2, "%");
    print_number(csv_number(counters, 0, "global_store_efficiency"), 8, 2, "%");
}

/* first and before: the median times of the first step and of the one before; NAN for none. */
static void print_gpu_row(const struct csv *result, const struct csv *counters, double first,
                          double before)
{
    double time = csv_number(result, 0, "median_ms");
    double rate = csv_number(result, 0, "gb_per_second");

    if (!(rate > 0)) /* no rate is shown for a wrong sum or no time */
        time = rate = NAN;
    print_number(time, 9, 4, "");
    print_number(before / time, 7, 2, "");
    print_number(first / time, 10, 2, "");
    print_number(rate, 7, 1, "");
    print_number(rate > 0 ? csv_number(result, 0, "percent_of_peak") : NAN, 8, 1, "%");
    print_efficiencies(counters);
}

static void print_sim_row(const struct csv *counters)
{
    double load_wavefronts = csv_number(counters, 0, "shared_load_wavefronts");
    double store_wavefronts = csv_number(counters, 0, "shared_store_wavefronts");
    double load_requests = csv_number(counters, 0, "shared_load_requests");
    double store_requests = csv_number(counters, 0, "shared_store_requests");
    double requests = load_requests + store_requests;
    double wavefronts = load_wavefronts + store_wavefronts;

    print_efficiencies(counters);
    print_number(csv_number(counters, 0, "global_load_sectors"), 12, 0, "");
    print_number(csv_number(counters, 0, "global_store_sectors"), 13, 0, "");
    print_number(wavefronts > 0 ? wavefronts : NAN, 17, 0, "");
    print_number(requests > 0 ? wavefronts / requests : NAN, 13, 2, "");
}

int main(int argc, char **argv)
{
    double first = NAN, before = NAN;

    if (argc < 4) {
        fprintf(stderr, "usage: progression_table gpu|sim FOLDER PROGRAM...\n");
        return 2;
    }
    int gpu = strcmp(argv[1], "gpu") == 0;

    printf("\n%-*s | %-10s", KERNEL_WIDTH, "kernel", "sum");
    if (gpu)
        printf(" | time (ms) | speedup | cumulative |    GB/s | %% of peak");
    printf(" | load eff. | store eff.");
    if (!gpu)
        printf(" | load sectors | store sectors | shared wavefronts | per request");
    printf("\n");

    for (int i = 3; i < argc; i++) {
        struct csv result, counters;

        read_file(argv[2], argv[i], ".csv", &result);
        read_file(argv[2], argv[i], ".counters.csv", &counters);
        if (result.count == 0) {
            printf("%-*s | no result\n", KERNEL_WIDTH, argv[i]);
            before = NAN;
            continue;
        }
        printf("%-*s | %-10s", KERNEL_WIDTH, csv_text(&result, 0, "kernel"),
               strcmp(csv_text(&result, 0, "status"), "right") == 0 ? csv_text(&result, 0, "sum")
                                                                    : "WRONG");
        if (gpu) {
            double time = csv_number(&result, 0, "median_ms");

            print_gpu_row(&result, &counters, first, before);
            before = time > 0 ? time : NAN;
            if (isnan(first))
                first = before;
        } else {
            print_sim_row(&counters);
        }
        printf("\n");
    }
    return 0;
}
