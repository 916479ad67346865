#include "measured.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "clock/recording.h"

#define PATH_SIZE 512

/* The recording that is being read: a list takes several times of each, in their order. */
struct recording {
    char path[PATH_SIZE];
    FILE *file;
    int events; /* the number of the last event that was read; -1 before the first */
};

static FILE *open_file(const char *path, const char *mode)
{
    FILE *file = fopen(path, mode);
    if (!file) {
        fprintf(stderr, "fit: cannot read %s\n", path);
        exit(3);
    }
    return file;
}

/* Takes the launches after the event of that number, up to the next event. */
static void take_launches(struct recording *recording, const char *path, int number,
                          struct measured *time)
{
    struct clocked_launch launch;
    if (!recording->file || strcmp(path, recording->path) || recording->events > number) {
        if (recording->file)
            fclose(recording->file);
        recording->file = open_file(path, "rb");
        recording->events = -1;
        snprintf(recording->path, sizeof recording->path, "%s", path);
    }
    while (recording->events <= number) {
        int what = recording_read(recording->file, &launch);
        if (what <= 0)
            break;
        if (what == RECORDED_EVENT) {
            recording->events++;
        } else if (recording->events == number) {
            size_t size = (time->launches + 1) * sizeof launch;
            time->launch = allocate_again(time->launch, size);
            time->launch[time->launches++] = launch;
        }
    }
    if (!time->launches) {
        fprintf(stderr, "fit: %s: %s has no launch after event %d\n", time->name, path, number);
        exit(3);
    }
}

struct measured_times measured_read(const char *path)
{
    struct measured_times all = {0};
    struct recording recording = {.file = NULL};
    FILE *file = open_file(path, "r");
    char line[1024], recording_path[PATH_SIZE], regime[16];
    while (fgets(line, sizeof line, file)) {
        struct measured time = {.launches = 0};
        int number;
        if (sscanf(line, "%127s %lf %511s %d %15s", time.name, &time.nanoseconds, recording_path,
                   &number, regime) != 5 ||
            time.nanoseconds <= 0 || (strcmp(regime, "queued") && strcmp(regime, "idle"))) {
            fprintf(stderr, "fit: %s: cannot read the line %s", path, line);
            exit(3);
        }
        time.nanoseconds *= 1000;
        time.is_idle = !strcmp(regime, "idle");
        take_launches(&recording, recording_path, number, &time);
        all.time = allocate_again(all.time, (all.count + 1) * sizeof time);
        all.time[all.count++] = time;
    }
    fclose(file);
    if (recording.file)
        fclose(recording.file);
    return all;
}
