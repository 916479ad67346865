/*
 * malloc and free in kernels: memory of the device that a thread takes and gives back.
 *
 * Which thread gets which address depends on their order, and a run that is started again
 * would not free its allocations. So only a settled look allocates, one block at a
 * time. Its main thread holds the API's lock meanwhile.
 */
#include "launch/heap.h"

#include "base/current_device.h"
#include "base/lane.h"
#include "base/run.h"
#include "base/site.h"
#include "check/describe.h"
#include "check/race.h"
#include "memory/memory.h"
#include "sim/sim.h"
#include "warp/record.h"

size_t heap_limits[DEVICES_MOST] = {[0 ... DEVICES_MOST - 1] = 8 << 20};

/* Bytes that kernels of the device at work have allocated and not freed. */
static size_t heap_used(void)
{
    size_t count, bytes = 0;
    struct allocation **list = allocation_list(&count);
    for (size_t i = 0; i < count; i++)
        if (list[i]->kind == ALLOCATION_HEAP && list[i]->device == device_at_work &&
            !list[i]->freed)
            bytes += list[i]->size;
    return bytes;
}

/* Restarts a run after which another look may follow: does not return then. */
static void require_settled(struct worker *worker)
{
    struct run *run = worker->run;
    if (run_look(run)->settled)
        return;
    run_observe(run);
    lane_abandon(worker);
}

void *sim_malloc(size_t size)
{
    struct worker *worker = this_worker;
    require_settled(worker);
    worker->run->allocates = 1;
    event_t *recording = recorder_pause(); /* the code below is no part of the kernel */
    size_t used = heap_used(), limit = heap_limits[device_at_work];
    struct allocation *a = NULL;
    if (size > 0 && used <= limit && size <= limit - used)
        a = allocation_make_in_kernel(size, CALLER);
    if (!a)
        allocation_failure = (struct allocation_failure){"malloc in a kernel", size,
                                                         "cudaLimitMallocHeapSize", limit, CALLER};
    recorder_go_on(recording);
    worker->block.progress = 1;
    return a ? (void *)a->start : NULL;
}

static void report(struct worker *worker, const struct allocation *a, uintptr_t pc)
{
    char name[128];
    name_thread(worker, worker->running.thread, worker->block.index, name, sizeof name);
    if (a && a->freed && a->kind == ALLOCATION_HEAP)
        finding_add(worker, FINDING_USE_AFTER_FREE, pc, 0, "%s frees memory that was freed before",
                    name);
    else
        finding_add(worker, FINDING_INVALID_ARGUMENT, pc, 0,
                    "%s frees what no malloc in a kernel has returned", name);
}

static void release(struct worker *worker, struct allocation *a, uintptr_t pc)
{
    race_free(worker, a->start, a->size, pc);
    allocation_free_in_kernel(a);
    race_forget(a->start, a->size);
}

void sim_free(void *pointer)
{
    struct worker *worker = this_worker;
    uintptr_t address = (uintptr_t)pointer;
    if (!pointer)
        return;
    require_settled(worker);
    if (recorder.limit)
        record_wait_to_be_merged(CALLER); /* the warp's earlier accesses come before the free */
    event_t *recording = recorder_pause();
    struct allocation *a = memory_contains(address) ? allocation_find(address) : NULL;
    if (a && a->kind == ALLOCATION_HEAP && !a->freed && a->start == address)
        release(worker, a, CALLER);
    else
        report(worker, a, CALLER);
    recorder_go_on(recording);
    worker->block.progress = 1;
}
