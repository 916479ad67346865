/*
 * The ways that traced warps took from one basic block to the next, in one function. They tell of
 * a loop where it is left.
 */
#ifndef WAYS_H
#define WAYS_H

#include "clock/sample.h"

struct way {
    event_t from, to; /* 0: no entry */
};

struct ways {
    const struct sample *sample;
    struct way *way; /* a hash table; NULL: nobody has asked yet */
    size_t count, room;
};

/* Those of the sample's traces. They are looked for when somebody asks. */
void ways_open(struct ways *ways, const struct sample *sample);
void ways_close(struct ways *ways);

/*
 * A basic block from which a warp has left the loop of the basic blocks [first, last]; 0: there are
 * no more. *next is 0 at first, and then for this function alone.
 */
event_t ways_leave(struct ways *ways, event_t first, event_t last, size_t *next);

#endif
