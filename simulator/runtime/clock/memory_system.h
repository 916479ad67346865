/*
 * The memory of one multiprocessor: its load/store unit, shared memory, L1, its part of L2 and of
 * the memory's bandwidth. Times in cycles.
 */
#ifndef MEMORY_SYSTEM_H
#define MEMORY_SYSTEM_H

#include <stdint.h>

#include "base/device.h"
#include "base/trace.h"
#include "clock/line_cache.h"
#include "clock/queue.h"
#include "clock/sample.h"
#include "clock/line_sharing.h"
#include "clock/without.h"
#include "memory/touched.h"
#include "report/times.h"

struct view_model;

struct memory_system {
    const struct device *device;
    double sharing;          /* multiprocessors that do the same at the same time */
    double memory_rate;      /* bytes a cycle, of this multiprocessor's part */
    double memory_queue;     /* the device's, by how much of the traffic is written */
    double extra_per_sector; /* bytes written back for each sector that L2 gets */
    double l2_rate;
    double l2_part;       /* of the cycles that a line takes if all multiprocessors ask */
    double partial_bytes; /* that memory moves for a sector written in part */
    double left_partial;  /* of the sectors written in part that a block is the first to touch */
    struct server load_store, shared, constants, l2, memory, atomics;
    struct utilization l2_use, memory_use;
    struct window window;
    struct line_cache l1;
    struct line_list seen;            /* sectors that are in L2 because this multiprocessor asked */
    struct line_sharing line_sharing; /* where the blocks' atomics meet */
    double resident_warps;            /* of the whole device */
    double mean_warps;                /* the same, on average until the last of the grid ends */
    struct line_list writers; /* lines written in part, with the number of blocks that write them */
    struct line_list units;   /* units of L2 with atomics: the end of the last one */
    struct line_list swapped; /* words with compare-and-swaps: when the next one can succeed */
    struct line_list summed;  /* words with sums of floats: the end of the last one */
    struct line_list shared_sums; /* lines of the program that add floats in shared memory */
    struct line_list packed_l1, packed_l2; /* `used`: the words that they have of a line */
    struct without without;
    uint64_t varied; /* loads that an experiment has given latencies of their own */
    double l2_bytes, memory_bytes;
    double under_way;        /* sum over loads of bytes times cycles */
    double loads;            /* bytes of loads that went to L2 */
    double last;             /* the end of the last store or atomic */
    struct view_model *view; /* records the bytes in flight, or NULL */
};

/* The block that makes a request. */
struct requester {
    const struct trace *trace;
    uint64_t block;    /* the block of the grid that it represents */
    uint64_t instance; /* distinguishes blocks with the same trace */
};

/* The time of a request's result, with the causes of waiting. */
struct answer {
    double issued; /* the load/store unit has taken it: the warp can continue */
    double ready;
    double queued;                /* of the time until then: the part in queues... */
    enum time_cause queue, cause; /* ... the longest of these, and the cause of the rest */
};

/*
 * resident_shared: bytes of L1 that shared memory takes; resident_warps: those of a multiprocessor.
 */
void memory_system_open(struct memory_system *system, const struct device *device, double sharing,
                        double resident_shared, double resident_warps,
                        const struct touched_launch *touched);
void memory_system_close(struct memory_system *system);

/* To be called before the first request: reads the lines of the sampled blocks. follows: as for
 * line_sharing_find. */
void memory_system_know(struct memory_system *system, const struct sample *sample,
                        const double *follows);

/* computed: the address depends on loaded values, or on threadIdx. */
struct answer memory_global(struct memory_system *system, const struct requester *requester,
                            const struct trace_event *event, int computed, double now);
struct answer memory_shared(struct memory_system *system, const struct trace_event *event,
                            int computed, double now);
/* Addresses in constant memory, one after another. Returns the time at which the last one is
 * served. */
double memory_constant(struct memory_system *system, unsigned addresses, double now);
/* Local memory: L1 has it, and L2 gets what is stored, sector by sector. Returns the time at which
 * the last one is there; without a load, at which the stores are taken. */
double memory_local(struct memory_system *system, const struct trace_local *local, double now);
struct answer memory_exchange(struct memory_system *system, double now);
/* The time from which on a request for shared memory has room to wait there. */
double memory_shared_room(const struct memory_system *system);
/* So many loads and stores, which no lane of the warp executes: they take their turns all the same.
 * Returns the time at which the warp has the loads' answers. */
double memory_for_no_lane(struct memory_system *system, unsigned loads, unsigned stores,
                          double now);

#endif
