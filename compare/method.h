/*
 * The options of the programs that compare speeds, and the description of their method.
 */
#ifndef METHOD_H
#define METHOD_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../common/lab.h"

enum { SMALLEST = 10 }; // of n, as a power of two

/* The steps' options, with the limits that a comparison has; ends the program beyond them. */
static struct options parse_comparison(int argc, char **argv)
{
    struct options options = parse_options(argc, argv, 1ULL << 40);

    if (options.n < 1 << SMALLEST || options.repeat < 1) {
        fprintf(stderr, "%s: needs -n of 2^%d or more, and -r of 1 or more\n", options.program,
                SMALLEST);
        exit(EXIT_BAD_USAGE);
    }
    if (options.csv != NULL && strcmp(options.csv, "-") == 0) {
        fprintf(stderr, "%s: --csv needs a file: the table goes to stdout\n", options.program);
        exit(EXIT_BAD_USAGE);
    }
    return options;
}

/* Opens the file of --csv, if there is one; ends the program if it cannot be written. */
static FILE *open_csv(const struct options *options)
{
    if (options->csv == NULL)
        return NULL;
    FILE *csv = fopen(options->csv, "w");
    if (csv == NULL) {
        fprintf(stderr, "%s: cannot write the csv file %s\n", options->program, options->csv);
        exit(EXIT_CUDA_FAILURE);
    }
    return csv;
}

static void close_csv(const struct options *options, FILE *csv)
{
    if (csv == NULL || fclose(csv) == 0)
        return;
    fprintf(stderr, "%s: cannot write the csv file %s\n", options->program, options->csv);
    exit(EXIT_CUDA_FAILURE);
}

/*
 * Times all contestants in turns, in an order that is reversed every round, and fills time[who].
 * milliseconds(who, round) is called for rounds 0, 1, ... and before them for round -1, which warms
 * up and does not count. A contestant whose time is 0 in that round takes no part.
 */
template <typename function>
static void take_turns(int contestants, int rounds, function milliseconds, struct statistics *time)
{
    size_t count = rounds;
    double *times = (double *)allocate(contestants * count * sizeof(double));

    for (int who = 0; who < contestants; who++)
        (time[who] = {}).median = milliseconds(who, -1);
    for (int round = 0; round < rounds; round++)
        for (int turn = 0; turn < contestants; turn++) {
            int who = round % 2 == 0 ? turn : contestants - 1 - turn;

            if (time[who].median > 0)
                times[who * count + round] = milliseconds(who, round);
        }
    for (int who = 0; who < contestants; who++)
        if (time[who].median > 0)
            time[who] = statistics_of(times + who * count, rounds);
    free(times);
}

/* Says how the sums are timed. */
static void print_method(const struct device *device, const struct options *options)
{
    printf("Each sum timed by itself, %s; an empty launch: %.5f ms\n",
           options->warm ? "on a warm cache: it may find its input there"
                         : "on a cold, clean cache",
           empty_launch(&device->cache, options->repeat));
}

/* Prints device, versions and date: on stdout, and in two lines of comment in the csv file. */
static void print_conditions(const struct device *device, const struct options *options, FILE *csv)
{
    int driver, runtime;
    time_t now = time(NULL);
    char date[16];

    CHECK(cudaDriverGetVersion(&driver));
    CHECK(cudaRuntimeGetVersion(&runtime));
    strftime(date, sizeof date, "%Y-%m-%d", gmtime(&now));
    printf("%s, %d multiprocessors, peak %.0f GB/s\n", device->name, device->multiprocessors,
           device->peak);
    printf("CUDA %d.%d, driver for CUDA %d.%d, %s; median of %d rounds\n", runtime / 1000,
           runtime % 1000 / 10, driver / 1000, driver % 1000 / 10, date, options->repeat);
    if (csv != NULL)
        fprintf(csv, "# %s\n# %s, CUDA %d.%d\n", device->name, date, runtime / 1000,
                runtime % 1000 / 10);
}

#endif
