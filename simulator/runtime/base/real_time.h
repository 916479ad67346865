/*
 * The machine's own clocks, for the runtime. Programs get another time from clock_gettime and its
 * like (clock/host_clock.c).
 */
#ifndef REAL_TIME_H
#define REAL_TIME_H

#include <stdint.h>
#include <time.h>

/* As clock_gettime. */
int real_clock(clockid_t clock, struct timespec *time);

/* Nanoseconds since some moment, of a clock that exists. */
int64_t real_nanoseconds(clockid_t clock);

#endif
