#include "warp/guard.h"

#include "cuda_runtime_api.h"
#include "base/allocate.h"
#include "base/run.h"
#include "base/lane.h"
#include "check/describe.h"
#include "warp/record.h"

enum { DEPTH_MOST = 256 }; /* of calls */

_Thread_local struct shadow_stack *shadow_stacks;
static _Thread_local struct call (*deep)[DEPTH_MOST - CALLS_USUAL]; /* of each of them */

static __attribute__((noinline, cold)) void make_shadow_stacks(void)
{
    shadow_stacks = allocate_pages(THREADS_IN_BLOCK * sizeof *shadow_stacks, " for shadow stacks");
    deep = allocate(THREADS_IN_BLOCK * sizeof *deep);
    for (unsigned thread = 0; thread < THREADS_IN_BLOCK; thread++)
        shadow_stacks[thread].deep = deep[thread];
}

static struct shadow_stack *shadow_of(const struct worker *worker)
{
    if (!shadow_stacks)
        make_shadow_stacks();
    return &shadow_stacks[worker->running.thread];
}

static inline struct call *call_at(struct shadow_stack *shadow, unsigned depth)
{
    return depth < CALLS_USUAL ? &shadow->usual[depth] : &shadow->deep[depth - CALLS_USUAL];
}

/*
 * A sum of the stack above the kernel's frame, to which the runtime returns. Four sums side by
 * side, since a product has to wait for the one before.
 */
static uint64_t sum_above(uintptr_t frame)
{
    const uint64_t factor = 0x9E3779B97F4A7C15u;
    const uint64_t *word = (const uint64_t *)(frame + 2 * sizeof frame);
    const uint64_t *end = (const uint64_t *)lane_stack_top(this_worker, lane_of_stack(this_worker));
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

/* Frames below belong to functions that have never returned: their launch was stopped. */
static void forget_below(struct shadow_stack *shadow, uintptr_t frame)
{
    while (shadow->depth > 0 && call_at(shadow, shadow->depth - 1)->frame <= frame)
        shadow->depth--;
}

static const char overwritten[] =
    "has written over its stack: a function would not return to its caller";

static _Noreturn void stop(enum finding_kind kind, uintptr_t pc, const char *what)
{
    struct worker *worker = this_worker;
    char name[128];

    recorder_off();
    name_thread(worker, worker->running.thread, worker->block.index, name, sizeof name);
    finding_add(worker, kind, pc, 0, "%s %s", name, what);
    run_stop(worker->run, cudaErrorIllegalAddress);
    lane_abandon(worker);
}

void guard_enter(uintptr_t frame, uintptr_t pc)
{
    const uintptr_t *words = (const uintptr_t *)frame;

    if (!recorder.limit || frame - recorder.stack >= recorder.stack_size)
        return; /* on the host, or without frame pointers */
    struct shadow_stack *shadow = shadow_of(this_worker);

    forget_below(shadow, frame);
    if (shadow->depth == DEPTH_MOST)
        stop(FINDING_STACK, pc, "calls too many functions from within each other to be looked at");
    if (shadow->depth == 0)
        shadow->above = sum_above(frame);
    *call_at(shadow, shadow->depth++) = (struct call){frame, words[0], words[1]};
}

void guard_leave(uintptr_t frame, uintptr_t pc)
{
    if (!recorder.limit)
        return;
    struct shadow_stack *shadow = shadow_of(this_worker);

    while (shadow->depth > 1 && call_at(shadow, shadow->depth - 1)->frame < frame)
        shadow->depth--;
    if (shadow->depth == 0 || call_at(shadow, shadow->depth - 1)->frame != frame)
        stop(FINDING_OUT_OF_BOUNDS, pc, overwritten);
    const uintptr_t *words = (const uintptr_t *)frame;
    const struct call *call = call_at(shadow, shadow->depth - 1);

    if (words[0] != call->caller || words[1] != call->back ||
        (shadow->depth == 1 && sum_above(frame) != shadow->above))
        stop(FINDING_OUT_OF_BOUNDS, pc, overwritten);
    shadow->depth--;
}
