#include "log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "properties.h"
#include "replay.h"

#define WORD_BYTES 8 /* of a cuda::barrier */

static const struct program *program;
static struct memory_replay memory; /* as the launches before have left it */

void log_start(const struct program *next)
{
    program = next;
    replay_start(&memory);
}

static enum event_type type_of(const struct entry *entry)
{
    switch (program->slots[entry->slot].operation) {
    case OP_READ:
    case OP_LDG:
    case OP_LOAD:
    case OP_VOLATILE_READ:
    case OP_WAIT:
    case OP_SPIN_VOLATILE: return EVENT_IS_READ;
    case OP_WRITE:
    case OP_STORE:
    case OP_VOLATILE_WRITE: return EVENT_IS_WRITE;
    case OP_COPY_ASYNC:
    case OP_COPY: return entry->is_second ? EVENT_IS_WRITE : EVENT_IS_READ;
    case OP_FENCE:
    case OP_LIGHT_FENCE: return EVENT_IS_FENCE;
    case OP_BLOCK_BARRIER: return EVENT_IS_BLOCK_BARRIER;
    case OP_TILE_BARRIER:
    case OP_WARP_BARRIER: return EVENT_IS_WARP_BARRIER;
    case OP_GRID_BARRIER: return EVENT_IS_GRID_BARRIER;
    case OP_COPY_COMMIT: return EVENT_IS_COPY_COMMIT;
    case OP_COPY_WAIT: return EVENT_IS_COPY_WAIT;
    case OP_EXIT: return EVENT_IS_EXIT;
    default: return EVENT_IS_ATOMIC;
    }
}

/* Of a compare-and-swap that adds, what it wants is not written down: it stores back what it finds.
 */
static int has_failed(const struct slot *slot, const struct entry *entry)
{
    uint64_t got = cut_to_size(entry->got, slot->size);

    switch (slot->operation) {
    case OP_CAS: return got != cut_to_size(slot->compare, slot->size);
    case OP_LOCK: return got != 0;
    case OP_CAS_LOOP:
        return got == cut_to_size(entry->stored, slot->size) &&
               cut_to_size(slot_operand(program, slot, entry->block, entry->thread), slot->size);
    default: return 0;
    }
}

static struct event event_of(const struct entry *entry)
{
    const struct slot *slot = &program->slots[entry->slot];
    enum operation operation = slot->operation;
    struct event event = {
        .type = type_of(entry),
        .block = entry->block,
        .thread = entry->thread,
        .line = entry->slot,
        .scope = slot->scope,
        .is_volatile = operation == OP_VOLATILE_READ || operation == OP_VOLATILE_WRITE ||
                       operation == OP_SPIN_VOLATILE,
        .is_relaxed = operation == OP_LOAD || operation == OP_STORE || operation == OP_WAIT,
        .is_copy = operation == OP_COPY || operation == OP_COPY_ASYNC,
        .is_async = operation == OP_COPY_ASYNC,
        .prior = slot->prior,
        .tile = operation == OP_TILE_BARRIER ? slot->size : 0,
        .is_exchange = operation == OP_EXCHANGE,
        .is_light = operation == OP_LIGHT_FENCE,
        .is_cas = operation == OP_CAS || operation == OP_CAS_LOOP || operation == OP_LOCK,
        .together = entry->together,
    };
    if (accesses_memory(operation)) {
        int reads_source = event.is_copy && !entry->is_second;
        const struct place *place = reads_source ? &slot->from : &slot->place;
        event.space = place->space;
        event.address = place_offset(place, slot->size, entry->block, entry->thread);
        event.size = slot->size;
        event.is_freed = place->space == SPACE_FRESH && program->frees && program->second &&
                         entry->slot >= program->second;
        event.value = cut_to_size(entry->stored, slot->size);
        event.has_failed = has_failed(slot, entry);
    }
    if (operation == OP_ARRIVE || operation == OP_WAIT) {
        event.space = SPACE_SHARED;
        event.address = GLOBAL_BYTES + WORD_BYTES * slot->barrier;
        event.size = WORD_BYTES;
        event.scope = SCOPE_BLOCK;
    }
    return event;
}

/*
 * A cuda::barrier is as an atomic that releases, on a word of its own behind the areas, and a load
 * of that word that acquires.
 */
static enum order order_of_access(const struct slot *slot)
{
    return slot->operation == OP_ARRIVE ? ORDER_RELEASE
           : slot->operation == OP_WAIT ? ORDER_ACQUIRE
                                        : slot->order;
}

/*
 * 1 if the event is one more round of a loop that waits, right after the same thread's
 * round before: it changes nothing for anybody.
 */
static int repeats(const struct event *last, const struct event *event)
{
    return last->block == event->block && last->thread == event->thread &&
           last->line == event->line && last->type == event->type;
}

static void add(struct execution *execution, const struct event *event)
{
    if (execution->count && repeats(&execution->events[execution->count - 1], event))
        execution->count--;
    if (execution->count < EVENTS_MOST)
        execution->events[execution->count++] = *event;
    else
        execution->too_long = 1;
}

/*
 * An access with a memory order, and what this is as much as: that of memory_order_seq_cst has a
 * fence.sc before it (PTX's C++ ABI).
 */
static void add_ordered(struct execution *execution, const struct event *event, enum order order)
{
    struct event fence = {.type = EVENT_IS_FENCE,
                          .block = event->block,
                          .thread = event->thread,
                          .line = event->line,
                          .scope = event->scope,
                          .is_light = 1};
    if (order >= ORDER_RELEASE) {
        fence.bound = order == ORDER_SEQ_CST ? BOUND_TO_NONE : BOUND_TO_NEXT;
        fence.is_light = order != ORDER_SEQ_CST;
        add(execution, &fence);
    }
    add(execution, event);
    if (order == ORDER_ACQUIRE || order >= ORDER_ACQ_REL) {
        fence.bound = BOUND_TO_PREVIOUS;
        fence.is_light = 1;
        add(execution, &fence);
    }
}

void log_read(const struct log *log, int keep, struct execution *execution)
{
    static struct memory_replay replay;
    unsigned length = log->count < EVENTS_MOST ? log->count : EVENTS_MOST;
    replay = memory;
    replay_new_launch(&replay);
    execution->count = 0;
    execution->too_long = log->count > EVENTS_MOST;
    for (unsigned i = 0; i < length; i++) {
        const struct entry *entry = &log->entries[i];
        struct event event = event_of(entry);
        if (accesses_memory(program->slots[entry->slot].operation) && !event.is_freed) {
            event.unwritten = replay_unwritten(&memory, &event);
            struct event around = with_padding(&event);
            event.is_told = replay_was_touched(&memory, &around);
        }
        if (!replay_event(&replay, &event, entry->got)) {
            fprintf(stderr, "random_kernels: entry %u of the log, of slot %u, is out of order\n", i,
                    entry->slot);
            exit(3);
        }
        add_ordered(execution, &event, order_of_access(&program->slots[entry->slot]));
    }
    if (keep)
        memory = replay;
}
