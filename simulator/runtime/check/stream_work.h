/*
 * Work of streams that others may race with: kernels, copies, the calls of NCCL.
 */
#ifndef STREAM_WORK_H
#define STREAM_WORK_H

#include "check/streams.h"
#include "check/watched.h"

/* Its name in a finding: "cudaMemcpyAsync", "kernel sum". */
struct work_name {
    char text[160];
    uintptr_t pc;     /* the program's call; 0: */
    const char *file; /* that is known by its line */
    int line;
};

/*
 * The stream has done work that touched those ranges, in order of address; takes the list over.
 * Reports work that touches the same bytes and may run at the same time. The stream's vector clock
 * orders the new work after earlier work, and has the new work from now on.
 */
void stream_work_done(struct ordered_stream *stream, const struct work_name *name,
                      struct watched_range *ranges, size_t count);

/* The memory was freed: its next owner does not race with earlier work. */
void stream_work_forget(uintptr_t start, size_t size);

#endif
