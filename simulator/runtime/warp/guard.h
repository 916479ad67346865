/*
 * Checks the return addresses of a kernel's functions at their ends: for untrusted code, compiled
 * with frame pointers. A thread's stores to its own stack are not recorded: it could overwrite a
 * return address there.
 */
#ifndef GUARD_H
#define GUARD_H

#include <stdint.h>

#include "base/worker.h"

enum { CALLS_USUAL = 4 };

struct call {
    uintptr_t frame, caller, back; /* its address, and the two words there */
};

/*
 * The shadow stack of a thread: its functions' frames, the outermost first. Few kernels call deeper
 * than usual. The rest lies apart, so that the usual frames of a block's threads share pages; and
 * those of one thread its lines of the cache.
 */
struct shadow_stack {
    unsigned depth;
    uint64_t above; /* a sum of the stack above the kernel's frame */
    struct call usual[CALLS_USUAL], *deep;
} __attribute__((aligned(64)));

extern _Thread_local struct shadow_stack *shadow_stacks; /* of a block's threads; NULL: not yet */

/* A function of a thread begins, or ends; frame: its frame pointer. */
void guard_enter(uintptr_t frame, uintptr_t pc);
void guard_leave(uintptr_t frame, uintptr_t pc);

/*
 * The same where that takes a few instructions, for each call of a function in a kernel: returns 0,
 * having done nothing, where it is to be looked at more closely. So is the kernel's own.
 */
static inline int guard_enter_usual(uintptr_t frame)
{
    if (!shadow_stacks || frame - recorder.stack >= recorder.stack_size)
        return 0;
    struct shadow_stack *shadow = &shadow_stacks[this_worker->running.thread];
    struct call *call = &shadow->usual[shadow->depth];
    if (shadow->depth - 1 >= CALLS_USUAL - 1 || call[-1].frame <= frame)
        return 0;
    const uintptr_t *words = (const uintptr_t *)frame;
    *call = (struct call){frame, words[0], words[1]};
    shadow->depth++;
    return 1;
}

static inline int guard_leave_usual(uintptr_t frame)
{
    if (!shadow_stacks)
        return 0;
    struct shadow_stack *shadow = &shadow_stacks[this_worker->running.thread];
    unsigned last = shadow->depth - 1;
    const struct call *call = &shadow->usual[last];
    if (last - 1 >= CALLS_USUAL - 1 || call->frame != frame)
        return 0;
    const uintptr_t *words = (const uintptr_t *)frame;
    if (call->caller != words[0] || call->back != words[1])
        return 0;
    shadow->depth = last;
    return 1;
}

#endif
