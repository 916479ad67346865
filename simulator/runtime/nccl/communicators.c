/*
 * Communicators: made, asked, destroyed.
 */
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "base/allocate.h"
#include "base/current_device.h"
#include "base/settings.h"
#include "base/site.h"
#include "check/streams.h"
#include "nccl/connection.h"
#include "nccl/group.h"
#include "nccl/meeting.h"
#include "nccl/report.h"
#include "nccl/wait.h"

static struct clique *cliques;
static struct ncclComm *communicators; /* all that were ever made; guarded by ranks_lock */

static ncclComm_t make(int count, int rank, int device, uintptr_t pc)
{
    ncclComm_t communicator = allocate(sizeof *communicator);
    streams_order();
    communicator->count = count;
    communicator->rank = rank;
    communicator->device = device;
    communicator->pc = pc;
    pthread_mutex_lock(&ranks_lock);
    communicator->next = communicators;
    communicators = communicator;
    pthread_mutex_unlock(&ranks_lock);
    return communicator;
}

ncclResult_t communicator_check(ncclComm_t communicator, uintptr_t pc, const char *call)
{
    pthread_mutex_lock(&ranks_lock);
    const struct ncclComm *known = communicators;
    while (known && known != communicator)
        known = known->next;
    pthread_mutex_unlock(&ranks_lock);
    if (!known)
        return group_failed(
            report_wrong(ncclInvalidArgument, pc, "%s: the communicator was never made", call));
    if (known->destroyed)
        return group_failed(
            report_wrong(ncclInvalidArgument, pc, "%s: the communicator was destroyed", call));
    if (!known->ready)
        return group_failed(report_wrong(ncclInvalidUsage, pc,
                                         "%s: the communicator is not ready before the group ends "
                                         "in which it is made",
                                         call));
    return ncclSuccess;
}

ncclResult_t communicator_failed(ncclComm_t communicator, uintptr_t pc)
{
    const char *why;
    if (communicator->connection) {
        enum failure failure = connection_failure(communicator->connection, &why);
        int reported = communicator->reported++;
        return reported ? report_result(failure, why) : report_failure(failure, pc, 0, why);
    }
    pthread_mutex_lock(&ranks_lock);
    ncclResult_t result = report_clique(communicator->clique, pc);
    pthread_mutex_unlock(&ranks_lock);
    return result;
}

static ncclResult_t join_elsewhere(ncclComm_t communicator)
{
    communicator->connection = connection_open(&communicator->id, communicator->count,
                                               communicator->rank, communicator->device);
    if (communicator->connection)
        return ncclSuccess;
    return report_failure(FAILURE_GONE, 0, 0,
                          "ncclCommInitRank: the process that called ncclGetUniqueId has ended, or "
                          "is on another machine");
}

ncclResult_t communicator_join(ncclComm_t communicator)
{
    if (!communicator->clique)
        return join_elsewhere(communicator);
    pthread_mutex_lock(&ranks_lock);
    int failed = clique_join(communicator->clique, communicator->count, communicator->rank,
                             communicator->device, 1);
    pthread_mutex_unlock(&ranks_lock);
    return failed ? communicator_failed(communicator, communicator->pc) : ncclSuccess;
}

ncclResult_t communicator_wait(ncclComm_t communicator)
{
    int failed;
    if (communicator->connection) {
        failed = connection_wait_for_ranks(communicator->connection);
    } else {
        pthread_mutex_lock(&ranks_lock);
        wait_for_ranks(communicator->clique, communicator->pc);
        failed = communicator->clique->failure != FAILURE_NONE;
        pthread_mutex_unlock(&ranks_lock);
    }
    communicator->ready = !failed;
    return failed ? communicator_failed(communicator, communicator->pc) : ncclSuccess;
}

/* ---- Making ---------------------------------------------------------------------------------- */

ncclResult_t ncclGetUniqueId(ncclUniqueId *uniqueId)
{
    if (!uniqueId)
        return report_wrong(ncclInvalidArgument, CALLER, "ncclGetUniqueId: a null pointer");
    memset(uniqueId, 0, sizeof *uniqueId);
    if (getrandom(uniqueId, 16, 0) != 16)
        return ncclSystemError;
    struct clique *clique = clique_make(0);
    clique->id = *uniqueId;
    if (meeting_open(clique))
        return ncclSystemError;
    pthread_mutex_lock(&ranks_lock);
    clique->next = cliques;
    cliques = clique;
    pthread_mutex_unlock(&ranks_lock);
    return ncclSuccess;
}

/* The clique of the id, if this process has it; NULL otherwise. */
static struct clique *find(const ncclUniqueId *id)
{
    pthread_mutex_lock(&ranks_lock);
    struct clique *clique = cliques;
    while (clique && memcmp(&clique->id, id, sizeof *id))
        clique = clique->next;
    if (clique && clique->process != getpid()) { /* its parent has it */
        meeting_forget(clique);
        clique = NULL;
    }
    pthread_mutex_unlock(&ranks_lock);
    return clique;
}

