/*
 * Preparations before each timed run of a kernel. On a GPU the program runs kernels for this; here
 * they would be counted with the program's.
 */
#include "base/api_lock.h"
#include "clock/timeline.h"
#include "sim/sim.h"

/* Longer than the host's calls for a kernel and the events around it. */
#define BUSY 60000.0 /* ns */

void sim_keep_busy(void)
{
    api_lock();
    timeline_marks_itself();
    timeline_busy(BUSY);
    api_unlock();
}

void sim_cool_cache(void)
{
    api_lock();
    timeline_marks_itself();
    timeline_cool();
    timeline_busy(BUSY);
    api_unlock();
}

double sim_empty_launch(void)
{
    return timeline_empty_launch();
}
