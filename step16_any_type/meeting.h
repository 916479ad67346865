/*
 * How the blocks of a grid combine their values, in the order of their tiles.
 */
#ifndef MEETING_H
#define MEETING_H

#include <stddef.h>

#include "lanes.h"
#include "order.h"

/*
 * Leaves a value for another block, in words of 64 bits that were 0: half of each is a part of the
 * value, and the other half says that it has arrived. So nothing has to be waited for, and no fence
 * is needed: the block that wants the value asks until all its words are there.
 */
template <typename type> __device__ void post(unsigned long long *g_mail, type value)
{
    union {
        type whole;
        unsigned int words[WORDS(type)];
    } moving;

    moving.whole = value;
#pragma unroll
    for (unsigned int i = 0; i < WORDS(type); i++)
        atomicExch(&g_mail[i], 1ULL << 32 | moving.words[i]);
}

/* Takes a value that was posted, or is just being posted, and leaves words of 0. */
template <typename type> __device__ type collect(unsigned long long *g_mail)
{
    union {
        type whole;
        unsigned int words[WORDS(type)];
    } moving;

#pragma unroll
    for (unsigned int i = 0; i < WORDS(type); i++) {
        unsigned long long word;
        do
            word = atomicExch(&g_mail[i], 0ULL);
        while (word == 0);
        moving.words[i] = (unsigned int)word;
    }
    return moving.whole;
}

/* How many tiles the group of a tile has, out of count tiles: GROUP, or the rest for the last.
 */
__device__ inline unsigned int members_of(size_t tile, size_t count)
{
    size_t first = tile / GROUP * GROUP;
    return count - first < GROUP ? (unsigned int)(count - first) : GROUP;
}

/*
 * Draws a ticket of the tile's group, before the tile is worked on: 0, 1, 2, ... as they come. The
 * block with the last one is to combine the group, and may wait for the others' values: all others
 * are at work already. The blocks that these wait for are at work as well, and so on down to tiles,
 * which wait for none.
 */
__device__ inline unsigned int drawTicket(unsigned int *g_ticket, size_t tile, size_t count)
{
    return atomicInc(&g_ticket[tile / GROUP], members_of(tile, count) - 1); // the last leaves a 0
}

/* How many values and tickets `tiles` tiles need: one for each group of each level, at most. */
static size_t meeting_size(size_t tiles)
{
    return tiles + tiles / (GROUP - 1) + 64;
}

#endif
