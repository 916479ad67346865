/*
 * The benchmark of the simulator: how long whole programs take with counters and
 * checks on, with them off, and compiled without instrumentation, and how many
 * accesses to memory that is in a second.
 *
 *     bench_sim N RUNS PROGRAM...
 *
 * PROGRAM stands for build/sim/PROGRAM and build/plain/PROGRAM. Each configuration
 * runs RUNS times, in turn with the others, so that a slower spell of the machine
 * hits all of them; the median is quoted.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "csv.h"

enum { CONFIGURATIONS = 3, RUNS_MAX = 99 };

static const struct {
    const char *name, *folder, *environment;
} configurations[CONFIGURATIONS] = {
    {"counters and checks on", "sim", "SIM_COUNTERS=1 SIM_CHECKS=1"},
    {"counters and checks off", "sim", "SIM_COUNTERS=0 SIM_CHECKS=0"},
    {"compiled with --plain", "plain", ""},
};

static double seconds_of(const char *command)
{
    struct timespec start, stop;

    clock_gettime(CLOCK_MONOTONIC, &start);
    int status = system(command);
    clock_gettime(CLOCK_MONOTONIC, &stop);
    if (status != 0) {
        fprintf(stderr, "bench_sim: failed: %s\n", command);
        exit(3);
    }
    return (double)(stop.tv_sec - start.tv_sec) + 1e-9 * (double)(stop.tv_nsec - start.tv_nsec);
}

static int by_size(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;

    return (a > b) - (a < b);
}

/* How many accesses the program's threads make, from the counters of one run: lanes of requests. */
static double count_accesses(const char *program, const char *n)
{
    static const char *const kinds[] = {"global_load", "global_store", "shared_load", "shared_store"};
    static const char file[] = "build/tools/bench_sim.csv";
    char command[1024];
    struct csv csv;

    snprintf(command, sizeof command, "rm -f %s; SIM_CSV=%s build/sim/%s -n %s >/dev/null", file,
             file, program, n);
    seconds_of(command);
    csv_read(file, &csv);

    double accesses = 0;

    for (int i = 0; i < 4; i++) {
        char requests[64], lanes[64];

        snprintf(requests, sizeof requests, "%s_requests", kinds[i]);
        snprintf(lanes, sizeof lanes, "%s_lanes", kinds[i]);
        double count = csv_number(&csv, 0, requests);

        if (count > 0)
            accesses += count * csv_number(&csv, 0, lanes);
    }
    return accesses;
}

static void bench(const char *program, const char *n, int runs)
{
    double times[CONFIGURATIONS][RUNS_MAX];
    double accesses = count_accesses(program, n);
    char command[1024];

    for (int run = 0; run < runs; run++)
        for (int i = 0; i < CONFIGURATIONS; i++) {
            snprintf(command, sizeof command, "%s build/%s/%s -n %s >/dev/null",
                     configurations[i].environment, configurations[i].folder, program, n);
            times[i][run] = seconds_of(command);
        }
    for (int i = 0; i < CONFIGURATIONS; i++) {
        qsort(times[i], (size_t)runs, sizeof times[i][0], by_size);
        double median = (times[i][(runs - 1) / 2] + times[i][runs / 2]) / 2;

        printf("%-24s %-24s %9.3f s  (min %.3f, max %.3f)  %8.1f million accesses/s\n", program,
               configurations[i].name, median, times[i][0], times[i][runs - 1],
               accesses / median / 1e6);
    }
}

int main(int argc, char **argv)
{
    int runs = argc > 2 ? atoi(argv[2]) : 0;

    if (argc < 4 || runs < 1 || runs > RUNS_MAX) {
        fprintf(stderr, "usage: bench_sim N RUNS PROGRAM...\n");
        return 2;
    }
    printf("Whole programs, n = %s, median of %d runs:\n", argv[1], runs);
    for (int i = 3; i < argc; i++)
        bench(argv[i], argv[1], runs);
    return 0;
}
