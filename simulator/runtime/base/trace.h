/*
 * The trace of a block, for the clock: each warp's steps, in the order in which the merger took
 * them.
 */
#ifndef TRACE_H
#define TRACE_H

#include <stddef.h>
#include <stdint.h>

#include "base/site.h"

#define TRACE_LINE 128 /* bytes of a cache line: four sectors */

/* Of one request, the part that goes to one line of global memory. */
struct trace_line {
    uint32_t number;     /* of the line, counted from the start of the arena */
    uint32_t words;      /* mask of those of 4 bytes that are touched */
    uint8_t sectors : 4; /* mask of those that are touched */
    uint8_t partial : 4; /* those of them of which not all bytes are */
    uint8_t in_l2 : 4;   /* those that L2 has before this block; set when the launch is over */
    uint8_t first : 4; /* those that no block of the launch touched before this one; set likewise */
    uint8_t lanes : 6; /* whose accesses begin there */
    uint8_t joins : 2; /* of a store: with an earlier one, on the way to L2; see store_joins.h */
    uint8_t turns : 7; /* of an atomic: for each sector the most lanes at one address, together */
    uint8_t is_shared : 1; /* 1 if several traced blocks touch it; set when the launch is over */
};

/*
 * Local memory: a warp's requests, lines that it loads, sectors that it stores; each is counted no
 * further than it has room.
 */
struct trace_local {
    uint32_t requests : 6, loads : 13, sectors : 13;
};
#define TRACE_LOCAL_REQUESTS_MOST 63
#define TRACE_LOCAL_MOST          8191 /* of the others */

struct trace_event {
    event_t event;  /* as in site.h, with its class */
    uint32_t lanes; /* mask */
    union {
        /* In the block's lines; an access with no lines is one to shared memory. */
        uint32_t first_line;
        uint32_t addresses;       /* of a load of shared memory: a hash of its lanes' addresses */
        uint32_t places;          /* of a sum of floats in shared memory: how many addresses */
        struct trace_local local; /* of a basic block */
    };
    uint8_t lines;
    /*
     * Of shared memory, and of a load from L1, which has its banks; of an atomic the most lanes at
     * one address; of a basic block the addresses in constant memory, where lanes ask for different
     * ones.
     */
    uint8_t wavefronts;
    uint8_t attributes; /* TRACE_ bits */
    uint8_t depth;      /* of calls, modulo 16 */
};

#define TRACE_DEPTH_UNKNOWN 15 /* that of the event before */
#define TRACE_VOLATILE      1
#define TRACE_FLOATING      2 /* an atomic on floating point */
#define TRACE_SWAP          4 /* a compare-and-swap */
#define TRACE_UNIFORM       8 /* an atomic of all lanes at one address, the same in the whole block */
#define TRACE_RETRY         16  /* a compare-and-swap that may be tried until it succeeds */
#define TRACE_GIVES_UP      32  /* a compare-and-swap that failed and was not tried again */
#define TRACE_WRAPS         128 /* an atomic increment or decrement */
#define TRACE_CONTENDS      64  /* a compare-and-swap that others may be ahead of: note_swap */
/* Of a load of shared memory: */
#define TRACE_VECTOR 128 /* each lane's address is a multiple of 16 bytes */
#define TRACE_FEW    64  /* and there are so few that 16 bytes of each come in one wavefront */

/* A warp's last compare-and-swap. */
struct trace_swap {
    size_t index; /* of its event */
    event_t event;
    uint32_t failed;      /* lanes */
    unsigned addresses;   /* different ones */
    uint64_t address[32]; /* by lane */
};

/* What a warp has loaded from constant memory where its lanes asked for different addresses. */
#define TRACE_CONSTANTS_KNOWN 16
struct trace_constants {
    unsigned count; /* of such loads; the latest ones are kept */
    struct {
        uint32_t addresses, lanes; /* a hash, and a mask */
    } load[TRACE_CONSTANTS_KNOWN];
};

struct trace_warp {
    struct trace_event *events;
    size_t count, room;
    struct trace_swap *swap; /* NULL: it has made none */
    struct trace_constants constants;
};

struct trace {
    uint64_t block; /* linear index */
    unsigned warps; /* in warp */
    struct trace_warp *warp;
    struct trace_line *lines;
    size_t line_count, line_room;
    size_t events;          /* of all warps */
    size_t events_most;     /* at most this many are recorded */
    const void *arrays[16]; /* of shared memory, that it has touched... */
    size_t shared;          /* ... and their bytes together */
    uint64_t work;          /* steps that the block took... */
    uint64_t work_traced;   /* ... and how many of them are recorded */
};

/* 1 if the block took more steps than its trace had room for. */
static inline int trace_is_cut(const struct trace *trace)
{
    return trace->events == trace->events_most && trace->work > trace->work_traced;
}

#endif
