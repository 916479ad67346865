/*
 * When the devices do what the host asks for: streams, events, copies. Times in nanoseconds
 * since the program's start, of the modelled devices; the host's own work takes none, but each
 * call that starts something does. Each host thread has a time of its own.
 */
#ifndef TIMELINE_H
#define TIMELINE_H

#include <stddef.h>
#include <stdint.h>

#include "report/times.h"

/* Of a stream. */
struct stream_time {
    double ready; /* when all that it was given is done */
    int device;
};

/* A device's default stream: what its others do waits for it, and it for them. */
struct stream_time *timeline_default_stream(int device);

/* A kernel is launched in the stream. */
void timeline_kernel(struct stream_time *stream, const struct launch_time *time);

/*
 * Bytes are copied or set (from is 0 then) in the stream; a side that is the host's memory is
 * 0, if host_side says that there is one. waits: the host waits until it is done.
 */
void timeline_copy(struct stream_time *stream, uintptr_t to, uintptr_t from, size_t size,
                   int host_side, int waits);

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

/* How far the host thread is, in nanoseconds beyond where others were when it made its first call.
 */
double timeline_host(void);

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
