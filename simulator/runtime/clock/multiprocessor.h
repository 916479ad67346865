/*
 * One multiprocessor over time: its resident blocks, whose warps replay their traces, its
 * schedulers and its memory. Times in cycles.
 */
#ifndef MULTIPROCESSOR_H
#define MULTIPROCESSOR_H

#include "base/device.h"
#include "base/device_limits.h"
#include "base/operations.h"
#include "clock/chain.h"
#include "clock/memory_system.h"
#include "clock/pc_cycles.h"
#include "clock/sample.h"
#include "clock/ways.h"
#include "clock/without.h"
#include "report/times.h"

/* A result of a warp. The warp waits for it before its use. */
struct value {
    double ready;
    double computed;      /* `ready`, were all loads answered at once */
    float queued;         /* of the time until then, the part in queues */
    uint8_t queue, cause; /* enum time_cause */
    uint8_t loads;        /* the length of the chain of loads that it depends on */
    uint8_t varies;       /* may differ from lane to lane, as far as a compiler can see */
    uint8_t is_wide; /* an integer of 64 bits: what is computed of it takes several instructions */
    uint8_t is_product; /* of 64 bits, to which nothing has been added */
    uint8_t joined; /* the longest chain of operations with two operands behind it, 255 at most */
};

enum {
    UNIT_INTEGER,
    UNIT_FLOAT, /* also products of integers */
    UNIT_DOUBLE,
    UNIT_SPECIAL,
    UNITS,
    UNIT_EITHER, /* the first or the second one */
    UNIT_BOTH    /* half of the instructions for the first, half for the second one */
};

struct warp_time;

struct scheduler {
    struct server slot, unit[UNITS];
    struct warp_time *waiting; /* for a slot: a list, the oldest first */
};

struct resident_block;
struct view_model;

/* What nvcc can know about a loop. A later entry outweighs an earlier one. */
enum loop_kind {
    LOOP_COUNTED,  /* it counts, to a number that the host has passed */
    LOOP_CONSTANT, /* it counts, to a constant of the program */
    LOOP_STRIDE,   /* its step is known only at run time */
    LOOP_DATA,     /* its own results decide whether it continues */
};

#define LOOPS_KNOWN  64  /* a power of two */
#define BLOCKS_FOUND 256 /* the same */

struct known_loop {
    event_t first, last;
    enum loop_kind kind;
    int jumps;         /* 1 if the last basic block ends with a jump */
    int ends_early;    /* 1 if a loaded value may end it before its count does */
    unsigned longest;  /* iterations of a warp in a row */
    unsigned size;     /* operations of an iteration; 0: the source asks nvcc to unroll it */
    unsigned together; /* iterations that nvcc unrolls */
    int is_wide;       /* 1 if nvcc does not unroll it, and its counter has 64 bits */
    int is_whole;      /* 1 if the source says how many iterations it has, or asks for that */
};

#define KEPT_REGISTERS 6 /* that a called function gives back as they were */

/* What a warp has yet to issue though none of its lanes executes it, as nvcc predicates it. */
struct passed {
    double instructions;
    unsigned loads, stores;
    double loaded; /* when the loads have been answered */
};

/* A warp's position in a function. There is a frame for each active call. */
struct frame {
    const struct operations *block; /* the current basic block, or NULL */
    unsigned operation;             /* the next one of it */
    event_t basic_block;            /* its event */
    event_t entry;                  /* that of the function's first one */
    event_t loop;                   /* the first basic block of the innermost loop, or 0 */
    event_t loop_end;               /* the last of its basic blocks */
    event_t rolled;                 /* a loop that has a barrier: unrolled only as a whole */
    unsigned iteration;             /* of that loop */
    unsigned together;              /* how many iterations are unrolled together */
    int calls;                      /* 1: it calls subroutines, for some divisions */
    unsigned width;                 /* of its widest load, in words of 4 bytes */
    enum loop_kind kind;
    struct known_loop *known;          /* of the loop that it is in, or was in last */
    struct value kept[KEPT_REGISTERS]; /* of the calling function */
};

#define FRAMES 16

#define LOADS_KNOWN 16

/* Loads of shared memory whose values a warp still has in registers. */
struct known_loads {
    unsigned count; /* since the last store or barrier; the latest LOADS_KNOWN are kept */
    struct known_load {
        uint32_t addresses, lanes; /* as in the trace */
        event_t what;              /* the event without its position: the size of the words */
        uint8_t attributes;        /* TRACE_VECTOR, TRACE_FEW */
        struct value value;
    } load[LOADS_KNOWN];
};

