/*
 * What a hook records of the running lane. One comparison decides whether all is as usual.
 */
#ifndef HOOK_H
#define HOOK_H

#include "base/settings.h"
#include "memory/memory.h"
#include "warp/guard.h"
#include "warp/record.h"

#define UNLIKELY(condition) __builtin_expect(!!(condition), 0)

/* Not as usual: a lane's own stack is no memory of the device, all else is looked at. Alignment
 * counts there, too. */
void hook_unusual_access(uintptr_t address, unsigned size, unsigned what, int aligned,
                         uintptr_t pc);

/* Outside a kernel, or in a recording that is full. (A call of its own, for whose sake a hook would
 * need a frame.) */
void hook_unusual_mark(unsigned what, uintptr_t pc);

static inline __attribute__((always_inline)) void
hook_access(void *pointer, unsigned size, unsigned what, int aligned, uintptr_t pc)
{
    struct recorder *r = &recorder;
    uintptr_t address = (uintptr_t)pointer;
    if (UNLIKELY((!memory_contains(address) && address - r->shared >= r->shared_size) ||
                 r->event >= r->limit || (aligned && (address & (size - 1))))) {
        hook_unusual_access(address, size, what, aligned, pc);
        return;
    }
    *r->event++ = event_at(pc, what);
    *r->address = recorded_address(address, what);
    r->address += ADDRESS_ROW;
    if ((what & EVENT_WRITE) && UNLIKELY(r->stored != NULL))
        record_store(address, size, what);
}

/* A basic block, or a function's begin or end. */
static inline __attribute__((always_inline)) void hook_mark(unsigned what, uintptr_t pc)
{
    struct recorder *r = &recorder;
    if (UNLIKELY(r->event >= r->marks))
        hook_unusual_mark(what, pc);
    else
        *r->event++ = event_at(pc, what);
}

/* frame: the frame pointer of the function that begins or ends. */
static inline void hook_enter(uintptr_t stack_pointer, uintptr_t frame, uintptr_t pc)
{
    if (UNLIKELY(settings.guard))
        guard_enter(frame, pc);
    hook_mark(EVENT_ENTER, pc);
    record_check_stack(stack_pointer, pc);
}

static inline void hook_exit(uintptr_t frame, uintptr_t pc)
{
    if (UNLIKELY(settings.guard))
        guard_leave(frame, pc);
    hook_mark(EVENT_EXIT, pc);
}

#endif
