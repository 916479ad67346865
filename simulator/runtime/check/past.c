/*
 * A past is five maps, most of them empty: see past.h.
 */
#include "check/past.h"

#include <stddef.h>

void knowledge_move(struct knowledge **to, struct knowledge **from)
{
    knowledge_learn(to, *from);
    knowledge_drop(*from);
    *from = NULL;
}

void knowledge_replace(struct knowledge **map, struct knowledge *other)
{
    if (*map == other)
        return;
    knowledge_keep(other);
    knowledge_drop(*map);
    *map = other;
}

void past_learn(struct past *past, const struct past *more)
{
    knowledge_learn(&past->known, more->known);
    knowledge_learn(&past->fenced.to_block, more->fenced.to_block);
    knowledge_learn(&past->fenced.to_device, more->fenced.to_device);
    knowledge_learn(&past->found.to_block, more->found.to_block);
    knowledge_learn(&past->found.to_device, more->found.to_device);
}

void past_take(struct past *past, struct past *more)
{
    past_learn(past, more);
    past_drop(more);
}

void past_replace(struct past *past, const struct past *other)
{
    knowledge_replace(&past->known, other->known);
    knowledge_replace(&past->fenced.to_block, other->fenced.to_block);
    knowledge_replace(&past->fenced.to_device, other->fenced.to_device);
    knowledge_replace(&past->found.to_block, other->found.to_block);
    knowledge_replace(&past->found.to_device, other->found.to_device);
}

struct past past_keep(const struct past *past)
{
    knowledge_keep(past->known);
    knowledge_keep(past->fenced.to_block);
    knowledge_keep(past->fenced.to_device);
    knowledge_keep(past->found.to_block);
    knowledge_keep(past->found.to_device);
    return *past;
}

void past_drop(struct past *past)
{
    knowledge_drop(past->known);
    knowledge_drop(past->fenced.to_block);
    knowledge_drop(past->fenced.to_device);
    knowledge_drop(past->found.to_block);
    knowledge_drop(past->found.to_device);
    *past = (struct past){NULL, {NULL, NULL}, {NULL, NULL}};
}

int past_is_empty(const struct past *past)
{
    return !past->known && !past->fenced.to_block && !past->fenced.to_device &&
           !past->found.to_block && !past->found.to_device;
}
