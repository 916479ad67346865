/*
 * Checks of calls in CUB's programs: CubDebug and CubDebugExit.
 */
#ifndef SIM_CUB_UTIL_DEBUG_CUH
#define SIM_CUB_UTIL_DEBUG_CUH

#include <cstdio>
#include <cstdlib>

#include "thread/thread_operators.cuh"

namespace cub {

/* Prints the error, and returns it. */
inline cudaError_t Debug(cudaError_t error, const char *file, int line)
{
    if (error != cudaSuccess) {
        fprintf(stderr, "CUDA error %d [%s, %d]: %s\n", (int)error, file, line,
                cudaGetErrorString(error));
        fflush(stderr);
    }
    return error;
}

}

#ifndef CubDebug
#define CubDebug(call) cub::Debug((cudaError_t)(call), __FILE__, __LINE__)
#endif
#ifndef CubDebugExit
#define CubDebugExit(call)                                                                         \
    if (cub::Debug((cudaError_t)(call), __FILE__, __LINE__)) {                                     \
        exit(1);                                                                                   \
    }
#endif

#endif
