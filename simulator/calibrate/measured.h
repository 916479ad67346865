/*
 * Times measured on a GPU, and what the simulator's clock saw of the same launches.
 */
#ifndef MEASURED_H
#define MEASURED_H

#include "clock/launch_clock.h"

struct measured {
    char name[128];
    double nanoseconds; /* from event to event */
    int is_idle;        /* the device had nothing to do when the launch came */
    int is_left_out;    /* of the fit */
    unsigned launches;  /* between the events */
    struct clocked_launch *launch;
};

struct measured_times {
    unsigned count;
    struct measured *time;
};

/*
 * Reads a list, whose lines fit.c describes, and the recordings that it names. What cannot be
 * read ends the program with a line and status 3. Never freed.
 */
struct measured_times measured_read(const char *path);

#endif
