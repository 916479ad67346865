#include "warp/guard.h"

#include "cuda_runtime_api.h"
#include "base/allocate.h"
#include "base/run.h"
#include "base/lane.h"
#include "check/describe.h"
#include "warp/record.h"

enum { DEPTH_MOST = 256, DEPTH_USUAL = 4 }; /* of calls */

struct call {
    uintptr_t frame, caller, back; /* where it is, and the two words that stand there */
};

/* The frames of a thread's functions, the outermost first. Few kernels call deeper than usual: the
 * rest lies apart, so that a block's threads share the pages of what they use. */
struct kept {
    unsigned depth;
    uint64_t above; /* a sum of what stands above the kernel's frame */
    struct call usual[DEPTH_USUAL], *deep;
};

static _Thread_local struct kept *threads;                          /* of a block */
static _Thread_local struct call (*deep)[DEPTH_MOST - DEPTH_USUAL]; /* of each of them */

static struct kept *kept_of(const struct worker *worker)
{
    if (!threads) {
        threads = allocate(THREADS_IN_BLOCK * sizeof *threads);
        deep = allocate(THREADS_IN_BLOCK * sizeof *deep);
        for (unsigned thread = 0; thread < THREADS_IN_BLOCK; thread++)
            threads[thread].deep = deep[thread];
    }
    return &threads[worker->running.thread];
}

static struct call *call_at(struct kept *kept, unsigned depth)
{
    return depth < DEPTH_USUAL ? &kept->usual[depth] : &kept->deep[depth - DEPTH_USUAL];
}

/*
 * Of the stack from the kernel's frame on: what the runtime comes back to. Four sums side by side,
 * since a product has to wait for the one before.
 */
static uint64_t sum_above(uintptr_t frame)
{
    const uint64_t factor = 0x9E3779B97F4A7C15u;
    const uint64_t *word = (const uint64_t *)(frame + 2 * sizeof frame);
    const uint64_t *end =
        (const uint64_t *)lane_stack_top(this_worker, this_worker->running.thread);
    uint64_t a = 0, b = 0, c = 0, d = 0;

    for (; end - word >= 4; word += 4) {
        a = (a ^ word[0]) * factor;
        b = (b ^ word[1]) * factor;
        c = (c ^ word[2]) * factor;
        d = (d ^ word[3]) * factor;
    }
    for (; word < end; word++)
        a = (a ^ *word) * factor;
    return (((a ^ b) * factor ^ c) * factor ^ d) * factor;
}

/* Frames below are those of functions that have ended without a word: launches that were stopped.
 */
static void forget_below(struct kept *kept, uintptr_t frame)
{
    while (kept->depth > 0 && call_at(kept, kept->depth - 1)->frame <= frame)
        kept->depth--;
}

static const char overwritten[] =
    "has written over its stack: a function would not return to its caller";

static _Noreturn void stop(uintptr_t pc, const char *what)
{
    struct worker *worker = this_worker;
    char name[128];

    recorder_off();
    name_thread(worker, worker->running.thread, worker->block.index, name, sizeof name);
    finding_add(worker, FINDING_OUT_OF_BOUNDS, pc, 0, "%s %s", name, what);
    run_stop(worker->run, cudaErrorIllegalAddress);
    lane_abandon(worker);
}

void guard_enter(uintptr_t frame, uintptr_t pc)
{
    const uintptr_t *words = (const uintptr_t *)frame;

    if (!recorder.limit || frame - recorder.stack >= recorder.stack_size)
        return; /* on the host, or without frame pointers */
    struct kept *kept = kept_of(this_worker);

    forget_below(kept, frame);
    if (kept->depth == DEPTH_MOST)
        stop(pc, "calls too many functions from within each other to be looked at");
    if (kept->depth == 0)
        kept->above = sum_above(frame);
    *call_at(kept, kept->depth++) = (struct call){frame, words[0], words[1]};
}

void guard_leave(uintptr_t frame, uintptr_t pc)
{
    if (!recorder.limit)
        return;
    struct kept *kept = kept_of(this_worker);

    while (kept->depth > 1 && call_at(kept, kept->depth - 1)->frame < frame)
        kept->depth--;
    if (kept->depth == 0 || call_at(kept, kept->depth - 1)->frame != frame)
        stop(pc, overwritten);
    const uintptr_t *words = (const uintptr_t *)frame;
    const struct call *call = call_at(kept, kept->depth - 1);

    if (words[0] != call->caller || words[1] != call->back ||
        (kept->depth == 1 && sum_above(frame) != kept->above))
        stop(pc, overwritten);
    kept->depth--;
}
