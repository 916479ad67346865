/*
 * Kernels that kernels launch: see children.h.
 */
#include "launch/children.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/allocate.h"
#include "base/errors.h"
#include "base/run.h"
#include "base/worker.h"
#include "cuda_runtime_api.h"
#include "launch/handles.h"
#include "launch/deferred_launch.h"

struct child {
    uint64_t block, order; /* the block that asked, and the number of the request */
    int stream_known;      /* at the request; the stream may be destroyed before the kernel runs */
    struct deferred_launch *launch;
};

static struct child *children;
static size_t count, room;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic uint64_t current_run = 1;

/* The configuration between <<< >>> and the kernel's call, of each thread of this host thread. */
static _Thread_local struct {
    const void *configuration;
    uint64_t run; /* that of another run is out of date */
} waiting[THREADS_IN_BLOCK];

void children_discard(void)
{
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < count; i++)
        deferred_launch_free(children[i].launch);
    count = 0;
    current_run++;
    pthread_mutex_unlock(&lock);
}

int sim_is_launched(void)
{
    struct worker *worker = this_worker;
    if (sim_loop.on_device)
        return 0;
    return !worker || !worker->run || waiting[worker->running.thread].run == current_run;
}

void sim_set_launching(const void *configuration)
{
    unsigned thread = this_worker->running.thread;
    waiting[thread].configuration = configuration;
    waiting[thread].run = current_run;
    sim_loop.on_device = 0; /* for this launch: other threads may be about to launch, too */
}

const void *sim_take_launching(void)
{
    unsigned thread = this_worker->running.thread;
    waiting[thread].run = 0;
    return waiting[thread].configuration;
}

void *sim_stop_recording(void)
{
    return recorder_pause();
}

void sim_go_on_recording(void *recording)
{
    recorder_go_on(recording);
}

void sim_launch_later(const struct sim_launch *launch)
{
    this_worker->run->tells = 1;
    pthread_mutex_lock(&lock);
    if (count == room) {
        room = room ? 2 * room : 64;
        children = allocate_again(children, room * sizeof *children);
    }
    children[count] = (struct child){this_worker->block.index, count, stream_known(launch->stream),
                                     deferred_launch_make(launch)};
    count++;
    pthread_mutex_unlock(&lock);
}

static int compare(const void *first, const void *second)
{
    const struct child *a = first, *b = second;
    if (a->block != b->block)
        return a->block < b->block ? -1 : 1;
    return a->order < b->order ? -1 : a->order > b->order;
}

int children_run(void)
{
    struct child *list = children;
    size_t number = count;
    if (!number)
        return 0;
    /* each of these launches collects children of its own */
    children = NULL;
    count = room = 0;
    qsort(list, number, sizeof *list, compare);
    for (size_t i = 0; i < number; i++) {
        struct sim_launch *launch = deferred_launch_get(list[i].launch);
        launch->error_is_returned =
            0; /* no caller gets the error: a refused launch is named in a note */
        if (list[i].stream_known && !stream_known(launch->stream))
            launch->stream = NULL;
        if (!error_sticky())
            sim_launch(launch);
        deferred_launch_free(list[i].launch);
    }
    free(list);
    return error_sticky();
}
