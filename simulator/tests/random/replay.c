#include "replay.h"

#include <string.h>

void replay_start(struct memory_replay *replay)
{
    memset(replay, 0, sizeof *replay);
}

int replay_event(struct memory_replay *replay, const struct event *event, uint64_t got)
{
    unsigned char *area =
        event->space == SPACE_GLOBAL ? replay->global : replay->shared[event->block];
    uint64_t there = 0;
    int right = 1;
    if (event->type > EVENT_IS_ATOMIC)
        return 1;
    for (unsigned i = 0; i < event->size; i++)
        there |= (uint64_t)area[event->address + i] << 8 * i;
    if (event->type != EVENT_IS_WRITE)
        right = there == got;
    if (event->type != EVENT_IS_READ)
        for (unsigned i = 0; i < event->size; i++)
            area[event->address + i] = (unsigned char)(event->value >> 8 * i);
    return right;
}
