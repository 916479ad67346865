/*
 * Launches: checks the configuration as CUDA does, then runs the kernel.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/api_lock.h"
#include "base/current_device.h"
#include "base/device_limits.h"
#include "launch/children.h"
#include "launch/forked.h"
#include "launch/graph.h"
#include "launch/handles.h"
#include "launch/ordered.h"
#include "clock/occupancy.h"
#include "base/errors.h"
#include "check/describe.h"
#include "report/kernel.h"
#include "base/instrument.h"
#include "base/lane.h"
#include "clock/asked.h"
#include "clock/timeline.h"
#include "warp/record.h"
#include "base/run.h"
#include "base/settings.h"
#include "launch/run.h"
#include "memory/memory.h"
#include "memory/shared_memory.h"
#include "memory/variables.h"

static uint64_t threads_of(const struct sim_index *block)
{
    return (uint64_t)block->x * block->y * block->z;
}

/* 1 if the kernel's __launch_bounds__ allows fewer threads. */
static int exceeds_bound(const struct kernel *kernel, const struct sim_index *block)
{
    return kernel->maximum_threads && threads_of(block) > (uint64_t)kernel->maximum_threads;
}

/* cudaSuccess, or the error with which CUDA refuses the configuration. */
static int check(const struct kernel *kernel, const struct sim_index *grid,
                 const struct sim_index *block, size_t dynamic_shared)
{
    uint64_t threads = threads_of(block);
    if (!grid->x || !grid->y || !grid->z || !threads || grid->x > DEVICE_GRID_X_MOST ||
        grid->y > DEVICE_GRID_YZ_MOST || grid->z > DEVICE_GRID_YZ_MOST ||
        block->x > DEVICE_BLOCK_XY_MOST || block->y > DEVICE_BLOCK_XY_MOST ||
        block->z > DEVICE_BLOCK_Z_MOST || threads > DEVICE_THREADS_IN_BLOCK)
        return cudaErrorInvalidConfiguration;
    if (exceeds_bound(kernel, block))
        return cudaErrorInvalidValue;
    if (dynamic_shared > kernel->maximum_dynamic_shared)
        return cudaErrorInvalidValue;
    return cudaSuccess;
}

static int check_cooperative(const struct kernel *kernel, const struct sim_launch *launch)
{
    int blocks = device_blocks_per_multiprocessor(
        kernel, (int)(launch->block.x * launch->block.y * launch->block.z), launch->dynamic_shared);
    uint64_t grid = (uint64_t)launch->grid.x * launch->grid.y * launch->grid.z;
    return grid > (uint64_t)blocks * (uint64_t)device.multiprocessors
               ? cudaErrorCooperativeLaunchTooLarge
               : cudaSuccess;
}

/*
 * Device code and host code know a variable by the same address here; on a GPU the host's
 * is another. So a launch must not be given it, unless from cudaGetSymbolAddress.
 */
static void mark_variables(const struct sim_launch *launch, int passed)
{
    for (size_t i = 0; i < launch->pointer_count; i++) {
        struct allocation *a = allocation_of_host((uintptr_t)launch->pointers[i]);
        if (a && a->name && !a->address_given)
            a->passed = passed;
    }
}

/* Kernels that kernels launch are part of the stream of the first; NULL: none runs. */
static struct ordered_stream *stream_of_parent;

/* The stream of the launch, if the order of streams is looked at: the launch begins in it. */
static struct ordered_stream *begin_in_stream(const struct sim_launch *launch)
{
    if (!streams_are_ordered())
        return NULL;
    struct ordered_stream *stream = stream_of_parent;
    if (!stream)
        stream = ordered_of(launch->stream, current_device());
    streams_begin(stream);
    return stream;
}

static int run_children(struct ordered_stream *stream)
{
    struct ordered_stream *before = stream_of_parent;
    stream_of_parent = stream;
    int error = children_run();
    stream_of_parent = before;
    return error;
}

/* The host may wait for a store that the stopped kernel never made: it would hang silently. */
static _Noreturn void end_as_both_wait(void)
{
    fprintf(stderr, "simulator: the program ends here: its host may wait for that kernel\n");
    exit(findings_status());
}

static int check_and_run(const struct sim_launch *launch)
{
    struct kernel *kernel = kernel_find(launch->function, launch->name);
    int error = error_sticky();
    if (!error &&
        (!stream_known(launch->stream) || stream_device(launch->stream) != current_device()))
        error = cudaErrorInvalidResourceHandle;
    if (!error)
        error = check(kernel, &launch->grid, &launch->block, launch->dynamic_shared);
    if (!error && launch->cooperative)
        error = check_cooperative(kernel, launch);
    if (!error)
        error = forked_error();
    if (error) {
        if (error == cudaErrorInvalidValue && settings.checks &&
            exceeds_bound(kernel, &launch->block))
            fprintf(stderr,
                    "simulator: note: the launch of %s at %s:%d was refused: it has blocks of %llu "
                    "threads, and the kernel's __launch_bounds__ allows %d\n",
                    kernel->name, launch->file, launch->line,
                    (unsigned long long)threads_of(&launch->block), (int)kernel->maximum_threads);
        if (!launch->error_is_returned && !error_sticky())
            error_of_launch((cudaError_t)error, launch->file, launch->line);
        return error_set((cudaError_t)error);
    }
    device_at_work = current_device();
    variables_show(device_at_work);
    mark_variables(launch, 1);
    struct ordered_stream *ordered = begin_in_stream(launch);
    int waits_for_host = 0;
    error = run_launch(kernel, launch, &waits_for_host);
    if (ordered)
        ordered_launch_done(ordered, launch);
    mark_variables(launch, 0);
    findings_print(kernel->name);
    instruments_launch_over(error);
    findings_discard();
    if (waits_for_host)
        end_as_both_wait();
    if (!error)
        error = run_children(ordered);
    return error ? error_set_sticky((cudaError_t)error) : cudaSuccess;
}