struct warp_time {
    struct resident_block *block;
    const struct trace_warp *trace;
    size_t next;  /* event */
    double time;  /* at which it can issue the next instruction */
    double begun; /* when its block started */
    struct scheduler *scheduler;
    event_t position;     /* the event that its time is charged to */
    struct value batch;   /* the last load of the unrolled iterations in flight */
    struct value awaited; /* the result, of a division or a poll, for which it waits at once */
    int at_barrier, at_grid_barrier, done;
    int left_out;        /* the position is of a line whose instructions cost nothing */
    size_t looked_at;    /* 1 + the last event that divergence_passes_by was asked of */
    int compares_unlike; /* its last comparison: of a value that lanes share with one that they do
                            not */
    int has_base;        /* it has computed where the block's shared memory begins */
    unsigned passed_by;  /* lanes whose basic block other warps execute */
    unsigned executed;   /* lanes with a basic block of their own since all went together */
    struct passed passed;
    unsigned age;                 /* the less, the older: blocks in the order of their starts */
    struct warp_time *waits_next; /* for the scheduler's slot, behind it */
    double arrived;               /* its arrival at the barrier */
    double stored;                /* the end of its stores to shared memory */
    double loaded;                /* the time at which it has the values of its stores_later, */
    enum time_cause loaded_cause; /* and what it waits for until then */
    double due;    /* the time at which it has waited behind all its instructions so far */
    double issued; /* the time at which all its instructions so far can have been issued, */
    enum time_cause issued_cause; /* and what those wait for whose operands are not there yet */
    double instructions;          /* issued so far */
    double seen;    /* what it has polled for: chain.h; 0: nothing, or it has told the next */
    unsigned depth; /* of the current frame */
    /* Of the loops that the current frame and the calling ones are in: note_loops. */
    const struct frame *innermost; /* the frame with the innermost loop, or NULL */
    int unrolled;                  /* 1 if nvcc unrolls some iterations of one of them */
    unsigned values;               /* how many of its values are set: value_at */
    /* Of what follows little is read; what stands above fits a few lines of a cache. */
    double in_order[DEVICE_ISSUED_AHEAD_MOST]; /* the ends of its latest instructions, in a ring */
    struct known_loads known;
    struct value value[OPERATION_REGISTERS];
    struct frame frame[FRAMES]; /* last: those behind the first are set when they are entered */
};

struct resident_block {
    struct requester requester;
    unsigned warps, at_barrier, at_grid_barrier, done;
    struct line_list packed; /* basic blocks with a part of a warp's lanes: divergence.c */
    struct warp_time *warp;
};

struct multiprocessor {
    const struct device *device;
    const struct operations_table *operations;
    struct without without;
    uint64_t pc_shift;                            /* added to an event's pc to find it there */
    struct known_loop loop[LOOPS_KNOWN];          /* the latest ones */
    const struct operations *found[BLOCKS_FOUND]; /* of the latest basic blocks, by pc */
    struct ways ways;                             /* of the sample */
    struct memory_system memory;
    struct scheduler scheduler[DEVICE_SCHEDULERS_MOST];
    double cause[TIME_CAUSES];     /* cycles, of all warps */
    double meanwhile[TIME_CAUSES]; /* what a GPU's warps have more of each: as launch_time */
    double constants, special;     /* of these, the parts that launch_time has, too */
    double instructions;
    uint64_t steps;          /* of the traces that have been followed */
    struct chain chain;      /* of its blocks */
    struct server barriers;  /* takes one warp after another */
    double horizon;          /* the running warp must not advance beyond this time */
    int charges;             /* the warps' time to positions in the program: pc_cycles.h */
    struct view_model *view; /* records the run, or NULL */
};

/* Runs the warp until the horizon, a barrier, or its end. */
void warp_time_run(struct multiprocessor *multiprocessor, struct warp_time *warp);

/* The work of a multiprocessor. */
struct assignment {
    const struct sample *sample;
    uint64_t blocks;     /* in all */
    unsigned resident;   /* blocks at a time */
    unsigned followed;   /* how many of the blocks are followed; the rest is extrapolated */
    double *warp_cycles; /* for a block alone: receives the end of each warp; or NULL */
    double start_gap;    /* cycles between the starts of its first blocks */
};

/* The index in the grid of the i-th of `blocks` blocks that are spread evenly over all. */
uint64_t multiprocessor_block(uint64_t i, uint64_t blocks, uint64_t all);

/* The sampled block with the most steps: it is followed if no multiprocessor has a second one. */
const struct trace *multiprocessor_longest(const struct sample *sample);

/* Returns the time in cycles. Its causes are then in multiprocessor->cause. */
double multiprocessor_run(struct multiprocessor *multiprocessor,
                          const struct assignment *assignment);

#endif
