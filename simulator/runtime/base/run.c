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
    if (!run->final) {
        run_doubt(run);
        return;
    }
    run->error = error;
    run->stop = STOP_ERROR;
}

/* Workers of a parallel run may wait for each other: lets them see that it has stopped. */
static void stop(struct run *run, enum stop why)
{
    run->stop = why;
    if (run->serial)
        return;
    pthread_mutex_lock(&run_lock);
    run_wake();
    pthread_mutex_unlock(&run_lock);
}

void run_restart(struct run *run)
{
    if (!run->serial && !run->stop)
        stop(run, STOP_RESTART);
}

void run_doubt(struct run *run)
{
    if (!run->final)
        stop(run, STOP_DOUBT);
}

void run_look_exactly(struct run *run)
{
    if (!run_is_exact(run) && run->stop != STOP_ERROR)
        stop(run, STOP_EXACT);
}

void run_observe(struct run *run)
{
    run->observing = 1;
    stop(run, STOP_EXACT);
}

void run_time_all(struct run *run)
{
    if (run->timed || run->stop)
        return;
    run->timed = 1;
    if (run->has_snapshot && !run->allocates)
        stop(run, STOP_TIMED);
}

uint64_t run_block_of_unit(const struct run *run, uint32_t unit)
{
    return unit - run->first_unit;
}
