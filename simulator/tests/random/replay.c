#include "replay.h"

#include <string.h>

#define VALUE_BYTES 8 /* of what was read; the others of a wide access are not compared */

static void zero(struct byte *bytes, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        bytes[i] = (struct byte){0, 1, 1, 0};
}

void replay_start(struct memory_replay *replay)
{
    memset(replay, 0, sizeof *replay);
    zero(replay->global, GLOBAL_BYTES);
    replay_new_launch(replay);
}

void replay_new_launch(struct memory_replay *replay)
{
    zero(replay->shared[0], BLOCKS_MOST * AREA_BYTES);
}

static struct byte *place_of_event(struct memory_replay *replay, const struct event *event)
{
    struct byte *area = event->space == SPACE_GLOBAL  ? replay->global
                        : event->space == SPACE_FRESH ? replay->fresh
                                                      : replay->shared[event->block];
    return area + event->address;
}

unsigned replay_unwritten(const struct memory_replay *replay, const struct event *event)
{
    const struct byte *place = place_of_event((struct memory_replay *)replay, event);
    unsigned mask = 0;
    for (unsigned i = 0; i < event->size; i++)
        mask |= (unsigned)!place[i].is_written << i;
    return mask;
}

int replay_was_touched(const struct memory_replay *replay, const struct event *event)
{
    const struct byte *place = place_of_event((struct memory_replay *)replay, event);
    for (unsigned i = 0; i < event->size; i++)
        if (place[i].is_read || place[i].is_written)
            return 1;
    return 0;
}

static int holds(const struct byte *place, const struct event *event, uint64_t got)
{
    for (unsigned i = 0; i < event->size && i < VALUE_BYTES; i++)
        if (place[i].is_known && place[i].value != (unsigned char)(got >> 8 * i))
            return 0;
    return 1;
}

int replay_event(struct memory_replay *replay, const struct event *event, uint64_t got)
{
    /* a cuda::barrier's word lies behind the areas, and its value is not known */
    if (event->type > EVENT_IS_ATOMIC || event->address >= GLOBAL_BYTES)
        return 1;
    if (event->is_freed) { /* it may hold anything */
        if (event->is_copy && event->type == EVENT_IS_READ)
            memset(replay->copied, 0, sizeof replay->copied);
        return 1;
    }
    struct byte *place = place_of_event(replay, event);
    int right = event->type == EVENT_IS_WRITE || event->is_copy || holds(place, event, got);
    if (event->is_copy && event->type == EVENT_IS_READ)
        memcpy(replay->copied, place, event->size * sizeof *place);
    if (event->is_copy && event->type == EVENT_IS_WRITE)
        memcpy(place, replay->copied, event->size * sizeof *place);
    for (unsigned i = 0; i < event->size && event->type == EVENT_IS_READ; i++)
        place[i].is_read = 1;
    for (unsigned i = 0; i < event->size && event->type != EVENT_IS_READ; i++) {
        if (!event->is_copy)
            place[i] = (struct byte){(unsigned char)(event->value >> 8 * (i % 8)), 1, 1, 1};
        place[i].is_written = 1;
    }
    return right;
}
