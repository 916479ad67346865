#include "warp/batch.h"

#include <stddef.h>

#include "base/ahead.h"
#include "base/batch_layout.h"
#include "base/settings.h"
#include "sim/batches.h"
#include "warp/hook.h"
#include "warp/local.h"

/*
 * Its table: behind it the events, up to a multiple of 16 bytes, and the hooks, likewise. Where a
 * barrier comes behind its one hook, it stands behind that in both.
 */
struct sim_batch {
    uint32_t count, accesses, barriers;
    event_t call; /* of one that has one function's begin or end, and no accesses: that, else 0 */
    event_t events[];
};
_Static_assert(offsetof(struct sim_batch, events) == BATCH_EVENTS, "as simcc has it");
_Static_assert(RECORDER_ADDRESS_STEP == ADDRESS_ROW * sizeof(uint64_t), "as simcc has it");
_Static_assert(BATCH_EVENT_WRITE == EVENT_WRITE && BATCH_EVENT_BLOCK == EVENT_BLOCK &&
                   BATCH_EVENT_ENTER == EVENT_ENTER && BATCH_EVENT_EXIT == EVENT_EXIT &&
                   BATCH_EVENT_BARRIER == EVENT_BARRIER,
               "as simcc has them");

#define AT(member, offset)                                                                         \
    _Static_assert(offsetof(struct recorder, member) == (offset), "as simcc has it")
AT(event, RECORDER_EVENT);
AT(address, RECORDER_ADDRESS);
AT(open, RECORDER_OPEN);
AT(marks, RECORDER_MARKS);
AT(calls, RECORDER_CALLS);
AT(base, RECORDER_BASE);
AT(global_open, RECORDER_GLOBAL_OPEN);
AT(shared, RECORDER_SHARED);
AT(shared_open, RECORDER_SHARED_OPEN);
AT(stack, RECORDER_STACK);
AT(passes, RECORDER_PASSES);
#undef AT

/* Set by the linker; not there in a program without the section. */
extern struct sim_batch __start_sim_batches[] __attribute__((weak, visibility("hidden")));
extern struct sim_batch __stop_sim_batches[] __attribute__((weak, visibility("hidden")));

static const uint64_t *hooks_of(const struct sim_batch *batch)
{
    return (const uint64_t *)&batch->events[(batch->count + 3) / 4 * 4];
}

static inline uintptr_t pc_of(uint64_t hook)
{
    return hook & (((uint64_t)1 << BATCH_WHAT_SHIFT) - 1);
}

static inline unsigned what_of(uint64_t hook)
{
    return (unsigned)(hook >> BATCH_WHAT_SHIFT);
}

static inline int is_access(uint64_t hook)
{
    return (what_of(hook) & EVENT_CLASS) == EVENT_ACCESS;
}

/* A function's begin or end. */
static inline int is_call(event_t event)
{
    return (event & EVENT_CLASS) == EVENT_ENTER || (event & EVENT_CLASS) == EVENT_EXIT;
}

static event_t only_call(const struct sim_batch *batch)
{
    event_t found = 0;
    for (unsigned i = 0; i < batch->count; i++) {
        if (found && is_call(batch->events[i]))
            return 0;
        if (is_call(batch->events[i]))
            found = batch->events[i] & EVENT_CLASS;
    }
    return batch->accesses ? 0 : found;
}

void batches_start(void)
{
    for (struct sim_batch *batch = __start_sim_batches; batch < __stop_sim_batches;) {
        const uint64_t *hooks = hooks_of(batch);
        for (unsigned i = 0; i < batch->count + batch->barriers; i++)
            batch->events[i] = event_at(pc_of(hooks[i]), what_of(hooks[i]));
        batch->call = only_call(batch);
        batch = (struct sim_batch *)&hooks[(batch->count + 1) / 2 * 2];
    }
}

static unsigned accesses_from(const struct sim_batch *batch, unsigned place)
{
    unsigned accesses = 0;
    for (; place < batch->count; place++)
        accesses += is_access(hooks_of(batch)[place]);
    return accesses;
}

/* What the batch has from that hook on is not written down. */
static void take_back(const struct sim_batch *batch, unsigned place)
{
    recorder.event -= batch->count - place;
    recorder.address -= accesses_from(batch, place) * ADDRESS_ROW;
}

/* Writes down what the batch has from that hook on, if the recorder is to be open. */
static void write_down(const struct sim_batch *batch, unsigned place)
{
    unsigned count = batch->count - place;
    recorder_close();
    if (!recorder.limit || recorder.notes || recorder.event + count > recorder.limit)
        return;
    for (unsigned i = 0; i < count; i++)
        recorder.event[i] = batch->events[place + i];
    recorder.event += count;
    recorder.address += accesses_from(batch, place) * ADDRESS_ROW;
    recorder_open();
}

/* Of a kernel of which nothing is recorded: the batch takes the place of those before it. */
static void waste(const struct sim_batch *batch)
{
    if (batch->count > EVENTS_IN_RECORDING) {
        recorder_close();
        return;
    }
    recorder.event = recorder.unread + batch->count;
    recorder.address = recorder.unread_addresses + batch->accesses * ADDRESS_ROW;
}

/* 1 if it is an access to the thread's own stack, at a multiple of its size if that is asked. */
static inline int is_own(uint64_t hook, uintptr_t address)
{
    unsigned what = what_of(hook), size = 1u << (what & EVENT_SIZE);
    return is_access(hook) && address - recorder.stack < recorder.stack_size &&
           !((what & BATCH_ALIGNED) && (address & (size - 1)));
}

