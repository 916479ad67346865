/*
 * The hooks that the compiler's instrumentation calls: before each load and
 * store (-fsanitize=thread), at each basic block (-fsanitize-coverage=trace-pc)
 * and around each function. They record the events of the running lane; the
 * merger makes warp-level requests of these. Most of them stand in simcc's own code: batch.h.
 */
#include "warp/hook.h"

#include "base/ahead.h"
#include "base/run.h"
#include "base/lane.h"
#include "check/faults.h"
#include "check/misuse.h"
#include "warp/local.h"

#define HOOK __attribute__((used, visibility("default"))) void

void hook_unusual_access(uintptr_t address, unsigned size, unsigned what, int aligned, uintptr_t pc)
{
    if (is_ahead())
        ahead_catch_up();
    if (address - recorder.stack >= recorder.stack_size)
        record_unusual(address, size, what, aligned, pc);
    else if (aligned && (address & (size - 1)) && recorder.limit && settings.checks)
        fault_misaligned_local(this_worker, address, size, what, pc);
    else
        local_note(address, size, what & EVENT_WRITE, pc);
}

void hook_unusual_mark(unsigned what, uintptr_t pc)
{
    if (record_make_room())
        *recorder.event++ = event_at(pc, what);
}

#define ACCESS_HOOKS(size, log2)                                                                   \
    HOOK __tsan_read##size(void *p)                                                                \
    {                                                                                              \
        hook_access(p, size, log2, 1, CALLER);                                                     \
    }                                                                                              \
    HOOK __tsan_write##size(void *p)                                                               \
    {                                                                                              \
        hook_access(p, size, log2 | EVENT_WRITE, 1, CALLER);                                       \
    }                                                                                              \
    HOOK __tsan_unaligned_read##size(void *p)                                                      \
    {                                                                                              \
        hook_access(p, size, log2, 0, CALLER);                                                     \
    }                                                                                              \
    HOOK __tsan_unaligned_write##size(void *p)                                                     \
    {                                                                                              \
        hook_access(p, size, log2 | EVENT_WRITE, 0, CALLER);                                       \
    }                                                                                              \
    HOOK __tsan_volatile_read##size(void *p)                                                       \
    {                                                                                              \
        record_volatile((uintptr_t)p, size, 0, CALLER);                                            \
        hook_access(p, size, log2 | ACCESS_VOLATILE, 1, CALLER);                                   \
    }                                                                                              \
    HOOK __tsan_volatile_write##size(void *p)                                                      \
    {                                                                                              \
        record_volatile((uintptr_t)p, size, EVENT_WRITE, CALLER);                                  \
        hook_access(p, size, log2 | EVENT_WRITE | ACCESS_VOLATILE, 1, CALLER);                     \
    }                                                                                              \
    HOOK __tsan_unaligned_volatile_read##size(void *p)                                             \
    {                                                                                              \
        record_volatile((uintptr_t)p, size, 0, CALLER);                                            \
        hook_access(p, size, log2 | ACCESS_VOLATILE, 0, CALLER);                                   \
    }                                                                                              \
    HOOK __tsan_unaligned_volatile_write##size(void *p)                                            \
    {                                                                                              \
        record_volatile((uintptr_t)p, size, EVENT_WRITE, CALLER);                                  \
        hook_access(p, size, log2 | EVENT_WRITE | ACCESS_VOLATILE, 0, CALLER);                     \
    }                                                                                              \
    HOOK __tsan_read_write##size(void *p)                                                          \
    {                                                                                              \
        hook_access(p, size, log2, 1, CALLER);                                                     \
        hook_access(p, size, log2 | EVENT_WRITE, 1, CALLER - 1);                                   \
    }                                                                                              \
    HOOK __tsan_unaligned_read_write##size(void *p)                                                \
    {                                                                                              \
        hook_access(p, size, log2, 0, CALLER);                                                     \
        hook_access(p, size, log2 | EVENT_WRITE, 0, CALLER - 1);                                   \
    }

ACCESS_HOOKS(1, 0)
ACCESS_HOOKS(2, 1)
ACCESS_HOOKS(4, 2)
ACCESS_HOOKS(8, 3)
ACCESS_HOOKS(16, 4)

/* simcc's, of clang's loads for stores to bit-fields: simcc/bit_fields.h. */
#define KEPT_HOOK(size, log2)                                                                      \
    HOOK __tsan_kept_read##size(void *p)                                                           \
    {                                                                                              \
        record_kept(CALLER);                                                                       \
        hook_access(p, size, log2, 1, CALLER);                                                     \
    }

