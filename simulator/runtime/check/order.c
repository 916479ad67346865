/*
 * Ticks, barriers and fences: see order.h.
 */
#include "check/order.h"

#include <pthread.h>
#include <string.h>

#include "base/allocate.h"
#include "base/run.h"
#include "check/bound.h"
#include "check/message.h"
#include "check/order_state.h"
#include "memory/memory.h"

#define LEFT_LOOKED_AT 8 /* of the words where messages were left last */

_Thread_local struct detector detector;
static struct messages *global;
static int exact; /* the look */

void order_start(void)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&lock);
    if (!global)
        global = messages_make();
    pthread_mutex_unlock(&lock);
    detector.warps =
        allocate_pages(WARPS_IN_BLOCK * sizeof *detector.warps, " for the race detector");
    detector.order = allocate(sizeof *detector.order);
    detector.order->shared = messages_make();
}

void order_new_launch(uint64_t blocks, unsigned threads, int is_exact)
{
    exact = is_exact;
    if (global)
        messages_clear(global, exact);
    knowledge_size(blocks, threads);
}

void order_new_phase(void)
{
    messages_clear(global, exact);
}

/* ---- Barriers ---------------------------------------------------------------------- */

/* A new tick for all threads, later than all ticks so far. */
static void set_ticks(struct worker *worker)
{
    for (unsigned number = 0; number < worker->launch.warps; number++)
        if (detector.warps[number].last_tick > detector.tick)
            detector.tick = detector.warps[number].last_tick;
    detector.barrier_tick = ++detector.tick;
    for (unsigned number = 0; number < worker->launch.warps; number++) {
        struct warp_order *warp = &detector.warps[number];
        warp->last_tick = warp->warp_tick = detector.tick;
        for (unsigned lane = 0; lane < SIM_WARP_SIZE; lane++)
            warp->tick[lane] = detector.tick;
    }
}

void order_end_block(struct worker *worker)
{
    struct order *order = detector.order;
    order->met = 0;
    knowledge_forget_last();
    if (!order->used)
        return;
    for (unsigned i = 0; i < worker->launch.threads; i++)
        fence_forget_thread(&order->thread[i]);
    for (unsigned i = 0; i < order->left_count; i++)
        messages_end_unit(global, order->left[i], detector.unit);
    order->left_count = 0;
    messages_clear(order->shared, 0);
    order->used = 0;
}

void order_restart_ticks(void)
{
    detector.tick = 0;
    for (unsigned number = 0; number < WARPS_IN_BLOCK; number++) {
        detector.warps[number].last_tick = 0;
        memset(detector.warps[number].known, 0, sizeof detector.warps[number].known);
    }
}

void order_new_block(struct worker *worker)
{
    order_end_block(worker);
    detector.unit = worker->run->first_unit + (uint32_t)worker->block.index;
    set_ticks(worker);
}

/* Joins the pasts of all these threads. */
static void join_pasts(const struct worker *worker, unsigned first, unsigned end, unsigned lanes)
{
    struct thread_order *threads = detector.order->thread;
    struct past joined = {NULL, {NULL, NULL}, {NULL, NULL}};
    for (unsigned i = first; i < end; i++)
        if (lanes >> (i - first) % SIM_WARP_SIZE & 1)
            past_learn(&joined, &threads[i].past);
    fences_join(worker, first, end, lanes, &joined.fenced);
    for (unsigned i = first; i < end && !past_is_empty(&joined); i++)
        if (lanes >> (i - first) % SIM_WARP_SIZE & 1)
            past_replace(&threads[i].past, &joined);
    past_drop(&joined);
}

void order_block_barrier(struct worker *worker)
{
    set_ticks(worker);
    if (detector.order->used)
        join_pasts(worker, 0, worker->launch.threads, ~0u);
}

/* Joins the knowledge that some lanes have of the warp's lanes. */
static void join_lanes(struct warp_order *warp, unsigned group)
{
    unsigned joined[SIM_WARP_SIZE] = {0};
    for (unsigned mask = group; mask; mask &= mask - 1) {
        unsigned lane = (unsigned)__builtin_ctz(mask);
        for (unsigned i = 0; i < SIM_WARP_SIZE; i++)
            if (warp->known[lane][i] > joined[i])
                joined[i] = warp->known[lane][i];
        if (warp->tick[lane] > joined[lane])
            joined[lane] = warp->tick[lane];
    }
    for (unsigned mask = group; mask; mask &= mask - 1)
        memcpy(warp->known[__builtin_ctz(mask)], joined, sizeof joined);
}

void order_warp_barrier(struct worker *worker, unsigned group)
{
    struct warp_order *warp = &detector.warps[worker->running.warp_number];
    unsigned all = worker->running.warp->all;
    if (group != all)
        join_lanes(warp, group);
    warp->last_tick++;
    for (unsigned mask = group; mask; mask &= mask - 1)
        warp->tick[__builtin_ctz(mask)] = warp->last_tick;
    if (group == all)
        warp->warp_tick = warp->last_tick;
    unsigned first = worker->running.warp_number * SIM_WARP_SIZE;
    unsigned end = first + SIM_WARP_SIZE;
    if (detector.order->used)
        join_pasts(worker, first, end < worker->launch.threads ? end : worker->launch.threads,
                   group);
}

