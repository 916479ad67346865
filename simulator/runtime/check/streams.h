/*
 * What orders the work of streams. The simulator does all work at once, in the order in which the
 * host asks for it; GPUs are free to do it in any other that streams, events and synchronisation
 * allow. Where that order is looked at, each stream has a past (past.h); so has the host, all of
 * its threads together, as it is not known how they wait for each other.
 *
 * It is looked at where there are several devices, or ranks (NCCL), and the checks are on. All
 * functions are called with the lock of the API.
 */
#ifndef CHECK_STREAMS_H
#define CHECK_STREAMS_H

#include "check/past.h"

struct ordered_stream {
    unsigned number; /* from 0 */
    int device;
    int is_blocking; /* it and the device's default stream wait for each other */
    uint32_t work;   /* how much it was given */
    struct past past;
    struct ordered_stream *next; /* of all */
};

/* 1 if the order is looked at; from now on it is. */
int streams_are_ordered(void);
void streams_order(void);

/* A stream of the device that is no default stream. */
struct ordered_stream *streams_make(int device, int is_blocking);

/* The default stream of the device. */
struct ordered_stream *streams_default(int device);

/* The stream begins with something new: it comes after what the host knows to be done. */
void streams_begin(struct ordered_stream *stream);

/* The host knows that this has happened; that all of the device's streams are done. */
void streams_host_waits(const struct past *past);
void streams_host_waits_for(int device);

/* What the host knows. */
const struct past *streams_host(void);

#endif
