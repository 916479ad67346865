/*
 * The lock around launches and everything that touches the list of allocations.
 */
#define _GNU_SOURCE
#include "base/api_lock.h"

#include <pthread.h>

#include "base/worker.h"

static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
/* Kernels that make a stream: who has launched them has the lock, and waits. */
static pthread_mutex_t lock_of_kernels = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

static pthread_mutex_t *own_lock(void)
{
    return this_worker && this_worker->run ? &lock_of_kernels : &lock;
}

void api_lock(void)
{
    pthread_mutex_lock(own_lock());
}

void api_unlock(void)
{
    pthread_mutex_unlock(own_lock());
}
