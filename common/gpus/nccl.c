/*
 * NCCL's functions that the lab calls, each handed on to NCCL's shared library. That is opened when
 * the first of them is called, and not before the program starts: so a program that does not find
 * it can say so itself. The simulator has these functions of its own.
 */
#include <dlfcn.h>
#include <nccl.h>
#include <stdio.h>
#include <stdlib.h>

#include "../exit_status.h"

#define LIBRARY "libnccl.so.2"

static void *find(const char *name)
{
    static void *library;

    if (library == NULL)
        library = dlopen(LIBRARY, RTLD_NOW);
    void *function = library != NULL ? dlsym(library, name) : NULL;
    if (function == NULL) {
        fprintf(stderr, "NCCL is missing (%s): install it, or name its folder in LD_LIBRARY_PATH\n",
                dlerror());
        exit(EXIT_CUDA_FAILURE);
    }
    return function;
}

/* The function of that name in the library, with the type that NCCL's header gives it. */
#define IN_LIBRARY(name) ((__typeof__(&name))find(#name))

const char *ncclGetErrorString(ncclResult_t result)
{
    return IN_LIBRARY(ncclGetErrorString)(result);
}

const char *ncclGetLastError(ncclComm_t communicator)
{
    return IN_LIBRARY(ncclGetLastError)(communicator);
}

ncclResult_t ncclGetVersion(int *version)
{
    return IN_LIBRARY(ncclGetVersion)(version);
}

ncclResult_t ncclGetUniqueId(ncclUniqueId *id)
{
    return IN_LIBRARY(ncclGetUniqueId)(id);
}

ncclResult_t ncclCommInitAll(ncclComm_t *communicators, int count, const int *devices)
{
    return IN_LIBRARY(ncclCommInitAll)(communicators, count, devices);
}

ncclResult_t ncclCommInitRank(ncclComm_t *communicator, int ranks, ncclUniqueId id, int rank)
{
    return IN_LIBRARY(ncclCommInitRank)(communicator, ranks, id, rank);
}

ncclResult_t ncclCommDestroy(ncclComm_t communicator)
{
    return IN_LIBRARY(ncclCommDestroy)(communicator);
}

ncclResult_t ncclCommGetAsyncError(ncclComm_t communicator, ncclResult_t *error)
{
    return IN_LIBRARY(ncclCommGetAsyncError)(communicator, error);
}

ncclResult_t ncclGroupStart(void)
{
    return IN_LIBRARY(ncclGroupStart)();
}

ncclResult_t ncclGroupEnd(void)
{
    return IN_LIBRARY(ncclGroupEnd)();
}

ncclResult_t ncclAllReduce(const void *send, void *receive, size_t count, ncclDataType_t type,
                           ncclRedOp_t operation, ncclComm_t communicator, cudaStream_t stream)
{
    return IN_LIBRARY(ncclAllReduce)(send, receive, count, type, operation, communicator, stream);
}