ncclResult_t ncclCommInitRank(ncclComm_t *comm, int nranks, ncclUniqueId commId, int rank)
{
    if (!comm)
        return group_failed(
            report_wrong(ncclInvalidArgument, CALLER, "ncclCommInitRank: a null pointer"));
    if (nranks < 1 || rank < 0 || rank >= nranks)
        return group_failed(report_wrong(ncclInvalidArgument, CALLER,
                                         "ncclCommInitRank: rank %d of %d ranks", rank, nranks));
    struct entry entry = {.communicator = make(nranks, rank, current_device(), CALLER), .joins = 1};
    entry.communicator->id = commId;
    entry.communicator->clique = find(&commId);
    *comm = entry.communicator;
    return group_add(&entry);
}

ncclResult_t ncclCommInitAll(ncclComm_t *comm, int ndev, const int *devlist)
{
    if (!comm || ndev < 1)
        return report_wrong(ncclInvalidArgument, CALLER, "ncclCommInitAll: %s",
                            comm ? "less than one device" : "a null pointer");
    unsigned used = 0;
    for (int rank = 0; rank < ndev; rank++) {
        int device = devlist ? devlist[rank] : rank;
        if (device < 0 || device >= settings.devices)
            return report_wrong(ncclInvalidArgument, CALLER,
                                "ncclCommInitAll: device %d; there %s %d (SIM_DEVICES)", device,
                                settings.devices == 1 ? "is" : "are", settings.devices);
        if (used >> device & 1)
            return report_wrong(ncclInvalidUsage, CALLER,
                                "ncclCommInitAll: device %d is in the list twice", device);
        used |= 1u << device;
    }
    struct clique *clique = clique_make(ndev);
    for (int rank = 0; rank < ndev; rank++) {
        comm[rank] = make(ndev, rank, devlist ? devlist[rank] : rank, CALLER);
        comm[rank]->clique = clique;
        communicator_join(comm[rank]);
        comm[rank]->ready = 1;
    }
    return ncclSuccess;
}

/* ---- Asking ---------------------------------------------------------------------------------- */

ncclResult_t ncclGetVersion(int *version)
{
    if (!version)
        return report_wrong(ncclInvalidArgument, CALLER, "ncclGetVersion: a null pointer");
    *version = NCCL_VERSION_CODE;
    return ncclSuccess;
}

/* Stores the value, after checks of the pointer and the communicator. */
static ncclResult_t answer(ncclComm_t communicator, int *value, size_t offset, uintptr_t pc,
                           const char *call)
{
    ncclResult_t result = communicator_check(communicator, pc, call);
    if (result)
        return result;
    if (!value)
        return report_wrong(ncclInvalidArgument, pc, "%s: a null pointer", call);
    memcpy(value, (const char *)communicator + offset, sizeof *value);
    return ncclSuccess;
}

ncclResult_t ncclCommCount(const ncclComm_t comm, int *count)
{
    return answer(comm, count, offsetof(struct ncclComm, count), CALLER, "ncclCommCount");
}

ncclResult_t ncclCommCuDevice(const ncclComm_t comm, int *device)
{
    return answer(comm, device, offsetof(struct ncclComm, device), CALLER, "ncclCommCuDevice");
}

ncclResult_t ncclCommUserRank(const ncclComm_t comm, int *rank)
{
    return answer(comm, rank, offsetof(struct ncclComm, rank), CALLER, "ncclCommUserRank");
}

ncclResult_t ncclCommGetAsyncError(ncclComm_t comm, ncclResult_t *asyncError)
{
    ncclResult_t result = communicator_check(comm, CALLER, "ncclCommGetAsyncError");
    if (result)
        return result;
    if (!asyncError)
        return report_wrong(ncclInvalidArgument, CALLER, "ncclCommGetAsyncError: a null pointer");
    *asyncError = comm->error;
    return ncclSuccess;
}

/* ---- Destroying ------------------------------------------------------------------------------ */

ncclResult_t ncclCommFinalize(ncclComm_t comm)
{
    return communicator_check(comm, CALLER, "ncclCommFinalize");
}

static void leave(ncclComm_t communicator, int aborted)
{
    pthread_mutex_lock(&ranks_lock);
    communicator->destroyed = 1;
    if (communicator->connection)
        connection_leave(communicator->connection, aborted);
    if (communicator->clique && aborted)
        clique_fail(communicator->clique, FAILURE_ABORTED, 0, 0, "rank %d has called ncclCommAbort",
                    communicator->rank);
    if (communicator->clique)
        clique_leave(communicator->clique, communicator->rank, 0);
    pthread_mutex_unlock(&ranks_lock);
}

static ncclResult_t check_and_leave(ncclComm_t communicator, int aborts, uintptr_t pc,
                                    const char *call)
{
    if (!communicator)
        return ncclSuccess;
    ncclResult_t result = communicator_check(communicator, pc, call);
    if (!result)
        leave(communicator, aborts);
    return result;
}

ncclResult_t ncclCommDestroy(ncclComm_t comm)
{
    return check_and_leave(comm, 0, CALLER, "ncclCommDestroy");
}

ncclResult_t ncclCommAbort(ncclComm_t comm)
{
    return check_and_leave(comm, 1, CALLER, "ncclCommAbort");
}
