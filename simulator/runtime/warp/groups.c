/*
 * Lanes of a warp with equal recordings become a group. Most warps are one: that is found out by
 * vectors, for all lanes at once.
 */
#include "warp/group.h"

#include <string.h>

typedef uint32_t four __attribute__((vector_size(16)));

static inline int are_any(four bits)
{
    typedef uint64_t two __attribute__((vector_size(16)));
    two halves = (two)bits;
    return (halves[0] | halves[1]) != 0;
}

/* Which of the last four events, or fewer, of a recording of that length count. */
static inline four last_events(size_t length)
{
    static const event_t counted[8] = {~0u, ~0u, ~0u, ~0u};
    four last;
    memcpy(&last, counted + (4 - length % 4) % 4, sizeof last);
    return last;
}

/* Where the 16 bytes there differ: of two recordings, four events. */
static inline four difference(const void *a, const void *b)
{
    four these, others;
    memcpy(&these, a, sizeof these);
    memcpy(&others, b, sizeof others);
    return these ^ others;
}

/* Four events at a time; what stands behind the end of a recording is left out. */
static inline int same_events(const event_t *a, const event_t *b, size_t length)
{
    for (; length > 4; length -= 4, a += 4, b += 4)
        if (are_any(difference(a, b)))
            return 0;
    return !length || !are_any(difference(a, b) & last_events(length));
}

static inline size_t recorded_length(const struct recordings *recordings, unsigned lane)
{
    return (size_t)(recordings->event_end[lane] - recordings->event_start[lane]);
}

/* How the lane goes on behind its recording: as in struct group. */
static inline int is_open(const struct warp *warp, unsigned lane)
{
    return warp->full >> lane & 1;
}

static inline event_t expected_event(const struct worker *worker, unsigned lane)
{
    return worker->running.warp->before_atomic >> lane & 1
               ? event_at(worker->running.lanes[lane].pc, 0)
               : 0;
}

static inline uint16_t depth_of(const struct worker *worker, unsigned lane)
{
    return worker->merged.depth[worker->running.warp_number * SIM_WARP_SIZE + lane];
}

static inline struct group group_of(const struct worker *worker, unsigned lane)
{
    const struct recordings *recordings = &worker->recordings;
    return (struct group){.lanes = 1u << lane,
                          .start = recordings->event_start[lane],
                          .next = recordings->event_start[lane],
                          .end = recordings->event_end[lane],
                          .depth = depth_of(worker, lane),
                          .open = is_open(worker->running.warp, lane),
                          .expected = expected_event(worker, lane)};
}

/* 1 if the lane has recorded what the group has, and goes on as it does. */
static inline int belongs(const struct worker *worker, const struct group *group, size_t length,
                          unsigned lane)
{
    const struct recordings *recordings = &worker->recordings;
    const struct warp *warp = worker->running.warp;
    if (recorded_length(recordings, lane) != length || depth_of(worker, lane) != group->depth ||
        !same_events(recordings->event_start[lane], group->next, length))
        return 0;
    return !(warp->full | warp->before_atomic) ||
           (is_open(warp, lane) == group->open && expected_event(worker, lane) == group->expected);
}

/* 1 if all 32 lanes of the warp have recorded just that many events. */
static inline int have_length(const struct recordings *recordings, size_t length)
{
    uint64_t differ = 0;
#pragma GCC unroll 8
    for (unsigned lane = 0; lane < SIM_WARP_SIZE; lane++)
        differ |= (uint64_t)((uintptr_t)recordings->event_end[lane] -
                             (uintptr_t)recordings->event_start[lane]) ^
                  length * sizeof(event_t);
    return !differ;
}

/* 1 if all 32 lanes of the warp are as deep in calls: each as the next one. */
static inline int have_depth(const uint16_t *depth)
{
    const unsigned at_once = sizeof(four) / sizeof *depth;
    four differ = {0};
    for (unsigned lane = 0; lane < SIM_WARP_SIZE - at_once; lane += at_once)
        differ |= difference(depth + lane, depth + lane + 1);
    return !are_any(
        differ | difference(depth + SIM_WARP_SIZE - at_once - 1, depth + SIM_WARP_SIZE - at_once));
}

