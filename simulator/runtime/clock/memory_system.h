/*
 * The memory as one multiprocessor sees it: its load/store unit, shared memory, L1, its part
 * of L2 and of the memory's bandwidth. Times in cycles.
 */
#ifndef MEMORY_SYSTEM_H
#define MEMORY_SYSTEM_H

#include <stdint.h>

#include "base/device.h"
#include "base/trace.h"
#include "clock/line_cache.h"
#include "clock/queue.h"
#include "clock/sample.h"
#include "clock/sharers.h"
#include "memory/touched.h"
#include "report/times.h"

struct view_model;

struct memory_system {
    const struct device *device;
    double sharing;          /* multiprocessors that do the same at the same time */
    double memory_rate;      /* bytes a cycle, of this multiprocessor's part */
    double extra_per_sector; /* bytes that are written back for each sector that comes new */
    double l2_rate;
    double partial_bytes; /* that memory moves for a sector that is written in part */
    struct server load_store, shared, l2, memory, atomics;
    struct window window;
    struct line_cache l1;
    struct line_list seen;    /* sectors that are in L2 because this multiprocessor asked */
    struct sharers sharers;   /* which part of the blocks touch a line */
    double resident_warps;    /* of the whole device */
    struct line_list writers; /* lines that are stored to in part, and by how many blocks */
    struct line_list units;   /* parts of L2 with atomics: when the last one is done */
    struct line_list swapped; /* lines with compare-and-swaps: when the next one can succeed */
    double l2_bytes, memory_bytes;
    double under_way;        /* sum over loads of bytes times cycles */
    double loads;            /* bytes of loads that went to L2 */
    double last;             /* when the last store or atomic is done */
    struct view_model *view; /* to be told what is under way, or NULL */
};

/* Of the block whose request it is. */
struct requester {
    const struct trace *trace;
    uint64_t block;    /* which block of the grid it stands for */
    uint64_t instance; /* tells blocks apart that have the same trace */
};

/* When a request's result is there, and what it waited for. */
struct answer {
    double issued; /* when the load/store unit has taken it: the warp can go on */
    double ready;
    double queued;                /* of the time until then, what it waited in queues... */
    enum time_cause queue, cause; /* ... in which most, and what the rest is */
};

/*
 * resident_shared: bytes of L1 that shared memory takes; resident_warps: those of a multiprocessor.
 */
void memory_system_open(struct memory_system *system, const struct device *device, double sharing,
                        double resident_shared, double resident_warps,
                        const struct touched_launch *touched);
void memory_system_close(struct memory_system *system);

/* Before the first request: the lines of the blocks that are looked at. */
void memory_system_know(struct memory_system *system, const struct sample *sample);

/* computed: the address depends on what was loaded, or on threadIdx. */
struct answer memory_global(struct memory_system *system, const struct requester *requester,
                            const struct trace_event *event, int computed, double now);
struct answer memory_shared(struct memory_system *system, const struct trace_event *event,
                            int computed, double now);
struct answer memory_exchange(struct memory_system *system, double now);

#endif