/* ---- Fences ------------------------------------------------------------------------ */

/* What the thread does from here on has a new tick. */
static void begin_tick(unsigned thread)
{
    struct warp_order *warp = &detector.warps[thread / SIM_WARP_SIZE];
    warp->tick[thread % SIM_WARP_SIZE] = ++warp->last_tick;
}

void order_fence(struct worker *worker, unsigned thread, enum sim_scope scope, int is_sc)
{
    detector.order->used = 1;
    fence_execute(worker, thread, scope, is_sc);
    begin_tick(thread);
}

void order_release(struct worker *worker, unsigned thread, enum sim_scope scope)
{
    detector.order->used = 1;
    fence_release(worker, thread, scope);
    begin_tick(thread);
}

void order_acquire(struct worker *worker, unsigned thread, enum sim_scope scope)
{
    (void)worker;
    bound_acquire(&detector.order->thread[thread], scope);
    begin_tick(thread);
}

int order_has_fenced(unsigned thread)
{
    return detector.order->thread[thread].last.done;
}

/* Units as maps count them. */
static uint32_t place_of(const struct worker *worker, uint32_t unit)
{
    return unit - worker->run->first_unit;
}

/* Notes the words with messages of the block, which are removed at its end. */
static void note_left(struct order *order, uintptr_t address)
{
    for (unsigned i = order->left_count; i > 0 && i + LEFT_LOOKED_AT > order->left_count; i--)
        if (order->left[i - 1] == address)
            return; /* a word that is listed twice does no harm */
    if (order->left_count == order->left_room) {
        order->left_room = order->left_room ? 2 * order->left_room : 16;
        order->left = allocate_again(order->left, order->left_room * sizeof *order->left);
    }
    order->left[order->left_count++] = address;
}

void order_strong(struct worker *worker, const struct strong_access *access)
{
    struct order *order = detector.order;
    unsigned thread = worker->running.thread;
    struct thread_order *own = &order->thread[thread];
    int is_global = memory_contains(access->address);
    struct messages *messages = is_global ? global : order->shared;
    order->met |= is_global;
    const struct offer *fenced = &own->past.fenced;
    if (!own->last.done && !own->bound.release.done && !own->bound.count && !fenced->to_block &&
        !fenced->to_device && messages_none(messages))
        return;
    order->used = 1;
    struct messages_of_thread mine = fence_messages(worker, thread), read = {0};
    bound_before(worker, thread, access, &mine);
    messages_pass(messages, access, detector.unit, &mine, &read);
    if (is_global && access->writes && !message_is_empty(&mine.to_block))
        note_left(order, access->address);
    bound_behind(own, access, &mine, &read);
    past_take(&own->to_block, &read.to_block.released);
    past_take(&own->to_device, &read.to_device.released);
    knowledge_move(&own->past.found.to_block, &read.to_block.fenced);
    knowledge_move(&own->past.found.to_device, &read.to_device.fenced);
}

void order_new_tick(struct worker *worker)
{
    struct warp_order *warp = &detector.warps[worker->running.warp_number];
    warp->tick[worker->running.thread % SIM_WARP_SIZE] = ++warp->last_tick;
}

int order_has_messages(int global_memory)
{
    return !messages_none(global_memory ? global : detector.order->shared);
}

void order_plain_write(uintptr_t address, unsigned size)
{
    struct messages *messages = memory_contains(address) ? global : detector.order->shared;
    if (!messages_none(messages))
        messages_end(messages, address, size);
}

/* ---- Questions --------------------------------------------------------------------- */

static int acquired(const struct worker *worker, const struct knowledge *map, uint32_t unit,
                    unsigned other, unsigned tick)
{
    return detector.order->used && knowledge_has(map, place_of(worker, unit), other, tick);
}

int order_knows(struct worker *worker, unsigned thread, uint32_t unit, unsigned other,
                unsigned tick)
{
    if (unit < worker->run->first_unit)
        return 1;
    if (unit == detector.unit && order_knows_nearby(thread, other, tick))
        return 1;
    return acquired(worker, detector.order->thread[thread].past.known, unit, other, tick);
}

int order_is_by_barriers(void)
{
    return !detector.order->used;
}

int order_has_met_others(void)
{
    return detector.order->met;
}

int order_lacks_own_fence(struct worker *worker, unsigned thread, uint32_t unit, unsigned other,
                          unsigned tick)
{
    const struct thread_order *own = &detector.order->thread[thread];
    return acquired(worker, own->past.found.to_device, unit, other, tick) ||
           acquired(worker, own->past.found.to_block, unit, other, tick) ||
           acquired(worker, own->to_device.known, unit, other, tick) ||
           acquired(worker, own->to_block.known, unit, other, tick);
}

int order_lacks_fence_of_block(struct worker *worker, uint32_t unit, unsigned other, unsigned tick)
{
    const struct order *order = detector.order;

    for (unsigned thread = 0; order->used && thread < worker->launch.threads; thread++)
        if (order_lacks_own_fence(worker, thread, unit, other, tick))
            return 1;
    return 0;
}

int order_is_told(struct worker *worker, uint32_t unit, unsigned other, unsigned tick)
{
    return messages_tell(global, place_of(worker, unit), other, tick);
}