KEPT_HOOK(1, 0)
KEPT_HOOK(2, 1)
KEPT_HOOK(4, 2)
KEPT_HOOK(8, 3)
KEPT_HOOK(16, 4)

HOOK __tsan_kept_read_range(void *p, size_t size)
{
    record_kept(CALLER);
    record_range((uintptr_t)p, size, 0, CALLER);
}

/* gcc uses these where it does not know the alignment: most are plain ints. */
HOOK __tsan_read_range(void *p, size_t size)
{
    if (size == 4 && (uintptr_t)p % 4 == 0) {
        hook_access(p, 4, 2, 0, CALLER);
        return;
    }
    record_copy(size & -size, CALLER); /* a whole structure: its alignment divides its size */
    record_range((uintptr_t)p, size, 0, CALLER);
}

HOOK __tsan_write_range(void *p, size_t size)
{
    if (size == 4 && (uintptr_t)p % 4 == 0)
        hook_access(p, 4, 2 | EVENT_WRITE, 0, CALLER);
    else
        record_range((uintptr_t)p, size, EVENT_WRITE, CALLER);
}

/* simcc's, of copies of structures whose alignment it knows: simcc/copied_pieces.h. */
#define PIECES_HOOKS(bytes, log2)                                                                  \
    HOOK __tsan_read_in_##bytes##s(void *p, size_t size)                                           \
    {                                                                                              \
        record_copy(size & -size, CALLER);                                                         \
        record_pieces((uintptr_t)p, size, log2, 0, CALLER);                                        \
    }                                                                                              \
    HOOK __tsan_read_part_in_##bytes##s(void *p, size_t size)                                      \
    {                                                                                              \
        record_copy(size, CALLER); /* clang: perhaps a part of a structure, which is larger */     \
        record_pieces((uintptr_t)p, size, log2, 0, CALLER);                                        \
    }                                                                                              \
    HOOK __tsan_write_in_##bytes##s(void *p, size_t size)                                          \
    {                                                                                              \
        record_pieces((uintptr_t)p, size, log2, EVENT_WRITE, CALLER);                              \
    }

PIECES_HOOKS(1, 0)
PIECES_HOOKS(2, 1)
PIECES_HOOKS(4, 2)
PIECES_HOOKS(8, 3)
PIECES_HOOKS(16, 4)

HOOK __tsan_read16_in_8s(char *p)
{
    record_copy(16, CALLER);
    hook_access(p, 8, 3, 1, CALLER);
    hook_access(p + 8, 8, 3, 1, CALLER);
}

HOOK __tsan_write16_in_8s(char *p)
{
    hook_access(p, 8, 3 | EVENT_WRITE, 1, CALLER);
    hook_access(p + 8, 8, 3 | EVENT_WRITE, 1, CALLER);
}

HOOK __sanitizer_cov_trace_pc(void)
{
    hook_mark(EVENT_BLOCK, CALLER);
}

/* The frame pointer of the function that calls the hook. */
#define CALLERS_FRAME (*(const uintptr_t *)__builtin_frame_address(0))

HOOK __tsan_func_entry(void *caller)
{
    (void)caller;
    hook_enter((uintptr_t)__builtin_frame_address(0), CALLERS_FRAME, CALLER);
}

HOOK __tsan_func_exit(void)
{
    hook_exit(CALLERS_FRAME, CALLER);
}

HOOK __tsan_unseen_store(void)
{
    struct worker *worker = this_worker;
    if (worker && worker->run)
        worker->run->stores_unseen = 1;
}

HOOK sim_endless_loop(void)
{
    struct worker *worker = this_worker;
    if (!worker || !worker->run)
        return; /* the host's own loop */
    uintptr_t pc = CALLER;
    recorder_off();
    misuse_endless_loop(worker, pc);
    lane_abandon(worker);
}

HOOK __tsan_init(void)
{
    settings.instrumented = 1;
}

/* Objects with virtual functions: the pointer to the table is an ordinary access. */
HOOK __tsan_vptr_read(void **p)
{
    hook_access(p, sizeof *p, 3, 1, CALLER);
}

HOOK __tsan_vptr_update(void **p, void *value)
{
    (void)value;
    hook_access(p, sizeof *p, 3 | EVENT_WRITE, 1, CALLER);
}
