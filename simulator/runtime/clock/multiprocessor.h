/*
 * One multiprocessor over time: its resident blocks, whose warps go through what was written
 * down of them, its schedulers and its memory. Times in cycles.
 */
#ifndef MULTIPROCESSOR_H
#define MULTIPROCESSOR_H

#include "base/device.h"
#include "base/device_limits.h"
#include "base/operations.h"
#include "clock/memory_system.h"
#include "clock/places.h"
#include "clock/sample.h"
#include "report/times.h"

/* A result that a warp waits for when it needs it. */
struct value {
    double ready;
    float queued;         /* of the time until then, what was waited in queues */
    uint8_t queue, cause; /* enum time_cause */
    uint8_t loads;        /* it depends on so many loads, one after another */
    uint8_t varies;       /* from lane to lane, as far as a compiler can see */
};

enum { UNIT_INTEGER, UNIT_FLOAT, UNIT_DOUBLE, UNIT_SPECIAL, UNITS };

struct scheduler {
    struct server slot, unit[UNITS];
};

struct resident_block;
struct view_model;

/* What nvcc can know of a loop; what comes later here weighs more. */
enum loop_kind {
    LOOP_COUNTED,  /* it counts: so many iterations are left as the host has said */
    LOOP_CONSTANT, /* it counts, up to a number that stands in the program */
    LOOP_STRIDE,   /* it moves on by what is only known as it runs */
    LOOP_DATA,     /* what it computes decides whether it goes on */
};

#define LOOPS_KNOWN 64 /* a power of two */

struct known_loop {
    event_t first, last;
    enum loop_kind kind;
};

/* Where a warp is in a function: as many as there are calls under way. */
struct frame {
    const struct operations *block; /* the basic block that it is in, or NULL */
    unsigned operation;             /* the next one of it */
    event_t basic_block;            /* its event */
    event_t loop;                   /* the basic block that the innermost loop begins with, or 0 */
    event_t loop_end;               /* the last of its basic blocks */
    event_t rolled;                 /* a loop that has a barrier: nvcc does not unroll it */
    unsigned iteration;             /* of that loop */
    unsigned together;              /* so many of its iterations are unrolled */
    unsigned width;                 /* of its widest load, in words of 4 bytes */
    enum loop_kind kind;
};

#define FRAMES 16

struct warp_time {
    struct resident_block *block;
    const struct trace_warp *trace;
    size_t next;  /* event */
    double time;  /* when it can issue the next instruction */
    double begun; /* when its block started */
    struct scheduler *scheduler;
    event_t place;      /* the event to which its time is charged */
    struct value batch; /* the last of the loads of the iterations that are under way */
    int at_barrier, at_grid_barrier, done;
    double arrived; /* when the barrier has taken notice of it */
    double stored;  /* when its stores to shared memory are there */
    double issued;  /* when all that it has come to can have been issued */
    unsigned depth; /* of the frame that it is in */
    struct frame frame[FRAMES];
    struct value value[OPERATION_REGISTERS];
};

struct resident_block {
    struct requester requester;
    unsigned warps, at_barrier, at_grid_barrier, done;
    struct warp_time *warp;
};

struct multiprocessor {
    const struct device *device;
    const struct operations_table *operations;
    uint64_t pc_shift;                   /* what to add to an event's pc to find it there */
    struct known_loop loop[LOOPS_KNOWN]; /* those that it has come to last */
    struct memory_system memory;
    struct scheduler scheduler[DEVICE_SCHEDULERS_MOST];
    double cause[TIME_CAUSES]; /* cycles, of all warps */
    double instructions;
    struct server barriers;  /* takes one warp after another */
    double horizon;          /* the running warp must not get ahead of this */
    int charges;             /* the warps' time to the program's places: places.h */
    struct view_model *view; /* to be told of it all, or NULL */
};

/* Lets the warp go on until the horizon, a barrier, or its end. */
void warp_time_run(struct multiprocessor *multiprocessor, struct warp_time *warp);

/* What a multiprocessor is given to do. */
struct assignment {
    const struct sample *sample;
    uint64_t blocks;     /* that it has to run, one after another */
    unsigned resident;   /* at a time */
    unsigned followed;   /* of the blocks, how many are followed; the rest goes on like those */
    double *warp_cycles; /* of a block alone: where to store when each warp is done, or NULL */
    double start_gap;    /* cycles between the starts of its first blocks */
};

/* Of so many blocks, spread over a grid of all, the i-th: which one of the grid it is. */
uint64_t multiprocessor_block(uint64_t i, uint64_t blocks, uint64_t all);

/* How long it takes, in cycles; what it went to is then in multiprocessor->cause. */
double multiprocessor_run(struct multiprocessor *multiprocessor,
                          const struct assignment *assignment);

#endif
