/*
 * The lock around launches and everything that touches the list of allocations.
 */
#define _GNU_SOURCE
#include "base/api_lock.h"

#include <pthread.h>

#include "base/real_time.h"
#include "base/settings.h"
#include "base/worker.h"

static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
/* For kernels that make a stream: the thread that launched them holds the lock, and waits. */
static pthread_mutex_t lock_of_kernels = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

static pthread_mutex_t *own_lock(void)
{
    return this_worker && this_worker->run ? &lock_of_kernels : &lock;
}

/*
 * By two clocks, in ns. began: the start of the running call, 0 if none runs; took: the time of all
 * earlier calls.
 */
static const clockid_t clocks[] = {CLOCK_MONOTONIC, CLOCK_PROCESS_CPUTIME_ID};
static int64_t began[2], took[2];
static unsigned depth; /* of calls, in the thread that holds the lock */
static pthread_mutex_t times_lock = PTHREAD_MUTEX_INITIALIZER;

static void begin(void)
{
    if (depth++ > 0 || !settings_clock()) /* nobody will ask */
        return;
    pthread_mutex_lock(&times_lock);
    for (int i = 0; i < 2; i++)
        began[i] = real_nanoseconds(clocks[i]);
    pthread_mutex_unlock(&times_lock);
}

static void end(void)
{
    if (--depth > 0)
        return;
    pthread_mutex_lock(&times_lock);
    for (int i = 0; i < 2 && began[i]; i++) {
        took[i] += real_nanoseconds(clocks[i]) - began[i];
        began[i] = 0;
    }
    pthread_mutex_unlock(&times_lock);
}

void api_lock(void)
{
    pthread_mutex_t *own = own_lock();
    pthread_mutex_lock(own);
    if (own == &lock)
        begin();
}

void api_unlock(void)
{
    pthread_mutex_t *own = own_lock();
    if (own == &lock)
        end();
    pthread_mutex_unlock(own);
}

int64_t api_time_outside(int by_processor)
{
    int i = by_processor != 0;
    pthread_mutex_lock(&times_lock);
    int64_t now = began[i] ? began[i] : real_nanoseconds(clocks[i]);
    int64_t outside = now - took[i];
    pthread_mutex_unlock(&times_lock);
    return outside;
}
