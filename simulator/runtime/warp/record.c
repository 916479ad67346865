/*
 * The recorder's less frequent cases.
 */
#include "warp/record.h"

#include "base/ahead.h"
#include "check/access.h"
#include "check/faults.h"
#include "check/fetched.h"
#include "check/polled.h"
#include "base/run.h"
#include "base/instrument.h"
#include "base/lane.h"
#include "memory/memory.h"
#include "base/settings.h"
#include "warp/local.h"

int record_make_room(void)
{
    struct worker *worker = this_worker;
    if (!recorder.limit)
        return 0;
    if (is_ahead()) {
        ahead_catch_up();
        return 1;
    }
    unsigned lane = worker->running.thread % SIM_WARP_SIZE;
    if (recorder.event - (worker->recordings.events + lane * EVENT_STRIDE) < EVENTS_IN_RECORDING)
        return 1; /* hooks come here each time: the block is viewed */
    worker->running.warp->full |= 1u << lane;

    lane_leave(worker);
    return 1;
}

static void put(uintptr_t address, unsigned what, uintptr_t pc)
{
    if (recorder.event >= recorder.limit && !record_make_room())
        return;
    *recorder.event++ = event_at(pc, what);
    *recorder.address = recorded_address(address, what);
    recorder.address += ADDRESS_ROW;
}

void record_local(uintptr_t place, unsigned what, uintptr_t pc)
{
    put(place, what, pc);
}

/* For a view: notes the value of the access just recorded; that of a store once it is there. */
static void note_value(uintptr_t real, unsigned size, unsigned what)
{
    struct worker *worker = this_worker;
    ptrdiff_t number = recorder.address - ADDRESS_ROW - worker->recordings.addresses;
    uint64_t *value = worker->recordings.seen + 2 * number;
    int is_atomic = (what & EVENT_CLASS) == EVENT_ATOMIC;
    seen_note(recorder.seen);
    recorder.address[-ADDRESS_ROW] |= (uint64_t)ACCESS_SEEN << ATTRIBUTE_SHIFT;
    if (is_atomic || !(what & EVENT_WRITE))
        seen_copy(value, (const void *)real, size);
    if (what & EVENT_WRITE)
        *recorder.seen = (struct seen){(const void *)real, size, is_atomic ? value + 1 : value};
}

void record_store(uintptr_t real, unsigned size, unsigned what)
{
    struct worker *worker = this_worker;
    struct stored *stored = recorder.stored;
    stored_note(stored);
    if (!(what & ACCESS_VOLATILE))
        instruments_store(worker, address_of(recorder.address[-ADDRESS_ROW]), size);
    if (size > sizeof *stored->value)
        return;
    recorder.address[-ADDRESS_ROW] |= (uint64_t)ACCESS_VALUE << ATTRIBUTE_SHIFT;
    stored->place = (const void *)real;
    stored->size = size;
    stored->value =
        worker->recordings.values + (recorder.address - ADDRESS_ROW - worker->recordings.addresses);
}

/* The values of the kernel's parameters: each thread takes its copy from there. */
static int is_parameter(uintptr_t address)
{
    const struct worker *worker = this_worker;
    return recorder.limit &&
           address - (uintptr_t)worker->run->launch->values < worker->run->launch->value_bytes;
}

void record_unusual(uintptr_t address, unsigned size, unsigned what, int aligned, uintptr_t pc)
{
    if (!recorder.limit) {
        if (!memory.open && memory_is_a_devices(address))
            fault_device_pointer_on_host(address, pc);
        return;
    }
    struct worker *worker = this_worker;
    uintptr_t real = address;
    if (!memory_contains(address) && address - recorder.shared >= recorder.shared_size) {
        struct allocation *stand_in = allocation_of_host(address);
        if (!stand_in) {
            if (settings.checks && !is_parameter(address))
                fault_foreign_address(worker, address, size, what, pc);
            return;
        }
        if (stand_in->passed && settings.checks)
            fault_variable_address(worker, address, size, what, stand_in->name, pc);
        /* Constants have a cache of their own: reading them is no global load. */
        if (stand_in->kind == ALLOCATION_CONSTANT && !(what & EVENT_WRITE)) {
            if (aligned && (address & (size - 1)) && settings.checks)
                fault_misaligned(worker, address - stand_in->real + stand_in->start, size, what,
                                 pc);
            if (*worker->hooks->constant)
                put(address, EVENT_CONSTANT, pc);
            return;
        }
        if (stand_in->kind == ALLOCATION_CONSTANT && settings.checks)
            fault_constant_written(worker, address - stand_in->real + stand_in->start, size, what,
                                   pc);
        address = address - stand_in->real + stand_in->start;
    }
    if (aligned && (address & (size - 1))) {
        if (settings.checks)
            fault_misaligned(worker, address, size, what, pc);
        return;
    }
    put(address, what, pc);
    if (recorder.seen && (what & EVENT_CLASS) != EVENT_FENCE)
        note_value(real, size, what);
    if (recorder.stored && (what & (EVENT_CLASS | EVENT_WRITE)) == EVENT_WRITE)
        record_store(real, size, what);
}

/* A piece of a larger access: no instrument gets the value that it stores. */
static void put_piece(uintptr_t address, unsigned what, uintptr_t pc)
{
    put(address, what, pc);
    if (recorder.seen && !(what & EVENT_WRITE))
        note_value(address, 1u << (what & EVENT_SIZE), what);
    if (recorder.stored && (what & EVENT_WRITE)) {
        stored_note(recorder.stored); /* of the store before, which this one may write over */
        instruments_store(this_worker, address, 1u << (what & EVENT_SIZE));
    }
}

