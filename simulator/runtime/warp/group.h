/*
 * Groups of lanes in the merger: lanes with the same recording, which move as one.
 */
#ifndef GROUP_H
#define GROUP_H

#include "base/worker.h"

struct group {
    unsigned lanes;             /* mask */
    const event_t *next, *end;  /* what is left of their recording */
    unsigned address;           /* index of the next address */
    unsigned depth;             /* of calls */
    int open;                   /* more will follow: the recordings were full */
};

/*
 * After a step in which the members, of all groups, ran the event together: counts
 * the branches at which lanes went different ways.
 */
void branches_follow(struct worker *worker, event_t event, struct group *const *step,
                     unsigned members);

/* After the recordings are merged: forgets partings that none of the open lanes took part in. */
void branches_keep(struct worker *worker, unsigned open_lanes);

#endif
