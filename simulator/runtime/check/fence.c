/*
 * Fences: see fence.h, and past.h for their meaning.
 */
#include "check/fence.h"

#include <string.h>

#include "base/run.h"
#include "check/bound.h"
#include "check/detector.h"
#include "check/order_state.h"

static struct thread_order *order_of(unsigned thread)
{
    return &detector.order->thread[thread];
}

static void forget_fence(struct fence *fence)
{
    past_drop(&fence->past);
    knowledge_drop(fence->all);
    fence->done = fence->is_sc = fence->is_new = 0;
    fence->all = NULL;
}

void fence_forget_thread(struct thread_order *thread)
{
    past_drop(&thread->past);
    past_drop(&thread->to_block);
    past_drop(&thread->to_device);
    forget_fence(&thread->last);
    forget_fence(&thread->device);
    forget_fence(&thread->bound.release);
    bound_forget_thread(&thread->bound);
}

/* ---- The knowledge at a fence as a map ------------------------------------------------ */

/* By lane of the thread's warp: the tick up to which the thread knew it at the fence, or more. */
static void add_ticks(unsigned thread, const struct fence *fence, unsigned ticks[SIM_WARP_SIZE])
{
    for (unsigned i = 0; i < SIM_WARP_SIZE; i++) {
        unsigned tick = fence->known[i];
        if (tick < fence->warp_tick - 1)
            tick = fence->warp_tick - 1;
        if (i == thread % SIM_WARP_SIZE)
            tick = fence->tick;
        if (tick > ticks[i])
            ticks[i] = tick;
    }
}

/* Adds the ticks of the warp that begins with thread first to a view of the block. */
static void add_warp(const struct worker *worker, struct view *view, unsigned first,
                     const unsigned ticks[SIM_WARP_SIZE])
{
    for (unsigned i = 0; i < SIM_WARP_SIZE && first + i < worker->launch.threads; i++)
        view_add(view, first + i, ticks[i]);
}

/* Units as maps count them. */
static void add_own_block(const struct worker *worker, struct knowledge **map, struct view *view)
{
    knowledge_add(map, detector.unit - worker->run->first_unit, view);
}

static struct knowledge *all_at(const struct worker *worker, unsigned thread, struct fence *fence)
{
    unsigned ticks[SIM_WARP_SIZE] = {0};
    if (!fence->done || fence->all)
        return fence->all;
    struct view *view = view_make(fence->barrier_tick - 1);
    add_ticks(thread, fence, ticks);
    add_warp(worker, view, thread / SIM_WARP_SIZE * SIM_WARP_SIZE, ticks);
    fence->all = knowledge_keep(fence->past.known);
    add_own_block(worker, &fence->all, view);
    return fence->all;
}

/* ---- A fence --------------------------------------------------------------------------- */

static void take_down(unsigned thread, int is_for_device, int is_sc, struct fence *fence)
{
    const struct warp_order *warp = &detector.warps[thread / SIM_WARP_SIZE];
    forget_fence(fence);
    fence->done = 1;
    fence->is_for_device = is_for_device;
    fence->is_sc = fence->is_new = is_sc;
    fence->barrier_tick = detector.barrier_tick;
    fence->warp_tick = warp->warp_tick;
    fence->tick = warp->tick[thread % SIM_WARP_SIZE];
    memcpy(fence->known, warp->known[thread % SIM_WARP_SIZE], sizeof fence->known);
    fence->past = past_keep(&order_of(thread)->past);
}

/* What the thread knew at the fence has all that it has as fenced: takes its place. */
static void settle(const struct worker *worker, unsigned thread, struct fence *fence,
                   struct knowledge **fenced)
{
    if (fence->is_new)
        knowledge_replace(fenced, all_at(worker, thread, fence));
    fence->is_new = 0;
}