/* In pieces of at most 2^largest bytes. */
static void put_range(uintptr_t address, size_t size, unsigned largest, unsigned what, uintptr_t pc)
{
    while (size > 0) {
        unsigned log2 = largest;
        while ((1u << log2) > size || (address & ((1u << log2) - 1)))
            log2--;
        if (recorder.limit &&
            (memory_contains(address) || address - recorder.shared < recorder.shared_size))
            put_piece(address, what | log2, pc);
        else
            record_unusual(address, 1u << log2, what | log2, 0, pc);
        address += 1u << log2;
        size -= 1u << log2;
    }
}

/* Returns 1 where a range is not to be recorded as accesses to global or shared memory. */
static int is_elsewhere(uintptr_t address, size_t size, unsigned what, uintptr_t pc)
{
    if (address - recorder.stack < recorder.stack_size) {
        local_note(address, size, what, pc);
        return 1;
    }
    return is_parameter(address);
}

void record_range(uintptr_t address, size_t size, unsigned what, uintptr_t pc)
{
    if (!is_elsewhere(address, size, what, pc))
        put_range(address, size, (address | size) % 4 ? 1 : 2, what, pc);
}

void record_pieces(uintptr_t address, size_t size, unsigned log2, unsigned what, uintptr_t pc)
{
    if (is_elsewhere(address, size, what, pc))
        return;
    if (address & ((1u << log2) - 1))
        record_unusual(address, 1u << log2, what | log2, 1, pc);
    else
        put_range(address, size, log2, what, pc);
}

void record_copy(size_t unit, uintptr_t pc)
{
    if (recorder.limit)
        access_note_copy(this_worker, event_at(pc, 0), unit);
}

void record_kept(uintptr_t pc)
{
    if (recorder.limit)
        access_note_kept(this_worker, event_at(pc, 0));
}

void record_wait_to_be_merged(uintptr_t pc)
{
    struct worker *worker = this_worker;
    worker_lane(worker)->pc = pc;
    worker->running.warp->at_strong |= 1u << (worker->running.thread % SIM_WARP_SIZE);
    lane_leave(worker);
}

/* The address by which the checks know memory: for the host's, that of its stand-in. */
static uintptr_t checked_address(const struct worker *worker, uintptr_t address)
{
    if (memory_contains(address) || address - worker->shared.start < worker->shared.size)
        return address;
    const struct allocation *stand_in = allocation_of_host(address);
    return stand_in ? address - stand_in->real + stand_in->start : address;
}

void record_poll(uintptr_t address, int changes)
{
    struct worker *worker = this_worker;
    if (recorder.limit && worker->run->may_try)
        polled_note(worker, checked_address(worker, address), changes);
}

/* In the third order, before a store to a flag. */
static void give_way(struct worker *worker, uintptr_t address, uintptr_t pc)
{
    if (run_look(worker->run)->changes_blocks &&
        polled_gives_way(worker, checked_address(worker, address)))
        lane_give_way(worker, pc);
}

void record_volatile(uintptr_t address, unsigned size, unsigned what, uintptr_t pc)
{
    if (address - recorder.stack < recorder.stack_size || !recorder.limit)
        return;
    struct worker *worker = this_worker;
    if (is_ahead())
        ahead_catch_up();
    worker->block.polled = address;
    record_poll(address, what != 0);
    if (what)
        give_way(worker, address, pc);
    lane_spin(worker, pc);
    record_wait_to_be_merged(pc);
    instruments_strong(worker, &(struct strong_access){.address = checked_address(worker, address),
                                                       .size = size,
                                                       .scope = SIM_SCOPE_SYSTEM,
                                                       .reads = !what,
                                                       .writes = what != 0});
}

int record_before_atomic(enum sim_atomic_kind kind, uintptr_t address, unsigned size, unsigned pair,
                         enum sim_scope scope, uintptr_t pc)
{
    struct worker *worker = this_worker;
    if (is_ahead())
        ahead_catch_up();
    int recording = recorder.limit != NULL;
    unsigned piece = pair ? size / 2 : size;
    if (recording)
        give_way(worker, address, pc);
    lane_spin(worker, pc);
    if (recording) {
        worker->running.warp->before_atomic |= 1u << (worker->running.thread % SIM_WARP_SIZE);
        record_wait_to_be_merged(pc);
        if (run_look(worker->run)->shares && fetched_gives_way(worker, pc))
            lane_give_way(worker, pc);
    }
    if (address - worker->shared.start >= worker->shared.size &&
        worker->run->wait_for_earlier_blocks(worker))
        return -1;
    for (unsigned at = 0; recording && at < size; at += piece)
        instruments_strong(worker,
                           &(struct strong_access){.address = checked_address(worker, address) + at,
                                                   .size = piece,
                                                   .scope = scope,
                                                   .reads = kind != SIM_ATOMIC_STORE,
                                                   .writes = kind != SIM_ATOMIC_LOAD});
    return 0;
}

void record_stack_used_up(uintptr_t pc)
{
    fault_stack_overflow(this_worker, pc);
}

void record_failed_swap(void)
{
    recorder.address[-ADDRESS_ROW] |= (uint64_t)ACCESS_FAILED << ATTRIBUTE_SHIFT;
}

void record_special(unsigned what, unsigned log2_size, uintptr_t address, uintptr_t pc)
{
    if (!recorder.limit)
        return;
    if (is_ahead())
        ahead_catch_up();
    if ((what & EVENT_CLASS) != EVENT_ATOMIC) {
        put(address, what, pc);
        return;
    }
    this_worker->block.polled = address;
    record_unusual(address, 1u << log2_size, what | log2_size | EVENT_WRITE, 1, pc);
}