/* 1 if all 32 lanes have recorded the same events. Most recordings are short. */
static inline int have_events(const struct recordings *recordings, size_t length)
{
    const event_t *first = recordings->event_start[0];
    four differ = {0};
    for (size_t at = 0; at < length; at += 4) {
        four these = {0};
#pragma GCC unroll 31
        for (unsigned lane = 1; lane < SIM_WARP_SIZE; lane++)
            these |= difference(first + at, first + lane * EVENT_STRIDE + at);
        differ |= at + 4 < length ? these : these & last_events(length);
        if (at % 64 == 60 && are_any(differ))
            return 0;
    }
    return !are_any(differ);
}

/* The usual case, found quickly: all 32 lanes are one group. */
static int is_one_group(const struct worker *worker, struct group *group)
{
    const struct recordings *recordings = &worker->recordings;
    const struct warp *warp = worker->running.warp;
    const uint16_t *depth = &worker->merged.depth[worker->running.warp_number * SIM_WARP_SIZE];
    size_t length = recorded_length(recordings, 0);
    if (warp->all != UINT32_MAX || (warp->full | warp->before_atomic) || !length ||
        !have_length(recordings, length) || !have_depth(depth) || !have_events(recordings, length))
        return 0;
    *group = (struct group){.lanes = UINT32_MAX,
                            .start = recordings->event_start[0],
                            .next = recordings->event_start[0],
                            .end = recordings->event_end[0],
                            .depth = depth[0]};
    return 1;
}

/* Of these lanes, those that have recorded something, or will go on. */
static inline unsigned take_arriving(const struct worker *worker, unsigned lanes)
{
    const struct warp *warp = worker->running.warp;
    unsigned arriving = (warp->full | warp->before_atomic) & lanes;
    for (unsigned mask = lanes & ~arriving; mask; mask &= mask - 1)
        if (recorded_length(&worker->recordings, (unsigned)__builtin_ctz(mask)))
            arriving |= mask & -mask;
    return arriving;
}

/* Puts a group among the others, which are in the order of their first lanes. */
static void insert(struct group *groups, unsigned count, struct group group)
{
    unsigned first = (unsigned)__builtin_ctz(group.lanes);
    for (; count > 0 && (unsigned)__builtin_ctz(groups[count - 1].lanes) > first; count--)
        groups[count] = groups[count - 1];
    groups[count] = group;
}

/* The same for lanes that were ahead. Returns how many groups there are then. */
static unsigned add_handed(struct worker *worker, struct group *groups, unsigned count)
{
    const uint16_t *depth = &worker->merged.depth[worker->running.warp_number * SIM_WARP_SIZE];
    for (unsigned i = 0; i < worker->handed_count; i++) {
        const struct handed *handed = &worker->handed[i];
        if (!handed->lanes || handed->events == handed->end)
            continue;
        insert(groups, count++,
               (struct group){.lanes = handed->lanes,
                              .start = handed->events,
                              .next = handed->events,
                              .end = handed->end,
                              .handed = 1,
                              .depth = depth[__builtin_ctz(handed->lanes)]});
    }
    worker->handed_count = 0;
    return count;
}

static unsigned handed_lanes(const struct worker *worker)
{
    unsigned lanes = 0;
    for (unsigned i = 0; i < worker->handed_count; i++)
        lanes |= worker->handed[i].lanes;
    return lanes;
}

unsigned groups_form(struct worker *worker, struct group *groups)
{
    unsigned count = 0, handed = handed_lanes(worker);
    if (!handed && is_one_group(worker, groups))
        return 1;
    for (unsigned left = take_arriving(worker, worker->running.warp->all & ~handed); left;
         count++) {
        unsigned first = (unsigned)__builtin_ctz(left);
        struct group *group = &groups[count];
        size_t length = recorded_length(&worker->recordings, first);
        *group = group_of(worker, first);
        for (unsigned mask = left & (left - 1); mask; mask &= mask - 1)
            if (belongs(worker, group, length, (unsigned)__builtin_ctz(mask)))
                group->lanes |= mask & -mask;
        left &= ~group->lanes;
    }
    return add_handed(worker, groups, count);
}