void fence_execute(const struct worker *worker, unsigned thread, enum sim_scope scope, int is_sc)
{
    struct thread_order *own = order_of(thread);
    struct past *past = &own->past;
    int is_for_device = scope != SIM_SCOPE_BLOCK;
    /* what a fence.sc knows has all that those of its scope before it knew */
    if (!is_sc)
        settle(worker, thread, &own->last, &past->fenced.to_block);
    if (!is_sc || !is_for_device)
        settle(worker, thread, &own->device, &past->fenced.to_device);
    past_take(past, &own->to_block);
    if (is_for_device)
        past_take(past, &own->to_device);
    if (is_sc)
        knowledge_move(&past->known, &past->found.to_block);
    if (is_sc && is_for_device)
        knowledge_move(&past->known, &past->found.to_device);
    take_down(thread, is_for_device, is_sc, &own->last);
    if (is_for_device)
        take_down(thread, is_for_device, is_sc, &own->device);
}

/* A release is like a light fence, but for one word alone. */
void fence_release(const struct worker *worker, unsigned thread, enum sim_scope scope)
{
    struct thread_order *own = order_of(thread);
    settle(worker, thread, &own->last, &own->past.fenced.to_block);
    settle(worker, thread, &own->device, &own->past.fenced.to_device);
    take_down(thread, scope != SIM_SCOPE_BLOCK, 0, &own->bound.release);
}

void fence_add_release(const struct worker *worker, unsigned thread, struct bound_word *word)
{
    struct fence *release = &order_of(thread)->bound.release;
    struct past past = release->past;
    past.known = all_at(worker, thread, release);
    past_learn(&word->released.to_block, &past);
    past.fenced.to_block = past.found.to_block = NULL;
    if (release->is_for_device)
        past_learn(&word->released.to_device, &past);
    forget_fence(release);
}

/* ---- What is passed on ------------------------------------------------------------------ */

/* A fence.sc precedes itself: all that it knew is fenced. */
static struct message message_of(const struct worker *worker, unsigned thread, struct fence *fence,
                                 struct knowledge *fenced)
{
    struct message message = {.released = fence->past, .fenced = fenced};
    message.released.known = all_at(worker, thread, fence);
    if (fence->is_sc)
        message.released.fenced.to_block = fence->all;
    if (fence->is_sc && fence->is_for_device)
        message.released.fenced.to_device = fence->all;
    return message;
}

struct messages_of_thread fence_messages(const struct worker *worker, unsigned thread)
{
    struct thread_order *own = order_of(thread);
    struct offer *fenced = &own->past.fenced;
    settle(worker, thread, &own->last, &fenced->to_block);
    settle(worker, thread, &own->device, &fenced->to_device);
    struct messages_of_thread messages = {
        .to_block = message_of(worker, thread, &own->last, fenced->to_block),
        .to_device = message_of(worker, thread, &own->device, fenced->to_device),
    };
    messages.to_device.released.fenced.to_block = messages.to_device.released.found.to_block = NULL;
    return messages;
}

/* The new fences of one scope. Those of one block since its last barrier share its tick. */
static void join_scope(const struct worker *worker, unsigned first, unsigned end, unsigned lanes,
                       int for_device, struct knowledge **fenced)
{
    struct view *view = NULL;
    for (unsigned start = first; start < end; start += SIM_WARP_SIZE) {
        unsigned ticks[SIM_WARP_SIZE] = {0}, any = 0;
        for (unsigned i = start; i < end && i < start + SIM_WARP_SIZE; i++) {
            struct fence *fence = for_device ? &order_of(i)->device : &order_of(i)->last;
            if (!fence->is_new || !(lanes >> (i - start) & 1))
                continue;
            fence->is_new = 0;
            any = 1;
            add_ticks(i, fence, ticks);
            knowledge_learn(fenced, fence->past.known);
            if (!view)
                view = view_make(fence->barrier_tick - 1);
        }
        if (any)
            add_warp(worker, view, start, ticks);
    }
    if (view)
        add_own_block(worker, fenced, view);
}

void fences_join(const struct worker *worker, unsigned first, unsigned end, unsigned lanes,
                 struct offer *fenced)
{
    join_scope(worker, first, end, lanes, 0, &fenced->to_block);
    join_scope(worker, first, end, lanes, 1, &fenced->to_device);
}
