/*
 * Courses. How a warp's groups take turns, where they part and meet again, follows from what they
 * have recorded alone, whatever their addresses are. Mostly the next warp's groups have recorded
 * the same: what the merger found out of the first ones is kept, and followed.
 */
#ifndef COURSE_H
#define COURSE_H

#include "warp/group.h"

#define COURSE_GROUPS_MOST 4
#define COURSE_EVENTS_MOST 128 /* of all groups */
#define COURSE_TURNS_MOST  64

/* An event that somebody is told of, and the basic blocks before it, which nobody is told of. */
struct turn {
    event_t event;   /* EVENT_BRANCH: lanes have diverged there */
    unsigned who;    /* mask of groups; of EVENT_BRANCH: of lanes */
    uint16_t depth;  /* of calls */
    uint16_t blocks; /* between the turn before and this one */
};

enum course_state { COURSE_EMPTY, COURSE_SEEN_ONCE, COURSE_KNOWN, COURSE_UNFIT };

struct course {
    uint32_t hash; /* of all that it is known by: */
    unsigned count, resumed;
    event_t resumed_at;
    struct course_group {
        unsigned lanes, depth, length;
        unsigned end_depth; /* of calls, behind its events */
        uint32_t last;      /* its last basic block, as in merge.c */
    } group[COURSE_GROUPS_MOST];
    event_t events[COURSE_EVENTS_MOST]; /* of one group after the other */
    enum course_state state;
    unsigned turns, blocks; /* blocks: behind the last turn */
    struct turn turn[COURSE_TURNS_MOST];
};

/* Makes room for a new worker's courses. */
void courses_start(struct worker *worker);

/*
 * The course of these groups of the running warp, which are at their begins. NULL where there is
 * none. That of groups which have come a second time is noted from here on: worker->noted, up to
 * course_noted.
 */
const struct course *course_find(struct worker *worker, const struct group *groups, unsigned count);

/* The groups have come to their ends. */
void course_noted(struct worker *worker, const struct group *groups);

/* For worker->noted, which may be given up: a basic block, a turn. */
void course_note_block(struct worker *worker);
void course_note_turn(struct worker *worker, event_t event, unsigned who, unsigned depth);

#endif
