/*
 * The runtime's parts as a debugger finds them.
 */
#include "sim/debugger.h"

#include <stddef.h>

#include "launch/slot.h"

const uint64_t sim_debugger_layout[] = {
    5, /* the version */
    sizeof(struct lane),
    offsetof(struct lane, fibre),
    sizeof(struct warp),
    offsetof(struct warp, exited),
    offsetof(struct slot, thread),
    offsetof(struct slot, worker),
    offsetof(struct worker, lanes),
    offsetof(struct worker, warps),
    offsetof(struct worker, running.thread),
    offsetof(struct worker, launch.threads),
    offsetof(struct worker, launch.thread_index),
    offsetof(struct worker, fibres.stacks),
    STACK_STRIDE,
    offsetof(struct lane, stack),
    offsetof(struct lane, stack_start),
    offsetof(struct worker, running.looping),
    offsetof(struct worker, running.loop_first),
};

struct slot **const sim_debugger_slots = slots;
const unsigned *const sim_debugger_slot_count = &slot_count;
