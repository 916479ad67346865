/*
 * How the program is told that something is wrong.
 */
#ifndef NCCL_REPORT_H
#define NCCL_REPORT_H

#include <stdint.h>

#include "nccl/clique.h"

/* A wrong argument or use: a finding at the program's call. Returns the result. */
ncclResult_t report_wrong(ncclResult_t result, uintptr_t pc, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Two calls that must not run together: a finding. */
void report_together(uintptr_t pc, uintptr_t other_pc, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/*
 * Calls have failed: a finding, or where a process is gone one line, and status 3 at the end. The
 * places may be 0. Returns the result for the program.
 */
ncclResult_t report_failure(enum failure failure, uintptr_t pc, uintptr_t other_pc,
                            const char *why);

/* Only that result. */
ncclResult_t report_result(enum failure failure, const char *why);

/* That of the clique, once; the later ones that ask only get the result. With ranks_lock. */
ncclResult_t report_clique(struct clique *clique, uintptr_t pc);

#endif
