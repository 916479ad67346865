/*
 * The benchmark of the simulator: how long whole programs take with counters and
 * checks on, with them off, and compiled without instrumentation, and how many
 * accesses to memory that is in a second.
 *
 *     bench_sim [--against TREE] N RUNS PROGRAM...
 *
 * PROGRAM stands for build/sim/PROGRAM and build/plain/PROGRAM. Each configuration
 * runs RUNS times, in turn with the others, so that a slower spell of the machine
 * hits all of them; the median is quoted. TREE is another copy of the lab, built
 * before: its programs run in turn with these, and the ratio of the medians is printed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

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
    static const char *const kinds[] = {"global_load", "global_store", "shared_load",
                                        "shared_store"};
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

static double median_of(double *times, int runs)
{
    qsort(times, (size_t)runs, sizeof times[0], by_size);
    return (times[(runs - 1) / 2] + times[runs / 2]) / 2;
}

/* Seconds that the program of the tree takes in the configuration. */
static double one_run(const char *tree, int configuration, const char *program, const char *n)
{
    char command[2048];

    snprintf(command, sizeof command, "%s '%s/build/%s/%s' -n %s >/dev/null",
             configurations[configuration].environment, tree, configurations[configuration].folder,
             program, n);
    return seconds_of(command);
}

static void bench(const char *program, const char *n, int runs, const char *against)
{
    double times[CONFIGURATIONS][RUNS_MAX], others[CONFIGURATIONS][RUNS_MAX];
    double accesses = count_accesses(program, n);

    for (int run = 0; run < runs; run++)
        for (int i = 0; i < CONFIGURATIONS; i++) {
            times[i][run] = one_run(".", i, program, n);
            if (against)
                others[i][run] = one_run(against, i, program, n);
        }
    for (int i = 0; i < CONFIGURATIONS; i++) {
        double median = median_of(times[i], runs);

        printf("%-24s %-24s %9.3f s  (min %.3f, max %.3f)  %8.1f million accesses/s", program,
               configurations[i].name, median, times[i][0], times[i][runs - 1],
               accesses / median / 1e6);
        if (against)
            printf("  %6.2f times as fast", median_of(others[i], runs) / median);
        printf("\n");
    }
}

/* The other tree must have been built: says which program is missing. */
static void need_programs(const char *tree, char **programs, int count)
{
    for (int i = 0; i < count * CONFIGURATIONS; i++) {
        char path[2048];

        snprintf(path, sizeof path, "%s/build/%s/%s", tree,
                 configurations[i % CONFIGURATIONS].folder, programs[i / CONFIGURATIONS]);
        if (access(path, X_OK)) {
            fprintf(stderr, "bench_sim: there is no %s: make bench-sim in that tree first\n", path);
            exit(2);
        }
    }
}

int main(int argc, char **argv)
{
    const char *against = NULL;

    if (argc > 2 && !strcmp(argv[1], "--against")) {
        against = argv[2];
        argc -= 2;
        argv += 2;
    }
    int runs = argc > 2 ? atoi(argv[2]) : 0;

    if (argc < 4 || runs < 1 || runs > RUNS_MAX) {
        fprintf(stderr, "usage: bench_sim [--against TREE] N RUNS PROGRAM...\n");
        return 2;
    }
    if (against)
        need_programs(against, argv + 3, argc - 3);
    printf("Whole programs, n = %s, median of %d runs", argv[1], runs);
    if (against)
        printf(", in turn with those of %s", against);
    printf(":\n");
    for (int i = 3; i < argc; i++)
        bench(argv[i], argv[1], runs, against);
    return 0;
}