/* 1 if nothing is written down of it: there is no array in which somebody looks for it. */
static inline int is_unnoted(uint64_t hook, uintptr_t address)
{
    return is_own(hook, address) && !local_is_noted();
}

/*
 * The hook is not written down: what the batch has behind it moves forward by one. (No memmove: in
 * a kernel, that is recorded.)
 */
static inline void leave_out(const struct sim_batch *batch, unsigned place)
{
    volatile event_t *event = recorder.event - (batch->count - place);
    for (; event < recorder.event - 1; event++)
        event[0] = event[1];
    recorder.event--;
    recorder.address -= ADDRESS_ROW;
}

/*
 * Only somebody who looks at calls has kept the batch, which has no accesses, from being written
 * down: shows him the calls, and writes it down. There is room for it.
 */
static __attribute__((noinline)) void write_calls(const struct sim_batch *batch,
                                                  uintptr_t stack_pointer, uintptr_t frame)
{
    const uint64_t *hooks = hooks_of(batch);
    for (unsigned i = 0; i < batch->count; i++) {
        unsigned class = batch->events[i] & EVENT_CLASS;
        if (class == EVENT_ENTER)
            hook_enter(stack_pointer, frame, pc_of(hooks[i]));
        else if (class == EVENT_EXIT)
            hook_exit(frame, pc_of(hooks[i]));
        else
            *recorder.event++ = batch->events[i];
    }
}

/* Does what the hook's own function does. frame: the calling function's. */
static inline void do_hook(uint64_t hook, uintptr_t address, uintptr_t stack_pointer,
                           uintptr_t frame)
{
    unsigned what = what_of(hook);
    uintptr_t pc = pc_of(hook);
    switch (what & EVENT_CLASS) {
    case EVENT_ACCESS:
        hook_access((void *)address, 1u << (what & EVENT_SIZE), what & (EVENT_SIZE | EVENT_WRITE),
                    (what & BATCH_ALIGNED) != 0, pc);
        break;
    case EVENT_ENTER: hook_enter(stack_pointer, frame, pc); break;
    case EVENT_EXIT: hook_exit(frame, pc); break;
    default: hook_mark(what, pc);
    }
}

/* What is more than to look at calls, or to leave out an access. */
static __attribute__((noinline)) void be_unusual(uintptr_t address, const struct sim_batch *batch,
                                                 unsigned place, uintptr_t stack_pointer,
                                                 uintptr_t frame)
{
    int begins = (place & BATCH_BEGINS) != 0;
    place %= BATCH_BEGINS;
    if (recorder.unread) {
        if (begins)
            waste(batch);
        return;
    }
    if (!begins && (recorder.open || !batch->accesses))
        take_back(batch, place);
    recorder_close();
    do_hook(hooks_of(batch)[place++], address, stack_pointer, frame);
    if (batch->accesses) {
        if (is_ahead()) /* an access follows, before which it has to anyway */
            ahead_catch_up();
        write_down(batch, place);
        return;
    }
    while (place < batch->count)
        do_hook(hooks_of(batch)[place++], address, stack_pointer, frame);
}

/* An access is not written down as the batch had it. */
static __attribute__((noinline)) void look_at_access(uintptr_t address,
                                                     const struct sim_batch *batch, unsigned place,
                                                     uintptr_t stack_pointer, uintptr_t frame)
{
    if (recorder.open && !recorder.unread && is_unnoted(hooks_of(batch)[place], address))
        leave_out(batch, place);
    else
        be_unusual(address, batch, place, stack_pointer, frame);
}

/* The same in a few instructions; 0, having done nothing, where one is to be looked at closely. */
static inline int write_usual_call(const struct sim_batch *batch, uintptr_t stack_pointer,
                                   uintptr_t frame)
{
    if (batch->call == EVENT_ENTER
            ? record_is_stack_used_up(stack_pointer) || !guard_enter_usual(frame)
            : batch->call != EVENT_EXIT || !guard_leave_usual(frame))
        return 0;
    event_t *at = recorder.event;
    unsigned i = 0;
    do
        at[i] = batch->events[i];
    while (++i < batch->count);
    recorder.event = at + i;
    return 1;
}

/* Where a batch begins. */
static __attribute__((noinline)) void look_at_begin(uintptr_t address,
                                                    const struct sim_batch *batch, unsigned place,
                                                    uintptr_t stack_pointer, uintptr_t frame)
{
    if (batch->accesses || recorder.event + batch->count > recorder.marks)
        be_unusual(address, batch, place, stack_pointer, frame);
    else if (!write_usual_call(batch, stack_pointer, frame))
        write_calls(batch, stack_pointer, frame);
}

/*
 * Something is unusual at a hook. address: of its access. place: of the hook in its batch, with
 * BATCH_BEGINS where nothing of this is written down. Most are a thread's accesses to its own
 * stack: for them no function is called.
 */
__attribute__((used, visibility("default"))) void
sim_batch_hook(uintptr_t address, const struct sim_batch *batch, unsigned place)
{
    uintptr_t stack_pointer = (uintptr_t)__builtin_frame_address(0);
    uintptr_t frame = *(const uintptr_t *)stack_pointer;
    if (place & BATCH_BEGINS)
        look_at_begin(address, batch, place, stack_pointer, frame);
    else if (recorder.open && !recorder.unread && !local_arrays_are_used &&
             is_own(hooks_of(batch)[place], address))
        leave_out(batch, place);
    else
        look_at_access(address, batch, place, stack_pointer, frame);
}
