/*
 * Compares the clock's model with measured times, and fits constants of a device to them.
 *     fit [--leave-out PREFIX]... DEVICE LIST [CONSTANT...]
 * DEVICE is as for SIM_DEVICE. Each line of LIST is
 *     NAME MICROSECONDS RECORDING NUMBER REGIME
 * a time measured between two events, and where to find what the clock saw of the launches
 * between them: in the file RECORDING (SIM_CLOCK_RECORDING), after its event number NUMBER, from
 * 0, up to the next event. REGIME says how the launch came to the device:
 *     queued  the device was busy until then: the time from the first event on is the device's
 *     idle    it had nothing to do: the first event is there at once, and the time has in it what
 *             the host needs until the launch is with the device
 * Prints a line NAME MICROSECONDS MODELLED RATIO for each time, and the mean error last, which is
 * that of |log(modelled / measured)|. With constants it changes these, one after another, as long
 * as the mean error falls, and prints what to put into the device's table and into SIM_DEVICE.
 * With --leave-out it does so once for each PREFIX, without the times whose names begin so, and
 * prints their error besides. These fits begin beside the constants' values, since those may come
 * from the times that are left out: each constant is DISPLACED times too small or too large, by
 * turns.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/device.h"
#include "clock/pc_cycles.h"
#include "modelled.h"
#include "search.h"
#include "tried.h"

#define DISPLACED 1.25

/* What the model says now of each time; free frees it. */
static double *model_all(const struct measured_times *measured)
{
    double *nanoseconds = allocate(measured->count * sizeof *nanoseconds);
    modelled_times(measured, nanoseconds);
    return nanoseconds;
}

static void print_times(const struct measured_times *measured, const double *nanoseconds)
{
    for (unsigned i = 0; i < measured->count; i++) {
        const struct measured *time = &measured->time[i];
        printf("%-60s %10.3f %10.3f %6.3f\n", time->name, time->nanoseconds / 1000,
               nanoseconds[i] / 1000, nanoseconds[i] / time->nanoseconds);
    }
}

/* Mean |log(modelled / measured)| of the times that are left out, or of those that are not. */
static double mean_error(const struct measured_times *measured, const double *nanoseconds,
                         int left_out, unsigned *count)
{
    double sum = 0;
    *count = 0;
    for (unsigned i = 0; i < measured->count; i++) {
        if (measured->time[i].is_left_out != left_out)
            continue;
        sum += modelled_error(&measured->time[i], nanoseconds[i]);
        ++*count;
    }
    return sum / *count;
}

static void print_errors(const struct measured_times *measured, const double *before,
                         const double *after)
{
    unsigned count;
    double was = mean_error(measured, before, 0, &count);
    double is = mean_error(measured, after, 0, &count);
    printf("fitted %u times, mean |log(modelled / measured)| %.4f before %.4f\n", count, is, was);
    was = mean_error(measured, before, 1, &count);
    if (count == 0)
        return;
    is = mean_error(measured, after, 1, &count);
    printf("left out %u times, mean |log(modelled / measured)| %.4f before %.4f\n", count, is, was);
}

static void print_constants(const char *device_asked, unsigned count, char **names)
{
    for (unsigned i = 0; i < count; i++)
        printf("    .%s = %.4g,\n", names[i], *search_constant(names[i]));
    printf("SIM_DEVICE=%s", device_asked);
    for (unsigned i = 0; i < count; i++)
        printf(",%s=%.4g", names[i], *search_constant(names[i]));
    printf("\n");
}

/* Marks the times whose names begin so. Ends the program with status 2 if none is marked, or all.
 */
static void leave_out(const struct measured_times *measured, const char *prefix)
{
    unsigned count = 0;
    for (unsigned i = 0; i < measured->count; i++) {
        struct measured *time = &measured->time[i];
        time->is_left_out = !strncmp(time->name, prefix, strlen(prefix));
        count += (unsigned)time->is_left_out;
    }
    if (count == 0 || count == measured->count) {
        fprintf(stderr, "fit: %u of %u names begin with %s\n", count, measured->count, prefix);
        exit(2);
    }
}

/* Fits the constants, and prints how well that went. */
static void fit(const struct measured_times *measured, const double *before, char **word,
                unsigned count, char **names)
{
    search(measured, count, names);
    print_errors(measured, before, tried_times(measured, count, names));
    print_constants(word[1], count, names);
}

/* Fits them from other values than they have, which they have again in the end. */
static void fit_displaced(const struct measured_times *measured, const double *before, char **word,
                          unsigned count, char **names)
{
    struct device kept = device;
    for (unsigned i = 0; i < count; i++)
        search_set(names[i], *search_constant(names[i]) * (i % 2 ? DISPLACED : 1 / DISPLACED));
    fit(measured, before, word, count, names);
    device = kept;
}

int main(int words, char **word)
{
    char **prefix = &word[2];
    unsigned prefixes = 0;
    for (; words > 2 && !strcmp(word[1], "--leave-out"); words -= 2, word += 2)
        prefixes++;
    if (words < 3) {
        fprintf(stderr, "usage: fit [--leave-out PREFIX]... DEVICE LIST [CONSTANT...]\n");
        return 2;
    }
    setenv("SIM_DEVICE", word[1], 1);
    device_read();
    pc_cycles_start();
    unsigned constants = (unsigned)words - 3, count;
    for (unsigned i = 0; i < constants; i++)
        search_constant(word[3 + i]); /* a wrong name is told before a long search */
    struct measured_times measured = measured_read(word[2]);
    for (unsigned i = 0; i < prefixes; i++)
        leave_out(&measured, prefix[2 * i]); /* so is a wrong prefix */
    double *before = model_all(&measured);
    if (constants == 0) {
        print_times(&measured, before);
        double error = mean_error(&measured, before, 0, &count);
        printf("%u times, mean |log(modelled / measured)| %.4f\n", count, error);
        return 0;
    }
    if (prefixes == 0)
        fit(&measured, before, word, constants, &word[3]);
    for (unsigned i = 0; i < prefixes; i++) {
        leave_out(&measured, prefix[2 * i]);
        printf("without %s:\n", prefix[2 * i]);
        fit_displaced(&measured, before, word, constants, &word[3]);
        fflush(stdout);
    }
    return 0;
}