/* Adds the launch to a graph if its stream is being captured. Returns 0 if it is not. */
static int captured(const struct sim_launch *launch, int *error)
{
    cudaGraph_t graph = stream_known(launch->stream) ? graph_of_stream(launch->stream) : NULL;
    struct deferred_launch *deferred = graph ? deferred_launch_make(launch) : NULL;
    if (!graph)
        return 0;
    if (deferred)
        graph_append(launch->stream, cudaGraphNodeTypeKernel, launch->call)->launch = deferred;
    *error = deferred ? cudaSuccess : error_set(cudaErrorStreamCaptureUnsupported);
    return 1;
}

int sim_launch(const struct sim_launch *launch)
{
    int capture_error = cudaSuccess;
    if (captured(launch, &capture_error))
        return capture_error;
    api_lock();
    int error = check_and_run(launch);
    api_unlock();
    return error;
}

int sim_in_kernel(void)
{
    struct worker *worker = this_worker;
    return worker && worker->run != NULL;
}

static _Noreturn void end_thread(int error)
{
    struct worker *worker = this_worker;
    recorder_off();
    run_stop(worker->run, error);
    lane_abandon(worker);
}

void sim_assert_failed(const char *expression, const char *file, int line, const char *function)
{
    struct worker *worker = this_worker;
    char name[128];
    recorder_off();
    name_thread(worker, worker->running.thread, worker->block.index, name, sizeof name);
    finding_add(worker, FINDING_ASSERTION, (uintptr_t)__builtin_return_address(0), 0,
                "%s:%d: %s: %s: assertion `%s' failed", file, line, function, name, expression);
    end_thread(cudaErrorAssert);
}

void sim_bound_exceeded(int threads)
{
    struct worker *worker = this_worker;
    recorder_off();
    finding_add(worker, FINDING_INVALID_ARGUMENT, (uintptr_t)__builtin_return_address(0), 0,
                "the launch has blocks of %u threads, and the kernel's __launch_bounds__ allows %d",
                worker->run->threads, threads);
    end_thread(cudaErrorInvalidValue);
}

int sim_cooperative(void)
{
    return this_worker->run->launch->cooperative != 0;
}

void sim_require_cooperative(void)
{
    struct worker *worker = this_worker;
    char name[128];
    if (sim_cooperative())
        return;
    recorder_off();
    name_thread(worker, worker->running.thread, worker->block.index, name, sizeof name);
    finding_add(worker, FINDING_GRID_BARRIER, (uintptr_t)__builtin_return_address(0), 0,
                "%s is at a grid barrier, but the launch is not cooperative", name);
    end_thread(cudaErrorLaunchFailure);
}

void sim_trap(void)
{
    struct worker *worker = this_worker;
    char name[128];
    recorder_off();
    name_thread(worker, worker->running.thread, worker->block.index, name, sizeof name);
    finding_add(worker, FINDING_TRAP, (uintptr_t)__builtin_return_address(0), 0,
                "%s has called __trap()", name);
    end_thread(cudaErrorLaunchFailure);
}

void sim_unsupported(const char *what)
{
    fprintf(stderr, "simulator: not supported: %s\n", what);
    fflush(NULL);
    _Exit(3);
}

/* The device's clock at the launch's begin: launches follow each other on it. */
static double launch_start(void)
{
    return timeline_now() * device.clock / 1000;
}

/*
 * How long the threads of a block have slept. The model leaves it out, the kernel's clocks count
 * it. Each entry has its run and block: they are not cleared with memset, since that would be taken
 * for an access of the kernel.
 */
static _Thread_local struct slept {
    uint64_t run, block, nanoseconds;
} slept[THREADS_IN_BLOCK];

static struct slept *slept_of(const struct worker *worker)
{
    struct slept *it = &slept[worker->running.thread];

    if (it->run != worker->run->number || it->block != worker->block.index) {
        it->run = worker->run->number;
        it->block = worker->block.index;
        it->nanoseconds = 0;
    }
    return it;
}

static double slept_cycles(const struct worker *worker)
{
    return (double)slept_of(worker)->nanoseconds * device.clock / 1000;
}

long long sim_clock(void)
{
    struct worker *worker = this_worker;
    timeline_seen();
    if (!worker->run->tells)
        worker->run->tells = 1;
    if (asked_wants_all(worker))
        record_wait_to_be_merged((uintptr_t)__builtin_return_address(0));
    return (long long)(launch_start() + asked_cycles(worker) + slept_cycles(worker));
}

unsigned long long sim_globaltimer(void)
{
    return (unsigned long long)((double)sim_clock() / device.clock * 1000);
}

unsigned int sim_multiprocessor_count(void)
{
    return (unsigned)device.multiprocessors;
}

unsigned int sim_multiprocessor_id(void)
{
    const struct worker *worker = this_worker;
    return (unsigned)(worker->block.index % (uint64_t)device.multiprocessors);
}

void sim_nanosleep(unsigned int nanoseconds)
{
    struct worker *worker = this_worker;
    worker->run->has_slept = 1;
    slept_of(worker)->nanoseconds += nanoseconds;
    worker_lane(worker)->pc = (uintptr_t)__builtin_return_address(0);
    worker->running.warp->yielding |= 1u << (worker->running.thread % SIM_WARP_SIZE);
    lane_leave(worker);
}
