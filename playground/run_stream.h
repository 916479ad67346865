/*
 * A run, as an answer that tells what happens while it happens. When nobody reads it any more, the
 * run is ended.
 */
#ifndef RUN_STREAM_H
#define RUN_STREAM_H

#include <microhttpd.h>

#include "kernel_files.h"

struct run_request {
    const struct kernel_file *file;
    const char *text; /* what is compiled: that which is in the editor */
    size_t length;
    const char *n, *block, *device;
};

/* Starts it and answers, or answers why not. */
enum MHD_Result answer_run(struct MHD_Connection *connection, const struct run_request *request);

/* Ends all runs, for the server's end. */
void end_runs(void);

#endif
