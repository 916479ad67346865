#include "launch/forked.h"

#include <stdio.h>
#include <unistd.h>

#include "cuda_runtime_api.h"

int forked_error(void)
{
    static pid_t first; /* process in which a kernel has run */
    static int is_told;

    if (!first)
        first = getpid();
    if (first == getpid())
        return cudaSuccess;
    if (!is_told)
        fprintf(stderr,
                "simulator: note: kernels ran before this process was forked, so it can run "
                "none: fork before the first launch, or start another program\n");
    is_told = 1;
    return cudaErrorInitializationError;
}
