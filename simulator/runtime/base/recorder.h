/*
 * What the hooks know of the running thread: where they write down what it does.
 */
#ifndef RECORDER_H
#define RECORDER_H

#include <stddef.h>
#include <stdint.h>

#include "base/site.h"

/*
 * The hooks' state of the running thread. While no kernel is recorded, limit
 * and event are equal, so that every hook takes its slow path. simcc's code for batches of hooks
 * has the first of them by their offsets: base/batch_layout.h, warp/batch.h.
 */
struct recorder {
    event_t *event;        /* where the next event goes */
    uint64_t *address;     /* where the next address goes */
    event_t *open;         /* limit for batches of hooks with accesses; NULL: it is not open */
    event_t *marks;        /* limit for what is no access; another one while it is ahead, ... */
    event_t *calls;        /* the same for functions' begins and ends; NULL: they are looked at */
    uintptr_t base;        /* of global memory; */
    uintptr_t global_open; /* its bytes while the recorder is open, else 0 */
    uintptr_t shared;      /* this host thread's shared memory */
    uintptr_t shared_open; /* its bytes while the recorder is open, else 0 */
    uintptr_t stack;       /* the running fibre's stack, which is not recorded */
    event_t *limit;
    event_t *passes; /* ... and then the same for barriers, else NULL: base/ahead.h */
    uintptr_t stack_size;
    struct stored *stored;      /* where values that are stored are noted, or NULL */
    struct seen *seen;          /* where all values are noted, or NULL */
    int notes;                  /* one of these is there */
    int watches_calls;          /* somebody looks at each function's begin and end */
    event_t *unread;            /* where events go that nobody reads, or NULL; ... */
    event_t *unread_limit;      /* ... up to there, ... */
    uint64_t *unread_addresses; /* ... and their addresses */
    uintptr_t shared_size;      /* bytes */
    uintptr_t global_size;
};
/* Under a name by which the program's code finds it. */
extern _Thread_local struct recorder recorder __asm__("sim_recorder");

/*
 * A lane's last store. Its value is only there after the hook: it is noted at the
 * lane's next store, and when the lane waits.
 */
struct stored {
    const void *place; /* NULL: none */
    unsigned size;     /* bytes: 1, 2, 4 or 8 */
    uint64_t *value;   /* where it is noted */
};

/* Notes the value of the last store. (No memcpy: in a kernel, that is recorded.) */
static inline void stored_note(struct stored *stored)
{
    if (!stored->place)
        return;
    switch (stored->size) {
    case 1: *stored->value = *(const uint8_t *)stored->place; break;
    case 2: *stored->value = *(const uint16_t *)stored->place; break;
    case 4: *stored->value = *(const uint32_t *)stored->place; break;
    default: *stored->value = *(const uint64_t *)stored->place; break;
    }
    stored->place = NULL;
}

/*
 * The same where all values are noted, for any store: the value of the lane's last one is noted at
 * its next access, and when it waits.
 */
struct seen {
    const void *place; /* NULL: none */
    unsigned size;     /* bytes: 1, 2, 4, 8 or 16 */
    uint64_t *value;   /* where it is noted: one word, of 16 bytes two */
};

/* Copies an access's bytes, of any alignment, to a value's words. */
static inline void seen_copy(uint64_t *value, const void *place, unsigned size)
{
    struct packed {
        uint64_t word;
    } __attribute__((packed, may_alias));
    if (size < sizeof *value) {
        *value = 0;
        for (unsigned i = 0; i < size; i++)
            *value |= (uint64_t)((const volatile uint8_t *)place)[i] << 8 * i;
        return;
    }
    for (unsigned i = 0; i < size / sizeof *value; i++)
        value[i] = ((const volatile struct packed *)place)[i].word;
}

static inline void seen_note(struct seen *seen)
{
    if (seen->place)
        seen_copy(seen->value, seen->place, seen->size);
    seen->place = NULL;
}

/* Up to there what is no access is written down. */
static inline void recorder_set_marks(event_t *marks)
{
    recorder.marks = marks;
    recorder.calls = recorder.watches_calls ? NULL : marks;
}

/* Batches of hooks with accesses are written down at once, up to the limit, or no longer. */
static inline void recorder_open(void)
{
    recorder.open = recorder.limit;
    if (recorder.global_open)
        return;
    recorder.global_open = recorder.global_size;
    recorder.shared_open = recorder.shared_size;
}

static inline void recorder_close(void)
{
    recorder.open = NULL;
    recorder.global_open = recorder.shared_open = 0;
}

/* The recorder is open, and another lane's recording goes on: all limits are that one. */
static inline void recorder_move(event_t *limit)
{
    recorder.limit = recorder.marks = recorder.open = limit;
    if (recorder.calls)
        recorder.calls = limit;
}

/* Where values are noted from here on. */
static inline void recorder_note(struct stored *stored, struct seen *seen)
{
    recorder.stored = stored;
    recorder.seen = seen;
    recorder.notes = stored || seen;
    if (recorder.notes)
        recorder_close();
}

/* From here on, the work of this host thread is no part of a kernel. */
static inline void recorder_off(void)
{
    recorder.limit = NULL;
    recorder.unread = NULL;
    recorder_set_marks(NULL);
    recorder_close();
}

/*
 * From here on, a kernel is at work of which nothing is recorded. Its batches of hooks write their
 * events down all the same, each over those of others: that takes less time than to leave it.
 */
static inline void recorder_waste(event_t *events, event_t *limit, uint64_t *addresses)
{
    recorder.event = recorder.unread = events;
    recorder.address = recorder.unread_addresses = addresses;
    recorder.unread_limit = recorder.open = recorder.marks = recorder.calls = limit;
    recorder.global_open = recorder.global_size;
    recorder.shared_open = recorder.shared_size;
}

/* The same for a while; returns what recorder_go_on needs. */
static inline event_t *recorder_pause(void)
{
    event_t *limit = recorder.limit, *unread = recorder.unread;
    recorder_off();
    recorder.unread = unread;
    return limit;
}

static inline void recorder_go_on(event_t *limit)
{
    recorder.limit = limit;
    recorder_set_marks(limit);
    if (recorder.unread)
        recorder_waste(recorder.unread, recorder.unread_limit, recorder.unread_addresses);
}

#endif
