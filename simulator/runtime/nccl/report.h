/*
 * Errors of NCCL's calls, as findings and results.
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
 * Calls have failed: a finding. If a process has ended: one line, and status 3 at the end. pc,
 * other_pc: 0 if unknown. Returns the result for the program.
 */
ncclResult_t report_failure(enum failure failure, uintptr_t pc, uintptr_t other_pc,
                            const char *why);

/* The same result, without a finding. */
ncclResult_t report_result(enum failure failure, const char *why);

/* Reports the clique's failure, once. Returns the result. Needs ranks_lock. */
ncclResult_t report_clique(struct clique *clique, uintptr_t pc);

#endif
