/*
 * The timeline of the modelled devices: streams, events, copies. Times in nanoseconds since the
 * program's start. Each call that starts work takes some time of the host; the host's own work
 * takes none, except where it polls for completion. Each host thread has a time of its own.
 */
#ifndef TIMELINE_H
#define TIMELINE_H

#include <stddef.h>
#include <stdint.h>

#include "report/times.h"

/* Of a stream. */
struct stream_time {
    double ready;    /* the end of all its work */
    double own_work; /* of the host thread that gave it the last work, up to that call */
    int device;
};

/* A device's default stream: it and the device's other streams wait for each other. */
struct stream_time *timeline_default_stream(int device);

/* A kernel is launched in the stream. */
void timeline_kernel(struct stream_time *stream, const struct launch_time *time);

/* The kind of host memory that takes part in a copy. */
enum host_side { HOST_NONE, HOST_PAGE_LOCKED, HOST_PAGEABLE };

/*
 * Bytes are copied in the stream, or set (from: 0). A side that is the host's memory is 0. waits:
 * the host waits until the copy is done. For pageable memory it always does.
 */
void timeline_copy(struct stream_time *stream, uintptr_t to, uintptr_t from, size_t size,
                   enum host_side host_side, int waits);

/* Other work begins in the stream, at the returned time; and ends at that time. */
double timeline_begin(struct stream_time *stream);
void timeline_end(struct stream_time *stream, double end);

/* The current device's default stream is busy for that many nanoseconds. The host does not wait. */
void timeline_busy(double nanoseconds);

/* Empties the current device's L2, with nothing left to be written back. */
void timeline_cool(void);

/* The nanoseconds between two events with an empty kernel between them; 0 without the clock. */
double timeline_empty_launch(void);

/* Records an event in the stream: returns its time. */
double timeline_record(struct stream_time *stream);

/* The stream continues only after that time. */
void timeline_wait(struct stream_time *stream, double until);

/*
 * The time in nanoseconds that the host has waited for devices since this thread's last call. It
 * follows this thread's time, or that of other threads if they are ahead.
 */
double timeline_waited(void);

/*
 * 1 if the work that ends at that time is done. own_work_then: the host's own work when it gave the
 * work. The work is done if the host has waited that long, or has worked that long itself since
 * then. If not, the call takes a little time, so that a loop of calls ends.
 */
int timeline_is_done(double time, double own_work);

/*
 * The host has been told that the work which ends at that time is done. 1 if it knows of such work,
 * as it was told so or has waited: unlike the answer above, this does not hang on how long the
 * host's own work takes.
 */
void timeline_host_learns(double time);
int timeline_host_knows(double time);

/* The host waits for that time; for all work of the device of that number. */
void timeline_host_waits(double until);
void timeline_host_waits_for_all(int number);

/*
 * A program has got a modelled time. At its end timeline_note prints a line on stderr which says
 * that times are modelled. Programs that mark them themselves, as the lab's do, get no such line.
 * Another line says so where the model lacks the program's operations, on machines whose assembly
 * simcc does not read: then computing costs less than it should, also for those programs.
 */
void timeline_seen(void);
/* Work has a time that is a lower bound, of whom it says: another line at the end says so. */
void timeline_is_bound(const char *of);
/* A launch of that kernel has a time in which one block does all work: so does a third line. */
void timeline_fetched(const char *kernel);
void timeline_marks_itself(void);
void timeline_note(void);

/* The time of the device at work, for kernels that read it. */
double timeline_now(void);

#endif
