/*
 * Stopping and restarting a launch.
 */
#include "base/run.h"

pthread_mutex_t run_lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t run_changed = PTHREAD_COND_INITIALIZER;
_Atomic unsigned run_waiting;

void run_wake(void)
{
    if (run_waiting)
        pthread_cond_broadcast(&run_changed);
}

void run_stop(struct run *run, int error)
{
    if (!run_look(run)->counts) {
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
    if (run_look(run)->serial)
        return;
    pthread_mutex_lock(&run_lock);
    run_wake();
    pthread_mutex_unlock(&run_lock);
}

void run_restart(struct run *run)
{
    if (!run_look(run)->serial && !run->stop)
        stop(run, STOP_RESTART);
}

void run_doubt(struct run *run)
{
    if (!run_look(run)->counts)
        stop(run, STOP_DOUBT);
}

void run_look_exactly(struct run *run)
{
    if (!run_look(run)->exact && run->stop != STOP_ERROR && run->stop != STOP_OBSERVE)
        stop(run, STOP_EXACT);
}

void run_gather(struct run *run)
{
    if (!run->stop && !run->gathered && !run->allocates &&
        look_after(run->look, STOP_FULL) == LOOK_GATHERING)
        stop(run, STOP_FULL);
}

void run_observe(struct run *run)
{
    stop(run, STOP_OBSERVE);
}

void run_repeat(struct run *run)
{
    if (!run->stop && run_look(run)->repeatable && !run->allocates)
        stop(run, STOP_TIMED);
}

uint64_t run_block_of_unit(const struct run *run, uint32_t unit)
{
    return unit - run->first_unit;
}
