/*
 * CHECK_NCCL: wraps every NCCL call, as CHECK does every CUDA call.
 *
 *     CHECK_NCCL(ncclGroupStart());
 *
 * If the call fails, prints file, line, the call and NCCL's own texts in one line, and ends the
 * program with exit status 3.
 */
#ifndef CHECK_NCCL_H
#define CHECK_NCCL_H

#include <nccl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../exit_status.h"

#define CHECK_NCCL(call) check_nccl((call), #call, __FILE__, __LINE__)

static inline void check_nccl(ncclResult_t result, const char *call, const char *file, int line)
{
    if (result == ncclSuccess)
        return;
    /* what NCCL says of the last error may have several lines: the first says it */
    const char *details = ncclGetLastError(NULL);
    int length = details != NULL ? (int)strcspn(details, "\n") : 0;
    fprintf(stderr, "%s:%d: %s failed: %s%s%.*s\n", file, line, call, ncclGetErrorString(result),
            length > 0 ? ": " : "", length, length > 0 ? details : "");
    exit(EXIT_CUDA_FAILURE);
}

#endif
