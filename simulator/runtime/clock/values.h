/*
 * The values of a warp's registers, and what follows from several of them. All of it stands in the
 * header: each operation asks for several values, and where the compiler sees what is done with
 * them, they never come to stand in memory. There a processor would wait for each of them, as parts
 * are written one by one and then read together.
 */
#ifndef VALUES_H
#define VALUES_H

#include "clock/multiprocessor.h"

/* Makes *latest wait for the value, too. */
static inline void use(struct value *latest, const struct value *value)
{
    if (value->ready > latest->ready) {
        latest->ready = value->ready;
        latest->queued = value->queued;
        latest->queue = value->queue;
        latest->cause = value->cause;
    }
    latest->computed = value->computed > latest->computed ? value->computed : latest->computed;
    latest->loads = value->loads > latest->loads ? value->loads : latest->loads;
    latest->varies |= value->varies;
    latest->is_wide |= value->is_wide;
    latest->is_product |= value->is_product;
    latest->joined = value->joined > latest->joined ? value->joined : latest->joined;
}

/* Sets a value, member by member. */
static inline void set_value(struct value *to, struct value from)
{
    to->ready = from.ready;
    to->computed = from.computed;
    to->queued = from.queued;
    to->queue = from.queue;
    to->cause = from.cause;
    to->loads = from.loads;
    to->varies = from.varies;
    to->is_wide = from.is_wide;
    to->is_product = from.is_product;
    to->joined = from.joined;
}

/* Sets values that are not set to 0, until that many are: most kernels need few of them. */
void set_values(struct warp_time *warp, unsigned count);

#define SLOTS_APART 67 /* of a function and of one that it calls */

/*
 * The value of an operation's register: of the stack's slots, those of the current function, not of
 * those that wait for it.
 */
static inline struct value *value_at(struct warp_time *warp, uint8_t name)
{
    unsigned slots = OPERATION_REGISTERS - 1 - OPERATION_STACK; /* the last one is no slot */
    unsigned place = name;
    if (warp->depth && name >= OPERATION_STACK && name < OPERATION_REGISTERS - 1)
        place = OPERATION_STACK + (name - OPERATION_STACK + warp->depth * SLOTS_APART) % slots;
    if (place >= warp->values)
        set_values(warp, place + 1);
    return &warp->value[place];
}

/* The operation's sources, as one value. */
static inline __attribute__((always_inline)) struct value sources(struct warp_time *warp,
                                                                  const struct operation *operation)
{
    struct value latest = {.queue = TIME_RESULT, .cause = TIME_RESULT};
    if (operation->from[0])
        use(&latest, value_at(warp, operation->from[0]));
    if (operation->from[1])
        use(&latest, value_at(warp, operation->from[1]));
    if (operation->from[2])
        use(&latest, value_at(warp, operation->from[2]));
    return latest;
}

#endif
