/*
 * The lock around launches and everything that touches the list of allocations.
 */
#define _GNU_SOURCE
#include "base/api_lock.h"

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

void api_lock(void)
{
    pthread_mutex_lock(&lock);
}

void api_unlock(void)
{
    pthread_mutex_unlock(&lock);
}
