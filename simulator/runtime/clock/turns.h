/*
 * What happens next on a multiprocessor: a binary heap of turns, least time first. Most of the
 * model's own time goes into it. So a turn is small, and two are compared as one number each,
 * without a branch that the processor would have to guess. Two turns may be equal, as schedulers
 * have no age: which of them is first follows from how turns move here, and times hang on it a
 * little.
 */
#ifndef TURNS_H
#define TURNS_H

#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"

struct turn {
    uint64_t time; /* cycles; the bits of a double, which from 0 on are in the numbers' order */
    uint64_t who; /* an age in the upper half: of two at the same time the older one is the first */
};

/* The last row is filled up with turns that never come. */
struct turns {
    struct turn *turn; /* from 1 on: behind i are 2 i and 2 i + 1 */
    size_t count;
};

#define TURN_NEVER UINT64_MAX

/* number: the caller's own. */
static inline struct turn turn_at(double time, unsigned age, unsigned number)
{
    struct turn turn = {.who = (uint64_t)age << 32 | number};
    memcpy(&turn.time, &time, sizeof time);
    return turn;
}

static inline double turn_time(struct turn turn)
{
    double time;
    memcpy(&time, &turn.time, sizeof time);
    return time;
}

static inline unsigned turn_age(struct turn turn)
{
    return (unsigned)(turn.who >> 32);
}

static inline unsigned turn_number(struct turn turn)
{
    return (unsigned)turn.who;
}

static inline int turn_is_before(const struct turn *a, const struct turn *b)
{
    unsigned __int128 one = (unsigned __int128)a->time << 64 | a->who >> 32;
    unsigned __int128 other = (unsigned __int128)b->time << 64 | b->who >> 32;
    return one < other;
}

/* By members: a processor waits for what has just been written so if it is then read as a whole. */
static inline void turn_put(struct turn *to, const struct turn *from)
{
    to->time = from->time;
    to->who = from->who;
}

/* Room for that many turns. */
static inline void turns_open(struct turns *turns, size_t most)
{
    size_t room = 4;
    while (room <= most)
        room *= 2;
    turns->turn = allocate(room * sizeof *turns->turn);
    turns->count = 0;
    for (size_t i = 0; i < room; i++)
        turns->turn[i].time = TURN_NEVER;
}

static inline void turns_close(struct turns *turns)
{
    free(turns->turn);
}

static inline void turns_push(struct turns *turns, struct turn turn)
{
    size_t i = ++turns->count;
    for (; i > 1 && turn_is_before(&turn, &turns->turn[i / 2]); i /= 2)
        turn_put(&turns->turn[i], &turns->turn[i / 2]);
    turn_put(&turns->turn[i], &turn);
}

/* The first of the two behind i. */
static inline size_t turns_behind(const struct turn *turn, size_t i)
{
    return 2 * i + (size_t)turn_is_before(&turn[2 * i + 1], &turn[2 * i]);
}

/*
 * Takes the first turn out; there is one. The gap that it leaves goes down to the last full row,
 * and into the row below if what is there comes before the last turn, which fills the gap. That is
 * mostly a late one: it seldom has to go up again. So there is little to guess.
 */
static inline struct turn turns_pop(struct turns *turns)
{
    struct turn *turn = turns->turn, first, last;
    size_t gap = 1, count = turns->count--;
    turn_put(&first, &turn[1]);
    turn_put(&last, &turn[count]);
    turn[count].time = TURN_NEVER;
    for (size_t row = 2; 2 * row < count; row *= 2) {
        size_t next = turns_behind(turn, gap);
        turn_put(&turn[gap], &turn[next]);
        gap = next;
    }
    size_t below = turns_behind(turn, gap);
    turn_put(&turn[gap], &turn[below]);
    gap = turn_is_before(&turn[below], &last) ? below : gap;
    for (; gap > 1 && !turn_is_before(&turn[gap / 2], &last); gap /= 2)
        turn_put(&turn[gap], &turn[gap / 2]);
    turn_put(&turn[gap], &last);
    return first;
}

#endif
