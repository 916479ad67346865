/*
 * Work of streams that others may race with: kernels, copies, the calls of NCCL.
 */
#ifndef STREAM_WORK_H
#define STREAM_WORK_H

#include "check/streams.h"
#include "check/watched.h"

/* What it is called in a finding: "cudaMemcpyAsync", "kernel sum". */
struct work_name {
    char text[160];
    uintptr_t pc;     /* the program's call; 0: */
    const char *file; /* that is known by its line */
    int line;
};

/*
 * The stream has done work that touched those ranges, in order of address, which are given away:
 * looks whether anything that may be done at the same time touches them too. The stream's past is
 * what had happened before; from now on, the work is part of it.
 */
void stream_work_done(struct ordered_stream *stream, const struct work_name *name,
                      struct watched_range *ranges, size_t count);

/* The memory was freed: whoever has it next has nothing to do with what was done there. */
void stream_work_forget(uintptr_t start, size_t size);

#endif
