/*
 * The lock around launches and everything that touches the list of allocations.
 */
#define _GNU_SOURCE
#include "base/api_lock.h"

#include <pthread.h>

#include "base/real_time.h"
#include "base/worker.h"

static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
/* Kernels that make a stream: who has launched them has the lock, and waits. */
static pthread_mutex_t lock_of_kernels = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

static pthread_mutex_t *own_lock(void)
{
    return this_worker && this_worker->run ? &lock_of_kernels : &lock;
}

/* This host thread's calls: how deep it is in them, when the outermost began, what all took. */
static _Thread_local struct {
    unsigned depth;
    int64_t began[2], took[2];
} calls;
static const clockid_t clocks[] = {CLOCK_MONOTONIC, CLOCK_PROCESS_CPUTIME_ID};

void api_lock(void)
{
    if (calls.depth++ == 0)
        for (int i = 0; i < 2; i++)
            calls.began[i] = real_nanoseconds(clocks[i]);
    pthread_mutex_lock(own_lock());
}

void api_unlock(void)
{
    pthread_mutex_unlock(own_lock());
    if (--calls.depth == 0)
        for (int i = 0; i < 2; i++)
            calls.took[i] += real_nanoseconds(clocks[i]) - calls.began[i];
}

int64_t api_time_inside(int by_processor)
{
    return calls.took[by_processor != 0];
}
