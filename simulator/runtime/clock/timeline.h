/*
 * When the device does what the host asks for: streams, events, copies. Times in nanoseconds
 * since the program's start, of the modelled device; the host's own work takes none, but each
 * call that starts something does.
 */
#ifndef TIMELINE_H
#define TIMELINE_H

#include <stddef.h>
#include <stdint.h>

#include "report/times.h"

/* Of a stream. */
struct stream_time {
    double ready; /* when all that it was given is done */
};

/* The default stream: what others do waits for it, and it for them. */
extern struct stream_time default_stream_time;

/* A kernel is launched in the stream. */
void timeline_kernel(struct stream_time *stream, const struct launch_time *time);

/*
 * Bytes are copied or set (from is 0 then) in the stream; a side that is the host's memory is
 * 0, if host_side says that there is one. waits: the host waits until it is done.
 */
void timeline_copy(struct stream_time *stream, uintptr_t to, uintptr_t from, size_t size,
                   int host_side, int waits);

/* The default stream is busy for so many nanoseconds; the host does not wait. */
void timeline_busy(double nanoseconds);

/* L2 loses what it holds, and nothing is left to be written back. */
void timeline_cool(void);

/* The nanoseconds between two events with an empty kernel between them; 0 without the clock. */
double timeline_empty_launch(void);

/* The time that an event gets which is recorded in the stream now. */
double timeline_record(struct stream_time *stream);

/* The stream goes on only after that time. */
void timeline_wait(struct stream_time *stream, double until);

/* The host waits for a time; for a stream; for the device. */
void timeline_host_waits(double until);
void timeline_host_waits_for_all(void);

/*
 * A program was told a time. Unless it marks them itself, as the lab's do, timeline_note says
 * at its end that times are modelled, in a line on stderr.
 */
void timeline_told(void);
void timeline_marks_itself(void);
void timeline_note(void);

/* The time on the device now, for who asks in a kernel. */
double timeline_now(void);

#endif
