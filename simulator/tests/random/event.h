/*
 * What happened when a kernel ran, as the oracle sees it: a list of events in the
 * order in which they happened.
 */
#ifndef EVENT_H
#define EVENT_H

#include <stdint.h>

#include "program.h"

#define EVENTS_MOST 4096

enum event_type {
    EVENT_IS_READ,
    EVENT_IS_WRITE,
    EVENT_IS_ATOMIC,
    EVENT_IS_FENCE,
    EVENT_IS_BLOCK_BARRIER,
    EVENT_IS_WARP_BARRIER,
    EVENT_IS_EXIT,
    EVENT_IS_GRID_BARRIER,
    EVENT_IS_COPY_COMMIT, /* ends a group of the thread's asynchronous copies */
    EVENT_IS_COPY_WAIT    /* all of them have happened, but for those of the last groups */
};

/*
 * A fence that is a part of an atomic with a memory order: the acquire of the event before it, or
 * the release of the one behind it. By PTX it works for the bytes of that access alone.
 */
enum bound_to { BOUND_TO_NONE, BOUND_TO_PREVIOUS, BOUND_TO_NEXT };

struct event {
    enum event_type type;
    unsigned block, thread;
    unsigned line;          /* of the kernel; a thread passes a barrier's line only once */
    enum scope scope;       /* of an atomic or a fence */
    int is_light;           /* a fence: fence.acq_rel, not fence.sc */
    enum bound_to bound;    /* a fence */
    int is_relaxed;         /* a read or write: strong, with a scope of its own */
    int is_copy;            /* a read or write of memcpy, or of an asynchronous copy */
    int is_async;           /* the latter: it happens later, by the wait for it at the latest */
    unsigned prior;         /* a wait for copies: the number of the last groups */
    unsigned tile;          /* a warp barrier: neighbouring lanes that meet; 0: the warp */
    int is_exchange;        /* an atomic */
    int is_volatile;        /* a read or write */
    int is_cas;             /* an atomic */
    int has_failed;         /* a compare-and-swap that has found another value than it wants */
    enum space space;       /* of an access: */
    unsigned address, size; /* bytes */
    int is_freed;           /* its memory was freed before the launch */
    unsigned unwritten;     /* a mask of those that no launch before has written */
    int is_told;            /* a launch before has read some of these, or some beside them */
    uint64_t value;         /* that a write stores, cut to its size */
    unsigned together;      /* a volatile write: lanes that executed it together */
};

#endif
