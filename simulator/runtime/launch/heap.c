/*
 * malloc and free in kernels: memory of the device that a thread takes and gives back.
 *
 * Which thread gets which address depends on their order, so a launch that allocates
 * runs serially. Its main thread holds the API's lock meanwhile.
 */
#include "cuda_runtime_api.h"
#include "launch/run.h"
#include "memory/memory.h"
#include "report/findings.h"
#include "sim/sim.h"

#define CALLER ((uintptr_t)__builtin_return_address(0))

/* Bytes that kernels have allocated and not freed. */
static size_t heap_used(void)
{
    size_t count, bytes = 0;
    struct allocation **list = allocation_list(&count);
    for (size_t i = 0; i < count; i++)
        if (list[i]->kind == ALLOCATION_HEAP && !list[i]->freed)
            bytes += list[i]->size;
    return bytes;
}

/* Restarts the launch serially if it is not: does not return then. */
static void require_serial(struct worker *worker)
{
    if (worker->run->serial)
        return;
    run_restart(worker->run);
    lane_abandon(worker);
}

void *sim_malloc(size_t size)
{
    struct worker *worker = this_worker;
    size_t limit = 0;
    require_serial(worker);
    cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize);
    event_t *recording = recorder.limit;
    recorder.limit = NULL;              /* what follows is no part of the kernel */
    size_t used = heap_used();
    struct allocation *a = NULL;
    if (size > 0 && used <= limit && size <= limit - used)
        a = allocation_make_in_kernel(size, CALLER);
    if (!a)
        allocation_failure = (struct allocation_failure){
            "malloc in a kernel", size, "cudaLimitMallocHeapSize", limit, CALLER};
    recorder.limit = recording;
    worker->progress = 1;
    return a ? (void *)a->start : NULL;
}

/* Waits until all that the warp's lanes did before is checked: it came before the free. */
static void wait_for_checks(struct worker *worker, uintptr_t pc)
{
    worker_lane(worker)->pc = pc;
    worker->warp->at_volatile |= 1u << (worker->current % SIM_WARP_SIZE);
    lane_leave(worker);
}

static void report(struct worker *worker, const struct allocation *a, uintptr_t pc)
{
    char name[128];
    name_thread(worker, worker->current, worker->block, name, sizeof name);
    if (a && a->freed && a->kind == ALLOCATION_HEAP)
        finding_add(worker, FINDING_USE_AFTER_FREE, pc, 0, "%s frees memory that was freed before",
                    name);
    else
        finding_add(worker, FINDING_INVALID_ARGUMENT, pc, 0,
                    "%s frees what no malloc in a kernel has returned", name);
}

void sim_free(void *pointer)
{
    struct worker *worker = this_worker;
    uintptr_t address = (uintptr_t)pointer;
    if (!pointer)
        return;
    require_serial(worker);
    wait_for_checks(worker, CALLER);
    event_t *recording = recorder.limit;
    recorder.limit = NULL;
    struct allocation *a = memory_contains(address) ? allocation_find(address) : NULL;
    if (a && a->kind == ALLOCATION_HEAP && !a->freed && a->start == address)
        allocation_free_in_kernel(a);
    else
        report(worker, a, CALLER);
    recorder.limit = recording;
    worker->progress = 1;
}
