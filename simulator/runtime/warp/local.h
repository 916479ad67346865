/*
 * Local memory: arrays of a thread that a GPU cannot keep in registers. simcc says which, and where
 * they are (include/sim/local_arrays.h).
 */
#ifndef LOCAL_H
#define LOCAL_H

#include "base/instrument.h"
#include "base/worker.h"

/* A block begins: its threads have no arrays yet. */
void local_arrays_reset(const struct worker *worker);

/*
 * An access of the running lane to its own stack, aligned: recorded if it is one to an array in
 * local memory and somebody wants to know. what: EVENT_WRITE or 0.
 */
void local_note(uintptr_t address, size_t size, unsigned what, uintptr_t pc);

extern _Thread_local int local_arrays_are_used; /* a thread of the block has some */
int local_is_wanted(void);

/* 0 if that records nothing, whatever the address is. */
static inline int local_is_noted(void)
{
    return local_arrays_are_used && local_is_wanted();
}

/*
 * What lanes (mask) ask of local memory there. recorded: by lane, where in its stack. A GPU puts
 * the lanes' words side by side: word by word, those of 32 lanes in a line.
 */
struct local_request local_request_of(event_t event, unsigned lanes, const uint64_t *recorded);

#endif
