/*
 * Findings about ranks: see report.h.
 */
#include "nccl/report.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/api_lock.h"
#include "base/errors.h"
#include "base/settings.h"
#include "report/findings.h"

static _Thread_local char last[400];

static void keep_last(const char *format, ...) __attribute__((format(printf, 1, 2)));

static void keep_last(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(last, sizeof last, format, arguments);
    va_end(arguments);
}

static void find(enum finding_kind kind, uintptr_t pc, uintptr_t other_pc, const char *what)
{
    if (!settings.checks) { /* no finding, but a program that would hang must end */
        fprintf(stderr, "simulator: NCCL: %s\n", what);
        error_ends_with(findings_status());
        return;
    }
    api_lock();
    finding_on_host_at(kind, NULL, pc, other_pc, "%s", what);
    api_unlock();
}

ncclResult_t report_wrong(ncclResult_t result, uintptr_t pc, const char *format, ...)
{
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    keep_last("%s", text);
    if (settings.checks)
        find(FINDING_INVALID_RANK_CALL, pc, 0, text);
    return result;
}

void report_together(uintptr_t pc, uintptr_t other_pc, const char *format, ...)
{
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (settings.checks)
        find(FINDING_RACE_IN_GROUP, pc, other_pc, text);
}

ncclResult_t report_result(enum failure failure, const char *why)
{
    keep_last("%s", why);
    switch (failure) {
    case FAILURE_NONE: return ncclSuccess;
    case FAILURE_MISMATCH:
    case FAILURE_MISSING: return ncclInvalidUsage;
    case FAILURE_GONE: return ncclRemoteError;
    case FAILURE_ABORTED: break;
    }
    return ncclInternalError;
}

ncclResult_t report_failure(enum failure failure, uintptr_t pc, uintptr_t other_pc, const char *why)
{
    if (failure == FAILURE_MISMATCH)
        find(FINDING_RANKS_DIFFER, pc, other_pc, why);
    if (failure == FAILURE_MISSING)
        find(FINDING_RANK_MISSING, pc, other_pc, why);
    if (failure == FAILURE_GONE) {
        fprintf(stderr, "simulator: NCCL: %s\n", why);
        error_ends_with(3);
    }
    return report_result(failure, why);
}

ncclResult_t report_clique(struct clique *clique, uintptr_t pc)
{
    int reported = clique->reported;
    clique->reported = 1;
    return reported ? report_result(clique->failure, clique->why)
                    : report_failure(clique->failure, clique->pc ? clique->pc : pc,
                                     clique->other_pc, clique->why);
}

const char *ncclGetLastError(ncclComm_t comm)
{
    (void)comm;
    return last;
}

const char *ncclGetErrorString(ncclResult_t result)
{
    switch (result) {
    case ncclSuccess: return "no error";
    case ncclUnhandledCudaError: return "unhandled cuda error";
    case ncclSystemError: return "unhandled system error";
    case ncclInternalError: return "internal error";
    case ncclInvalidArgument: return "invalid argument";
    case ncclInvalidUsage: return "invalid usage";
    case ncclRemoteError: return "remote process exited or there was a network error";
    case ncclInProgress: return "NCCL operation in progress";
    default: return "unknown result code";
    }
}
