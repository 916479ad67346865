/*
 * Groups of lanes in the merger: lanes with the same recording, which move as one.
 */
#ifndef GROUP_H
#define GROUP_H

#include "base/worker.h"

struct group {
    unsigned lanes;            /* mask */
    const event_t *start;      /* of their recording */
    const event_t *next, *end; /* the rest of it */
    int handed;                /* it is none: they are ahead, and it was handed over */
    unsigned address;          /* index of the next address */
    unsigned depth;            /* of calls */
    int entered;               /* a function, since the last step */
    int open;                  /* more will follow: the recordings were full */
    event_t expected;          /* the next event, if its lanes wait before an atomic, else 0 */
};

/* The first event that is a step of the warp, or end. */
static inline const event_t *step_from(const event_t *next, const event_t *end)
{
    while (next < end && (event_is_no_step(*next) || (*next & EVENT_CLASS) == EVENT_ENTER ||
                          (*next & EVENT_CLASS) == EVENT_EXIT))
        next++;
    return next;
}

/* The next event of the group's lanes; 0 if it is not known, or if there is none. */
static inline event_t group_next(const struct group *group)
{
    return group->next < group->end ? *group->next : group->expected;
}

/* Their next step. */
static inline event_t group_next_step(const struct group *group)
{
    const event_t *next = group->next;
    if (next < group->end && event_is_no_step(*next))
        next = step_from(next, group->end);
    return next < group->end ? *next : group->expected;
}

/* The lanes of all of these groups, as a mask. */
static inline unsigned lanes_of(struct group *const *groups, unsigned count)
{
    unsigned lanes = 0;
    for (unsigned i = 0; i < count; i++)
        lanes |= groups[i]->lanes;
    return lanes;
}

/*
 * Sorts the lanes that have recorded something, or will go on, into groups, in the order of their
 * first lanes; returns their number.
 */
unsigned groups_form(struct worker *worker, struct group *groups);

/*
 * After a step in which the members, of all groups, ran the event together: counts
 * the branches at which lanes diverged.
 */
void branches_follow(struct worker *worker, event_t event, struct group *const *step,
                     unsigned members);

/*
 * The merger begins with these groups: the same for lanes that come from a barrier or an exchange,
 * for which no event is recorded.
 */
void branches_resume(struct worker *worker, struct group *groups, unsigned count);

/* These lanes go on together, without steps: their partings that were counted are over. */
void branches_meet(struct worker *worker, unsigned lanes);

/* After the recordings are merged: forgets partings in which no unfinished lane took part. */
void branches_keep(struct worker *worker, unsigned unfinished);

#endif
