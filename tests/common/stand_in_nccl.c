/* Stands in for NCCL's shared library: has some of its functions, one of which fails on request. */
#include <nccl.h>
#include <stdlib.h>

ncclResult_t ncclGetVersion(int *version)
{
    *version = 22809;
    return getenv("NCCL_FAILS") != NULL ? ncclSystemError : ncclSuccess;
}

const char *ncclGetErrorString(ncclResult_t result)
{
    return result == ncclSystemError ? "unhandled system error" : "no error";
}

const char *ncclGetLastError(ncclComm_t communicator)
{
    (void)communicator;
    return "socket closed\nby another rank\n";
}
