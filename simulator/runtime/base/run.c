/*
 * Stopping and restarting a launch.
 */
#include "base/run.h"

pthread_mutex_t run_lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t run_changed = PTHREAD_COND_INITIALIZER;
unsigned run_waiting;

void run_wake(void)
{
    if (run_waiting)
        pthread_cond_broadcast(&run_changed);
}

void run_stop(struct run *run, int error)
{
    if (!run->serial) {
        run_restart(run);
        return;
    }
    run->error = error;
    run->stop = STOP_ERROR;
}

void run_restart(struct run *run)
{
    if (run->serial)
        return;
    run->stop = STOP_RESTART;
    pthread_mutex_lock(&run_lock);
    run_wake();
    pthread_mutex_unlock(&run_lock);
}

uint64_t run_block_of_unit(const struct run *run, uint32_t unit)
{
    return unit - run->first_unit;
}
