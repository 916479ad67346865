/*
 * Prints the tables of `make run` from the csv files that the programs and the counters wrote:
 * one line for each step, with its times, and on the simulator a second one with what its
 * kernel did to memory.
 *
 *     progression_table gpu|sim FOLDER PROGRAM...
 *
 * reads FOLDER/PROGRAM.csv and, where it is there, FOLDER/PROGRAM.counters.csv.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csv.h"

enum { KERNEL_WIDTH = 34 };

struct step {
    const char *program;
    struct csv result, counters;
};

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

/* The step's kernel, or that there is no result; returns whether there is one. */
static int print_kernel(const struct step *step)
{
    if (step->result.count > 0)
        printf("%-*s", KERNEL_WIDTH, csv_text(&step->result, 0, "kernel"));
    else
        printf("%-*s | no result\n", KERNEL_WIDTH, step->program);
    return step->result.count > 0;
}

/* first and before: the median times of the first step and of the one before; NAN for none. */
static void print_times(const struct step *step, double first, double before)
{
    const struct csv *result = &step->result;
    double time = csv_number(result, 0, "median_ms");
    double rate = csv_number(result, 0, "gb_per_second");
    int is_right = strcmp(csv_text(result, 0, "status"), "right") == 0;

    if (!(rate > 0)) /* no rate is shown for a wrong sum or no time */
        time = rate = NAN;
    printf(" | %-10s", is_right ? csv_text(result, 0, "sum") : "WRONG");
    print_number(time, 11, 4, "");
    print_number(before / time, 5, 2, "");
    print_number(first / time, 10, 2, "");
    print_number(rate, 7, 1, "");
    print_number(rate > 0 ? csv_number(result, 0, "percent_of_peak") : NAN, 8, 1, "%");
    print_number(csv_number(&step->counters, 0, "global_load_efficiency"), 6, 2, "%");
    print_number(csv_number(&step->counters, 0, "global_store_efficiency"), 6, 2, "%");
    printf("\n");
}

/* Whether any of the times is a model's. Files that do not say so are older, and measured. */
static int are_modelled(const struct step *steps, int count)
{
    for (int i = 0; i < count; i++) {
        const char *times = csv_text(&steps[i].result, 0, "times");

        if (times != NULL && strcmp(times, "modelled") == 0)
            return 1;
    }
    return 0;
}

static void print_table_of_times(const struct step *steps, int count)
{
    int modelled = are_modelled(steps, count);
    double first = NAN, before = NAN;

    if (modelled)
        printf("Times are modelled: what a model says that this device would take "
               "(simulator/docs/clock.md).\n");
    printf("\n%-*s | %-10s | %11s | %-18s | %7s | %9s | %s\n", KERNEL_WIDTH, "", "", "", "speed-up",
           "", "", "efficiency");
    printf("%-*s | %-10s | %11s |  step | cumulative |    GB/s | %% of peak |    load |   store\n",
           KERNEL_WIDTH, "kernel", "sum", modelled ? "modelled ms" : "time (ms)");
    for (int i = 0; i < count; i++) {
        double time = csv_number(&steps[i].result, 0, "median_ms");

        if (print_kernel(&steps[i]))
            print_times(&steps[i], first, before);
        before = time > 0 ? time : NAN;
        if (isnan(first))
            first = before;
    }
}

static void print_counters(const struct csv *counters)
{
    double load_wavefronts = csv_number(counters, 0, "shared_load_wavefronts");
    double store_wavefronts = csv_number(counters, 0, "shared_store_wavefronts");
    double load_requests = csv_number(counters, 0, "shared_load_requests");
    double store_requests = csv_number(counters, 0, "shared_store_requests");
    double requests = load_requests + store_requests;
    double wavefronts = load_wavefronts + store_wavefronts;

    print_number(csv_number(counters, 0, "global_load_sectors"), 12, 0, "");
    print_number(csv_number(counters, 0, "global_store_sectors"), 13, 0, "");
    print_number(wavefronts > 0 ? wavefronts : NAN, 17, 0, "");
    print_number(requests > 0 ? wavefronts / requests : NAN, 13, 2, "");
    printf("\n");
}

static void print_table_of_counters(const struct step *steps, int count)
{
    printf("\n%-*s | load sectors | store sectors | shared wavefronts | per request\n",
           KERNEL_WIDTH, "kernel");
    for (int i = 0; i < count; i++)
        if (print_kernel(&steps[i]))
            print_counters(&steps[i].counters);
}

int main(int argc, char **argv)
{
    if (argc < 4) {
        fprintf(stderr, "usage: progression_table gpu|sim FOLDER PROGRAM...\n");
        return 2;
    }
    int count = argc - 3;
    struct step *steps = calloc((size_t)count, sizeof *steps);

    if (steps == NULL) {
        fprintf(stderr, "progression_table: out of memory\n");
        return 3;
    }
    for (int i = 0; i < count; i++) {
        steps[i].program = argv[i + 3];
        read_file(argv[2], steps[i].program, ".csv", &steps[i].result);
        read_file(argv[2], steps[i].program, ".counters.csv", &steps[i].counters);
    }
    print_table_of_times(steps, count);
    if (strcmp(argv[1], "sim") == 0)
        print_table_of_counters(steps, count);
    free(steps);
    return 0;
}
