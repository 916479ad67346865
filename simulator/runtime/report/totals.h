/*
 * Counts of a kernel, added up by operation and by line.
 */
#ifndef TOTALS_H
#define TOTALS_H

#include "report/kernel.h"
#include "report/lines.h"

/* Requests of one kind to one memory, with their traffic. */
struct traffic {
    uint64_t requests, lanes;
    uint64_t sectors, bytes; /* global memory; sectors of local memory, too */
    uint64_t wavefronts;     /* shared memory */
};

struct totals {
    struct traffic global_load, global_store, global_atomic;
    struct traffic shared_load, shared_store, shared_atomic;
    struct traffic local_load, local_store;
    uint64_t diverged;       /* branches at which the lanes of a warp diverged */
    uint64_t block_barriers; /* barriers, once for each block that passes */
    uint64_t warp_barriers;  /* __syncwarp, once for each warp that passes */
    uint64_t exchanges;      /* shuffles, votes, reductions within a warp */
};

/* All sites of a profile, over all its launches. */
struct totals totals_of(const struct profile *profile);

/* Totals of one line of the source. */
struct line_totals {
    struct line line;
    struct totals totals;
    double time; /* ns that the model's warps were there, as a part of the kernel's time */
};

/* The lines of a profile with counts or a modelled time, sorted by file and line; their number. */
struct line_totals *totals_by_line(const struct profile *profile, unsigned *count);

/* The pc to look up for an event, and its line. */
uintptr_t site_pc(event_t event);
struct line line_of_site(event_t event);

/* different bytes asked for / bytes moved, in percent; -1 if nothing was moved. */
double efficiency(const struct traffic *traffic);

/* wavefronts / requests: 1 without bank conflicts; -1 if there were none. */
double conflict_degree(const struct traffic *traffic);

/* Lanes per request; -1 if there were no requests. */
double lanes_per_request(const struct traffic *traffic);

#endif
