/*
 * Fences: what a thread knew when it executed its last ones, and which of that it passes on.
 */
#ifndef FENCE_H
#define FENCE_H

#include "base/worker.h"
#include "check/message.h"
#include "check/past.h"

/* A thread's past at a fence. */
struct fence {
    int done; /* there was one */
    int is_for_device;
    int is_sc;  /* it was a fence.sc; */
    int is_new; /* and its knowledge is not yet among what thread_order.past has as fenced */
    unsigned barrier_tick, warp_tick, tick;
    unsigned known[SIM_WARP_SIZE]; /* by the warp's other lanes */
    struct past past;
    struct knowledge *all; /* all that it knew as a map, made when first needed */
};

/* For threads of the own block, and for those of the device. */
struct pasts {
    struct past to_block, to_device;
};

/* What a thread has released by strong writes of a word, and read there: see bound.h. */
struct bound_word {
    uintptr_t address;
    unsigned size; /* bytes */
    struct pasts released, read;
};

struct bound {
    struct fence release; /* of the strong write that comes next */
    struct bound_word *words;
    uint32_t count, room;
    uint32_t *index; /* of 2 * room slots, each a word's number and 1 more, or 0; see bound.c */
    uint32_t latest; /* the word of the last strong access, if below count */
    int is_added;    /* to the messages of the strong access that is being made */
};

struct thread_order {
    struct past past;
    struct past to_block, to_device; /* read in messages; acquired by its next fence */
    struct fence last;               /* its last fence of any scope, */
    struct fence device;             /* and its last one that is not only for the block */
    struct bound bound;              /* what the memory orders of its atomics do */
};

/* The running block's thread executes a fence. Does not begin a new tick. */
void fence_execute(const struct worker *worker, unsigned thread, enum sim_scope scope, int is_sc);

/* The thread's next strong write is a release. */
void fence_release(const struct worker *worker, unsigned thread, enum sim_scope scope);

/* This write of the word is it: adds what is released. */
void fence_add_release(const struct worker *worker, unsigned thread, struct bound_word *word);

/* What a strong store of the thread leaves at its word. The maps stay the thread's. */
struct messages_of_thread fence_messages(const struct worker *worker, unsigned thread);

/*
 * Adds to *fenced the knowledge of all new fence.sc of these threads: those of the block from first
 * on and below end, by lanes. They are new no more.
 */
void fences_join(const struct worker *worker, unsigned first, unsigned end, unsigned lanes,
                 struct offer *fenced);

/* Forgets all of the thread. */
void fence_forget_thread(struct thread_order *thread);

#endif
