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
#include "nccl/group.h"
#include "nccl/report.h"
#include "nccl/wait.h"

static struct clique *cliques;
static struct ncclComm *communicators; /* all that were ever made; guarded by nccl_lock */

static ncclComm_t make(int count, int rank, int device, uintptr_t pc)
{
    ncclComm_t communicator = allocate(sizeof *communicator);
    communicator->count = count;
    communicator->rank = rank;
    communicator->device = device;
    communicator->pc = pc;
    pthread_mutex_lock(&nccl_lock);
    communicator->next = communicators;
    communicators = communicator;
    pthread_mutex_unlock(&nccl_lock);
    return communicator;
}

ncclResult_t communicator_check(ncclComm_t communicator, uintptr_t pc, const char *call)
{
    pthread_mutex_lock(&nccl_lock);
    const struct ncclComm *known = communicators;
    while (known && known != communicator)
        known = known->next;
    pthread_mutex_unlock(&nccl_lock);
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

ncclResult_t communicator_join(ncclComm_t communicator)
{
    char text[300];
    pthread_mutex_lock(&nccl_lock);
    int wrong = clique_join(communicator->clique, communicator->count, communicator->rank, 1, text,
                            sizeof text);
    pthread_mutex_unlock(&nccl_lock);
    return wrong ? report_wrong(ncclInvalidArgument, communicator->pc, "ncclCommInitRank: %s", text)
                 : ncclSuccess;
}

ncclResult_t communicator_wait(ncclComm_t communicator)
{
    ncclResult_t result = ncclSuccess;
    pthread_mutex_lock(&nccl_lock);
    wait_for_ranks(communicator->clique, communicator->pc);
    if (communicator->clique->failure)
        result = report_clique(communicator->clique, communicator->pc);
    communicator->ready = !result;
    pthread_mutex_unlock(&nccl_lock);
    return result;
}

/* ---- Making
 * -------------------------------------------------------------------------------------- */

ncclResult_t ncclGetUniqueId(ncclUniqueId *uniqueId)
{
    if (!uniqueId)
        return report_wrong(ncclInvalidArgument, CALLER, "ncclGetUniqueId: a null pointer");
    memset(uniqueId, 0, sizeof *uniqueId);
    if (getrandom(uniqueId, 16, 0) != 16)
        return ncclSystemError;
    struct clique *clique = clique_make(0);
    clique->id = *uniqueId;
    pthread_mutex_lock(&nccl_lock);
    clique->next = cliques;
    cliques = clique;
    pthread_mutex_unlock(&nccl_lock);
    return ncclSuccess;
}

static struct clique *find(const ncclUniqueId *id)
{
    pthread_mutex_lock(&nccl_lock);
    struct clique *clique = cliques;
    while (clique && memcmp(&clique->id, id, sizeof *id))
        clique = clique->next;
    pthread_mutex_unlock(&nccl_lock);
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
    struct clique *clique = find(&commId);
    if (!clique)
        return group_failed(report_wrong(ncclInvalidArgument, CALLER,
                                         "ncclCommInitRank: the id does not come from "
                                         "ncclGetUniqueId"));
    struct entry entry = {.communicator = make(nranks, rank, current_device(), CALLER), .joins = 1};
    entry.communicator->clique = clique;
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

/* ---- Asking
 * ---------------------------------------------------------------------------------------- */

ncclResult_t ncclGetVersion(int *version)
{
    if (!version)
        return report_wrong(ncclInvalidArgument, CALLER, "ncclGetVersion: a null pointer");
    *version = NCCL_VERSION_CODE;
    return ncclSuccess;
}

/* Stores the value, if there is a place for it and the communicator is one. */
static ncclResult_t answer(ncclComm_t communicator, int *place, size_t offset, uintptr_t pc,
                           const char *call)
{
    ncclResult_t result = communicator_check(communicator, pc, call);
    if (result)
        return result;
    if (!place)
        return report_wrong(ncclInvalidArgument, pc, "%s: a null pointer", call);
    memcpy(place, (const char *)communicator + offset, sizeof *place);
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

/* ---- Destroying
 * ------------------------------------------------------------------------------------ */

ncclResult_t ncclCommFinalize(ncclComm_t comm)
{
    return communicator_check(comm, CALLER, "ncclCommFinalize");
}

ncclResult_t ncclCommDestroy(ncclComm_t comm)
{
    if (!comm)
        return ncclSuccess;
    ncclResult_t result = communicator_check(comm, CALLER, "ncclCommDestroy");
    if (result)
        return result;
    pthread_mutex_lock(&nccl_lock);
    comm->destroyed = 1;
    clique_leave(comm->clique, comm->rank, 0);
    pthread_mutex_unlock(&nccl_lock);
    return ncclSuccess;
}

ncclResult_t ncclCommAbort(ncclComm_t comm)
{
    if (!comm)
        return ncclSuccess;
    ncclResult_t result = communicator_check(comm, CALLER, "ncclCommAbort");
    if (result)
        return result;
    pthread_mutex_lock(&nccl_lock);
    comm->destroyed = 1;
    clique_fail(comm->clique, FAILURE_ABORTED, 0, 0, "rank %d has called ncclCommAbort",
                comm->rank);
    clique_leave(comm->clique, comm->rank, 0);
    pthread_mutex_unlock(&nccl_lock);
    return ncclSuccess;
}
