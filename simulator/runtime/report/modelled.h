/*
 * The modelled times of launches of one shape, added up, and values derived from them.
 */
#ifndef MODELLED_H
#define MODELLED_H

#include <stdint.h>

#include "base/site.h"
#include "report/times.h"
#include "report/what_if.h"

/* How long warps were at one event's pc. */
struct place_time {
    event_t place;
    double time; /* ns: the share of the kernel's time */
};

/* Sums over launches; 0 launches if the clock was off. */
struct modelled {
    uint64_t launches;
    double launch, kernel;     /* ns, as in struct launch_time */
    double cause[TIME_CAUSES]; /* ns: each launch's shares of its kernel's time */
    double memory_bytes, l2_bytes, instructions;
    double under_way;        /* bytes of loads on their way, times ns */
    double latency;          /* of loads, times ns: the mean is weighted by the kernels' times */
    struct launch_time last; /* the last launch: for values that do not add up */
    struct place_time *places;
    unsigned place_count, place_room; /* in ascending order of the events */
    struct experiments experiments;   /* the answers to "what if", where they are asked for */
};

/* Adds a launch; then each of its events, with its part of the launch's kernel time in ns. */
void modelled_add(struct modelled *modelled, const struct launch_time *time);
void modelled_add_place(struct modelled *modelled, event_t place, double time);

/* The time of all events together, in ns; 0 if there are none. */
double modelled_place_time(const struct modelled *modelled);

/* The cause's share of the warps' time, 0 to 1. */
double modelled_share(const struct modelled *modelled, enum time_cause cause);

/* The cause with the largest share. */
enum time_cause modelled_main_cause(const struct modelled *modelled);

/* Warps resident on a multiprocessor, of the most that it can hold: 0 to 1. */
double modelled_occupancy(const struct modelled *modelled);

/* Bytes of loads on their way to the multiprocessors, on average over the kernel's time. */
double modelled_under_way(const struct modelled *modelled);

/*
 * Little's law: bytes that must be on their way at any moment for loads to reach the memory's
 * bandwidth; that bandwidth, in bytes/s; and the latency, in ns.
 */
double little_bytes(void);
double little_bandwidth(void);
double little_latency(void);

/* Lower bounds of a launch's time, each with the limit of one resource alone. */
enum bound { BOUND_MEMORY, BOUND_L2, BOUND_ISSUE, BOUND_BLOCKS, BOUNDS };

/* Such a time, in ns, of one launch; blocks: in the grid. */
double modelled_bound(const struct modelled *modelled, enum bound bound, uint64_t blocks);

/* The bound that is nearest to the kernel's time: the longest. */
enum bound modelled_nearest_bound(const struct modelled *modelled, uint64_t blocks);

#endif
