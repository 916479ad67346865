/*
 * A hash table of the ways, by both basic blocks: see ways.h.
 */
#include "clock/ways.h"

#include <stdlib.h>

#include "base/allocate.h"

#define ROOM_AT_FIRST 64
#define DEPTHS        (TRACE_DEPTH_UNKNOWN + 1)

static struct way *place_of(const struct ways *ways, event_t from, event_t to)
{
    uint64_t key = ((uint64_t)from << 32 | to) * 0x9E3779B97F4A7C15u;
    size_t i = (key >> 32) & (ways->room - 1);
    while (ways->way[i].to && (ways->way[i].from != from || ways->way[i].to != to))
        i = (i + 1) & (ways->room - 1);
    return &ways->way[i];
}

static void add(struct ways *ways, event_t from, event_t to)
{
    struct way *place = place_of(ways, from, to);
    if (place->to)
        return;
    *place = (struct way){from, to};
    if (2 * ++ways->count <= ways->room)
        return;
    struct ways larger = {.sample = ways->sample, .room = 2 * ways->room, .count = ways->count};
    larger.way = allocate(larger.room * sizeof *larger.way);
    for (size_t i = 0; i < ways->room; i++)
        if (ways->way[i].to)
            *place_of(&larger, ways->way[i].from, ways->way[i].to) = ways->way[i];
    free(ways->way);
    *ways = larger;
}

static void add_warp(struct ways *ways, const struct trace_warp *warp)
{
    event_t before[DEPTHS] = {0};
    unsigned depth = 0;
    for (size_t i = 0; i < warp->count; i++) {
        const struct trace_event *event = &warp->events[i];
        if (event->depth != TRACE_DEPTH_UNKNOWN) {
            while (depth < event->depth)
                before[++depth] = 0;
            depth = event->depth;
        }
        if ((event->event & EVENT_CLASS) != EVENT_BLOCK)
            continue;
        if (before[depth])
            add(ways, before[depth], event->event);
        before[depth] = event->event;
    }
}

void ways_open(struct ways *ways, const struct sample *sample)
{
    *ways = (struct ways){.sample = sample};
}

static void find_all(struct ways *ways)
{
    const struct sample *sample = ways->sample;
    ways->room = ROOM_AT_FIRST;
    ways->way = allocate(ways->room * sizeof *ways->way);
    for (unsigned i = 0; i < sample->count; i++)
        for (unsigned w = 0; w < sample->trace[i].warps; w++)
            add_warp(ways, &sample->trace[i].warp[w]);
}

void ways_close(struct ways *ways)
{
    free(ways->way);
}

/* Code of a loop may stand elsewhere: it comes back into the loop behind its first basic block. */
static int comes_back(const struct ways *ways, event_t block, event_t first, event_t last)
{
    for (size_t i = 0; i < ways->room; i++) {
        const struct way *way = &ways->way[i];
        if (way->to && way->from == block && way->to > first && way->to <= last)
            return 1;
    }
    return 0;
}

event_t ways_leave(struct ways *ways, event_t first, event_t last, size_t *next)
{
    if (!ways->way)
        find_all(ways);
    while (*next < ways->room) {
        const struct way *way = &ways->way[(*next)++];
        if (way->to && way->from >= first && way->from <= last &&
            (way->to < first || way->to > last) && !comes_back(ways, way->to, first, last))
            return way->from;
    }
    return 0;
}
