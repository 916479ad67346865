/*
 * Fits constants of a device to measured times.
 *     fit DEVICE LIST [CONSTANT...]
 * DEVICE is as for SIM_DEVICE. Each line of LIST is
 *     NAME MICROSECONDS RECORDING NUMBER LAUNCH
 * a measured time between two events, and where to find what the clock saw of it: in the file
 * RECORDING (SIM_CLOCK_RECORDING), between its events number NUMBER and the next; LAUNCH is
 * queued or idle: whether the device still had something to do when the launch came.
 * Without a constant: prints the times and their errors. Else changes the constants named, one
 * after another, as long as the mean error falls, and prints what they are then.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/device.h"
#include "clock/places.h"
#include "clock/recording.h"

#define LAUNCHES_MOST 8 /* between two events */

struct measured {
    char name[128];
    double nanoseconds;
    int idle;
    unsigned launches;
    struct clocked_launch launch[LAUNCHES_MOST];
};

static struct measured *times;
static unsigned count;

/* Reads a file's launches after the event of that number, up to the next event. */
static void find(struct measured *time, const char *path, int number)
{
    static FILE *file;
    static char open_path[512];
    static int events;
    struct clocked_launch launch;
    if (!file || strcmp(path, open_path) || events > number) {
        if (file)
            fclose(file);
        file = fopen(path, "rb");
        snprintf(open_path, sizeof open_path, "%s", path);
        events = -1;
    }
    if (!file) {
        fprintf(stderr, "fit: cannot read %s\n", path);
        exit(3);
    }
    for (int what; events <= number && (what = recording_read(file, &launch)) > 0;) {
        if (what == RECORDED_EVENT)
            events++;
        else if (events == number && time->launches < LAUNCHES_MOST)
            time->launch[time->launches++] = launch;
    }
}

static void read_list(const char *path)
{
    FILE *file = fopen(path, "r");
    char recording[512], how[16];
    struct measured time;
    int number;
    if (!file) {
        fprintf(stderr, "fit: cannot read %s\n", path);
        exit(3);
    }
    memset(&time, 0, sizeof time);
    while (fscanf(file, "%127s %lf %511s %d %15s", time.name, &time.nanoseconds, recording, &number,
                  how) == 5) {
        time.nanoseconds *= 1000;
        time.idle = !strcmp(how, "idle");
        time.launches = 0;
        find(&time, recording, number);
        if (!time.launches) {
            fprintf(stderr, "fit: %s: no launch %d in %s\n", time.name, number, recording);
            continue;
        }
        times = allocate_again(times, (count + 1) * sizeof *times);
        times[count++] = time;
    }
    fclose(file);
}

static double modelled(const struct measured *time)
{
    double event = device.launch - device.launch_gap;
    double sum = time->idle && device.host_call > event ? device.host_call : event;
    double cycles;
    for (unsigned i = 0; i < time->launches; i++) {
        sum += device.launch_gap + launch_clock(&device, &time->launch[i]).kernel;
        while (places_take(&cycles))
            ;
    }
    return sum;
}

/* Mean of the absolute logarithms, and for what is far off its square besides. */
static double error(void)
{
    double sum = 0;
    for (unsigned i = 0; i < count; i++) {
        double one = fabs(log(modelled(&times[i]) / times[i].nanoseconds));
        sum += one + one * one;
    }
    return sum / count;
}

static void print_all(void)
{
    double sum = 0;
    for (unsigned i = 0; i < count; i++) {
        double model = modelled(&times[i]), one = log(model / times[i].nanoseconds);
        printf("%-60s %10.2f %10.2f %6.2f\n", times[i].name, times[i].nanoseconds / 1000,
               model / 1000, exp(one));
        sum += fabs(one);
    }
    printf("%u times, mean |log(modelled / measured)| %.4f\n", count, sum / count);
}

static double *constant(const char *name)
{
    for (const struct device_constant *c = device_constants; c->name; c++)
        if (!strcmp(c->name, name))
            return (double *)((char *)&device + c->offset);
    fprintf(stderr, "fit: no constant %s\n", name);
    exit(2);
}

/* Tries a constant larger and smaller by a factor. Returns the least error, and keeps its value. */
static double improve(double *value, double least, double factor)
{
    double kept = *value;
    for (int up = 0; up <= 1; up++) {
        for (double tried = kept;;) {
            tried = up ? tried * factor : tried / factor;
            *value = tried;
            double now = error();
            if (now >= least - 1e-5)
                break;
            least = now;
            kept = tried;
        }
        *value = kept;
    }
    return least;
}

int main(int words, char **word)
{
    if (words < 3) {
        fprintf(stderr, "usage: fit DEVICE LIST [CONSTANT...]\n");
        return 2;
    }
    setenv("SIM_DEVICE", word[1], 1);
    device_read();
    places_start();
    read_list(word[2]);
    if (words == 3) {
        print_all();
        return 0;
    }
    double least = error();
    for (double factor = 1.5; factor > 1.04; factor = sqrt(factor)) {
        for (int i = 3; i < words; i++) {
            double *value = constant(word[i]);
            least = improve(value, least, factor);
            fprintf(stderr, "%-20s %10.4f error %.4f\n", word[i], *value, least);
        }
    }
    for (int i = 3; i < words; i++)
        printf("%s=%.6g,", word[i], *constant(word[i]));
    printf("\n");
    return 0;
}
