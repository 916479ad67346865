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

/*
 * Four events at a time; what stands behind the end of a recording is left out: last_events, of the
 * same length.
 */
static inline int same_events(const event_t *a, const event_t *b, size_t length, four last)
{
    four differ = {0};
    size_t at = 0;
    for (; at + 4 < length; at += 4) {
        differ |= difference(a + at, b + at);
        if (at % 64 == 60 && are_any(differ))
            return 0;
    }
    return !length || !are_any(differ | (difference(a + at, b + at) & last));
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

/* Of the running warp, by lane. */
static inline const uint16_t *depths(const struct worker *worker)
{
    return &worker->merged.depth[worker->running.warp_number * SIM_WARP_SIZE];
}

/*
 * A group with those events of its lanes. Each member is set by itself: a structure that is put
 * together elsewhere and copied is read before it has arrived in the cache.
 */
static inline void set_group(struct group *group, unsigned lanes, const event_t *start,
                             const event_t *end, unsigned depth)
{
    group->lanes = lanes;
    group->start = start;
    group->next = start;
    group->end = end;
    group->handed = 0;
    group->address = 0;
    group->depth = depth;
    group->entered = 0;
    group->open = 0;
    group->expected = 0;
}

static inline void set_group_of(const struct worker *worker, struct group *group, unsigned lane)
{
    const struct recordings *recordings = &worker->recordings;
    set_group(group, 1u << lane, recordings->event_start[lane], recordings->event_end[lane],
              depths(worker)[lane]);
    group->open = is_open(worker->running.warp, lane);
    group->expected = expected_event(worker, lane);
}

/* Those of the lanes that go on behind their recordings as the group does. */
static inline unsigned go_on_alike(const struct worker *worker, const struct group *group,
                                   unsigned lanes)
{
    const struct warp *warp = worker->running.warp;
    unsigned alike = 0;
    if (!(warp->full | warp->before_atomic))
        return lanes;
    for (unsigned mask = lanes; mask; mask &= mask - 1) {
        unsigned lane = (unsigned)__builtin_ctz(mask);
        if (is_open(warp, lane) == group->open && expected_event(worker, lane) == group->expected)
            alike |= mask & -mask;
    }
    return alike;
}

/* Those of the lanes that have recorded what the group has. */
static inline unsigned have_recorded(const struct worker *worker, const struct group *group,
                                     unsigned lanes)
{
    const struct recordings *recordings = &worker->recordings;
    const uint16_t *depth = depths(worker);
    const event_t *events = group->next;
    size_t length = (size_t)(group->end - events);
    four last = last_events(length);
    unsigned alike = 0;
    for (unsigned mask = lanes; mask; mask &= mask - 1) {
        unsigned lane = (unsigned)__builtin_ctz(mask);
        if (recorded_length(recordings, lane) == length && depth[lane] == group->depth &&
            same_events(recordings->event_start[lane], events, length, last))
            alike |= mask & -mask;
    }
    return alike;
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
    const uint16_t *depth = depths(worker);
    size_t length = recorded_length(recordings, 0);
    if (warp->all != UINT32_MAX || (warp->full | warp->before_atomic) || !length ||
        !have_length(recordings, length) || !have_depth(depth) || !have_events(recordings, length))
        return 0;
    set_group(group, UINT32_MAX, recordings->event_start[0], recordings->event_end[0], depth[0]);
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

/* Makes room for another group among these, which are in the order of their first lanes. */
static inline struct group *room_for(struct group *groups, unsigned count, unsigned first)
{
    for (; count > 0 && (unsigned)__builtin_ctz(groups[count - 1].lanes) > first; count--)
        groups[count] = groups[count - 1];
    return &groups[count];
}

/* The same for lanes that were ahead. Returns how many groups there are then. */
static unsigned add_handed(struct worker *worker, struct group *groups, unsigned count)
{
    for (unsigned i = 0; i < worker->handed_count; i++) {
        const struct handed *handed = &worker->handed[i];
        if (!handed->lanes || handed->events == handed->end)
            continue;
        unsigned first = (unsigned)__builtin_ctz(handed->lanes);
        struct group *group = room_for(groups, count++, first);
        set_group(group, handed->lanes, handed->events, handed->end, depths(worker)[first]);
        group->handed = 1;
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
        struct group *group = &groups[count];
        set_group_of(worker, group, (unsigned)__builtin_ctz(left));
        group->lanes |= go_on_alike(worker, group, have_recorded(worker, group, left & (left - 1)));
        left &= ~group->lanes;
    }
    return add_handed(worker, groups, count);
}
