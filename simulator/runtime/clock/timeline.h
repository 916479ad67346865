/*
 * When the devices do what the host asks for: streams, events, copies. Times in nanoseconds
 * since the program's start, of the modelled devices; the host's own work takes none, unless it
 * asks whether something is done, but each call that starts something does. Each host thread has a
 * time of its own.
 */
#ifndef TIMELINE_H
#define TIMELINE_H

#include <stddef.h>
#include <stdint.h>

#include "report/times.h"

/* Of a stream. */
struct stream_time {
    double ready;    /* when all that it was given is done */
    double own_work; /* of the host thread that gave it the last of it, by then */
    int device;
};

/* A device's default stream: what its others do waits for it, and it for them. */
struct stream_time *timeline_default_stream(int device);

/* A kernel is launched in the stream. */
void timeline_kernel(struct stream_time *stream, const struct launch_time *time);

/* What of the host's memory takes part in a copy. */
enum host_side { HOST_NONE, HOST_PAGE_LOCKED, HOST_PAGEABLE };

/*
 * Bytes are copied or set (from is 0 then) in the stream; a side that is the host's memory is
 * 0. waits: the host waits until it is done, as it does for pageable memory in any case.
 */
void timeline_copy(struct stream_time *stream, uintptr_t to, uintptr_t from, size_t size,
                   enum host_side host_side, int waits);

/* Something of another kind begins in the stream, when it returns; and ends at that time. */
double timeline_begin(struct stream_time *stream);
void timeline_end(struct stream_time *stream, double end);

/* The current device's default stream is busy for so many nanoseconds; the host does not wait. */
void timeline_busy(double nanoseconds);

/* The current device's L2 loses what it holds, and nothing is left to be written back. */
void timeline_cool(void);

/* The nanoseconds between two events with an empty kernel between them; 0 without the clock. */
double timeline_empty_launch(void);

/* The time that an event gets which is recorded in the stream now. */
double timeline_record(struct stream_time *stream);

/* The stream goes on only after that time. */
void timeline_wait(struct stream_time *stream, double until);

/*
 * How long the host has waited for devices since this thread asked last, in nanoseconds: as the
 * thread goes on, or others do if they have come further.
 */
double timeline_waited(void);

/*
 * The host asks whether a stream or an event of that time is done, that it was given after so much
 * of the host's own work. It is if the host has waited so long, or has worked so long itself since
 * then. If not, asking takes a little time, too: it will be when it has been asked often enough.
 */
int timeline_is_done(double time, double own_work);

/* The host waits for a time; for all that the device of that number was given. */
void timeline_host_waits(double until);
void timeline_host_waits_for_all(int number);

/*
 * A program was told a time. Unless it marks them itself, as the lab's do, timeline_note says
 * at its end that times are modelled, in a line on stderr.
 */
void timeline_told(void);
void timeline_marks_itself(void);
void timeline_note(void);

/* The time on the device at work now, for who asks in a kernel. */
double timeline_now(void);

#endif
