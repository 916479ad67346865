/*
 * What stays in the recordings after a merge.
 */
#ifndef REST_H
#define REST_H

#include "warp/group.h"

/* The events that a thread which has not exited has recorded, as far as they are merged. */
static inline uint64_t rest_steps(const struct worker *worker, unsigned thread)
{
    return worker->merged.steps[thread] + worker->merged.steps_all[thread / SIM_WARP_SIZE];
}

/* A block begins: its threads have recorded nothing. */
void rest_new_block(struct worker *worker);

/*
 * What the lanes of these groups have recorded beyond their last step stays for the next time.
 * A thread that has taken more steps than a launch's limit is a finding.
 */
void rest_keep(struct worker *worker, const struct group *groups, unsigned count);

/*
 * In place of a merge, where no lane of the running warp has run: returns 1 if all that have not
 * exited have been ahead together, and have done nothing in the phase handed over that anybody is
 * told of; else 0, and nothing has changed.
 */
int rest_pass_idle(struct worker *worker);

#endif
