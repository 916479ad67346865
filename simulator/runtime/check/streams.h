/*
 * The order of work in streams. The simulator does all work at once, in the order of the host's
 * calls. A GPU may do it in any other order that streams, events and synchronisation allow. Where
 * that order is checked, each stream has a vector clock (vector_clock.h). So has the host: one for
 * all of its threads, since it is not known how they wait for each other.
 *
 * The order is checked where there are several devices, ranks (NCCL), or streams besides the
 * default one, from the first of these on, and the checks are on. All functions are called with the
 * lock of the API.
 */
#ifndef CHECK_STREAMS_H
#define CHECK_STREAMS_H

#include "check/vector_clock.h"

struct ordered_stream {
    unsigned number; /* from 0 */
    int device;
    int is_blocking;   /* it and the device's default stream wait for each other */
    const void *graph; /* that it is a node of; NULL for the program's own streams */
    uint32_t work;     /* number of the last piece */
    struct vector_clock vector_clock;
    struct ordered_stream *next; /* of all */
};

/* 1 if the order is checked; switches that on. */
int streams_are_ordered(void);
void streams_order(void);

/* A stream of the device that is no default stream. */
struct ordered_stream *streams_make(int device, int is_blocking);

/* The default stream of the device. */
struct ordered_stream *streams_default(int device);

/* The stream begins with something new: it comes after what the host knows to be done. */
void streams_begin(struct ordered_stream *stream);

/* The host has waited for this; for all of the device's streams. */
void streams_host_waits(const struct vector_clock *clock);
void streams_host_waits_for(int device);

/* The vector clock of the host. */
const struct vector_clock *streams_host(void);

#endif
