/*
 * The machine's own clocks. The runtime asks these: what programs get from clock_gettime and its
 * like is another time (clock/host_clock.c).
 */
#ifndef REAL_TIME_H
#define REAL_TIME_H

#include <stdint.h>
#include <time.h>

/* As clock_gettime. */
int real_clock(clockid_t clock, struct timespec *time);

/* Nanoseconds since some moment, of a clock that there is. */
int64_t real_nanoseconds(clockid_t clock);

#endif
