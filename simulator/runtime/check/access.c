/*
 * Checks accesses against the state of each byte, then for races.
 */
#include "check/access.h"

#include <string.h>

#include "base/current_device.h"
#include "base/run.h"
#include "base/settings.h"
#include "check/describe.h"
#include "check/exact.h"
#include "check/order.h"
#include "check/quick.h"
#include "check/watched.h"
#include "check/written.h"
#include "cuda_runtime_api.h"
#include "memory/memory.h"
#include "memory/peers.h"

#define ALIGNMENT_MOST      16         /* bytes, of a structure: that of int4 */
#define UNIT_KEPT           UINT64_MAX /* in place of a structure's: nothing need be written */
#define UNLIKELY(condition) __builtin_expect(!!(condition), 0)

/* 1 if all bytes of the access are written. Sizes are 1, 2, 4, 8 or 16. */
static inline int all_written(const uint8_t *state, unsigned size)
{
    uint32_t word;
    if (size < 4) {
        for (unsigned i = 0; i < size; i++)
            if (state[i] != STATE_WRITTEN)
                return 0;
        return 1;
    }
    for (unsigned i = 0; i < size; i += 4) {
        memcpy(&word, state + i, 4);
        if (word != STATE_WORD(STATE_WRITTEN))
            return 0;
    }
    return 1;
}

static int any_state(const uint8_t *state, unsigned size, uint8_t wanted)
{
    for (unsigned i = 0; i < size; i++)
        if (state[i] == wanted)
            return 1;
    return 0;
}

void access_note_copy(struct worker *worker, event_t event, size_t unit)
{
    uint64_t *known = &worker->counted.by_site[site_number(event)].copy_unit;
    while (*known < unit && *known < ALIGNMENT_MOST)
        *known = *known ? 2 * *known : 1;
}

void access_note_kept(struct worker *worker, event_t event)
{
    worker->counted.by_site[site_number(event)].copy_unit = UNIT_KEPT;
}

/*
 * 1 if no byte that the access reads is written. Where some are, the others may be padding:
 * compilers load small structures whole, and copy larger ones in pieces.
 */
static int is_unwritten(const struct worker *worker, const struct access *access,
                        const uint8_t *state)
{
    uint64_t unit = worker->counted.by_site[access->site].copy_unit;
    if (unit == UNIT_KEPT)
        return 0;
    if (unit > access->size)
        return !any_state(state - access->address % unit, (unsigned)unit, STATE_WRITTEN);
    return !any_state(state, access->size, STATE_WRITTEN);
}

/*
 * Not all bytes are written: an error, unless the access is a write. An exchange counts as a write:
 * an atomic store is an exchange whose result is unused.
 */
static int check_state(struct worker *worker, const struct access *access, uint8_t *state)
{
    if (any_state(state, access->size, STATE_INVALID)) {
        finding_invalid_access(worker, access);
        return 0;
    }
    if (access->kind != ACCESS_WRITE && !access->is_exchange && is_unwritten(worker, access, state))
        finding_uninitialised(worker, access);
    else if (access->kind == ACCESS_READ || access->is_load)
        return 1;
    else if (memory_contains(access->address))
        written_note(worker, access->address, access->size);
    memset(state, STATE_WRITTEN, access->size);
    return 1;
}

static enum access_kind kind_of(event_t event)
{
    if ((event & EVENT_CLASS) == EVENT_ATOMIC)
        return ACCESS_ATOMIC;
    return event & EVENT_WRITE ? ACCESS_WRITE : ACCESS_READ;
}

/* 1 if the lanes of a store write to different addresses. */
static int is_wide(const struct request *request)
{
    for (unsigned i = 1; i < request->count; i++)
        if (request->address[i] != request->address[0])
            return 1;
    return 0;
}

static struct access access_of(const struct request *request)
{
    unsigned attributes = request->attributes;
    struct access access = {
        .size = 1u << (request->event & EVENT_SIZE) >> ((attributes & ACCESS_PAIR) != 0),
        .kind = kind_of(request->event),
        .site = request->site,
        .pc = event_pc(request->event),
        .is_volatile = (attributes & ACCESS_VOLATILE) != 0,
        .is_compare_and_swap = (attributes & ACCESS_SWAP) != 0,
        .is_exchange = (attributes & ACCESS_EXCHANGE) != 0,
        .is_load = (attributes & ACCESS_LOAD) != 0,
        .has_value = (attributes & ACCESS_VALUE) != 0,
        .scope = SIM_SCOPE_SYSTEM,
    };
    if (access.kind == ACCESS_ATOMIC)
        access.scope = (enum sim_scope)((attributes & ACCESS_SCOPE) >> ACCESS_SCOPE_SHIFT);
    access.is_wide = access.is_volatile && access.kind == ACCESS_WRITE && is_wide(request);
    return access;
}

static uint8_t *state_of(struct worker *worker, uintptr_t address, int global)
{
    return global ? memory.state + (address - memory.base)
                  : worker->shared.state + (address - worker->shared.start);
}

/* Notes which part of shared memory the block has written to. */
static void widen_shared(struct worker *worker, uintptr_t address, unsigned size)
{
    size_t offset = address - worker->shared.start;
    if (offset < worker->shared.low)
        worker->shared.low = offset;
    if (offset + size > worker->shared.high)
        worker->shared.high = offset + size;
}

static void check_race(struct worker *worker, const struct access *access, int global)
{
    if (run_look(worker->run)->exact)
        exact_access(worker, access);
    else if (!(global ? quick_global(worker, access) : quick_shared(worker, access)))
        return;
    else if (run_look(worker->run)->gathers)
        exact_gather(access);
    else
        run_look_exactly(worker->run);
}

void access_once_more(struct worker *worker, const struct access *access)
{
    check_race(worker, access, memory_contains(access->address));
}

static void check_one(struct worker *worker, const struct access *access, int global)
{
    uint8_t *state = state_of(worker, access->address, global);
    if (UNLIKELY(!all_written(state, access->size))) {
        if (!check_state(worker, access, state))
            return;
        if (!global)
            widen_shared(worker, access->address, access->size);
    }
    check_race(worker, access, global);
}

/* A request that writes words: marks them as written. */
static void write_words(struct worker *worker, const struct request *request, unsigned size,
                        int global)
{
    if (global) { /* its lanes may write several arrays: mostly in the order of the addresses */
        written_note(worker, request->address[0], size);
        written_note(worker, request->address[request->count - 1], size);
    }
    for (unsigned i = 0; i < request->count; i++) {
        memset(state_of(worker, request->address[i], global), STATE_WRITTEN, size);
        if (!global)
            widen_shared(worker, request->address[i], size);
    }
}

/* The bits that the states of all words of a piece of memory have in common; size: bytes. */
static inline uint32_t common_state(const uint8_t *state, size_t size)
{
    typedef uint64_t vector __attribute__((vector_size(16)));
    uint32_t all = UINT32_MAX, word;
    vector bits = {UINT64_MAX, UINT64_MAX}, next;
    for (; size >= sizeof next; size -= sizeof next, state += sizeof next) {
        memcpy(&next, state, sizeof next);
        bits &= next;
    }
    for (; size; size -= sizeof word, state += sizeof word) {
        memcpy(&word, state, sizeof word);
        all &= word;
    }
    bits[0] &= bits[1];
    return all & (uint32_t)bits[0] & (uint32_t)(bits[0] >> 32);
}

#define SPAN_MOST 512 /* bytes: to look at more of them takes longer than at each lane's */

/*
 * The state that all words of a stretch have in common; those between them count, too, where they
 * are written. Returns 0 where they are not.
 */
static int take_state(struct worker *worker, const struct stretch *stretch, unsigned size,
                      int global, uint32_t *all)
{
    uint64_t low = stretch->low, span = stretch->high + size - low;
    int is_solid = stretch_is_solid(stretch, size);
    if (stretch->stride % sizeof *all || (!is_solid && span > SPAN_MOST))
        return 0;
    uint32_t state = common_state(state_of(worker, low, global), span);
    if (!is_solid && state != STATE_WORD(STATE_WRITTEN))
        return 0;
    *all &= state;
    return 1;
}

/*
 * all: the state that all bytes of the request have in common. 1 if they are written, or are now,
 * by this request.
 */
static inline int are_written(struct worker *worker, const struct request *request, unsigned size,
                              int global, uint32_t all)
{
    if (all == STATE_WORD(STATE_WRITTEN))
        return 1;
    if (!(request->event & EVENT_WRITE) || all != STATE_WORD(STATE_WRITTEN & STATE_UNWRITTEN))
        return 0;
    write_words(worker, request, size, global);
    return 1;
}

/*
 * The usual case: each lane accesses 1, 2 or 4 words, all of them written, or written by this
 * request.
 */
static inline int are_usual_words(struct worker *worker, const struct request *request,
                                  unsigned size, int global)
{
    uint32_t all = STATE_WORD(STATE_WRITTEN);
    unsigned stretches = 0;
    while (stretches < request->stretches &&
           take_state(worker, &request->stretch[stretches], size, global, &all))
        stretches++;
    for (unsigned i = stretches && stretches == request->stretches ? request->count : 0;
         i < request->count; i++)
        all &= common_state(state_of(worker, request->address[i], global), size);
    return are_written(worker, request, size, global, all);
}

/* With several devices: 1 if the kernel's device must not use the memory at the address. */
static int is_out_of_reach(uintptr_t address)
{
    return memory_is_a_devices(address) && !peers_reach(device_at_work, memory_device(address));
}

/* The request goes to memory that its device must not use: a GPU stops the kernel. */
static int stop_out_of_reach(struct worker *worker, const struct request *request)
{
    if (settings.devices == 1)
        return 0;
    struct access access = access_of(request);
    for (unsigned i = 0; i < request->count; i++) {
        if (!is_out_of_reach(request->address[i]))
            continue;
        access.address = request->address[i];
        access.thread = worker->running.warp_number * SIM_WARP_SIZE + request->lane[i];
        finding_other_device(worker, &access);
        run_stop(worker->run, cudaErrorIllegalAddress);
        return 1;
    }
    return 0;
}

/* Records the bytes that the request touches, for the order of streams. */
static void watch(const struct request *request)
{
    struct access access = access_of(request);
    unsigned how = access.kind == ACCESS_READ || access.is_load ? WATCHED_READ
                   : access.kind == ACCESS_WRITE                ? WATCHED_WRITE
                   : access.scope == SIM_SCOPE_SYSTEM           ? WATCHED_SYSTEM
                                                                : WATCHED_ATOMIC;
    unsigned size = 1u << (request->event & EVENT_SIZE);
    if (request->stretches == 1 && stretch_is_solid(&request->stretch[0], size)) {
        uint64_t low = request->stretch[0].low;
        watched_note(low, request->stretch[0].high + size - low, how);
        return;
    }
    for (unsigned i = 0; i < request->count; i++)
        watched_note(request->address[i], size, how);
}

/* Each lane by itself, from that one on, where it is not usual. usual: the states of all are. */
static void check_lanes(struct worker *worker, const struct request *request, unsigned from,
                        int usual, int global)
{
    struct access access = access_of(request);
    for (unsigned i = from; i < request->count; i++) {
        if (usual && i > from && (i = quick_words(worker, request, i, global)) == request->count)
            break;
        access.address = request->address[i];
        access.thread = worker->running.warp_number * SIM_WARP_SIZE + request->lane[i];
        access.value = request->value[i];
        access.has_failed = access.is_compare_and_swap && request->value[i];
        check_one(worker, &access, global);
        if (request->attributes & ACCESS_PAIR) {
            access.address += access.size;
            check_one(worker, &access, global);
        }
    }
}

/* Plain stores of the request end messages at its words. */
static void end_messages(const struct request *request, unsigned size, int global)
{
    if (order_has_messages(global))
        for (unsigned i = 0; i < request->count; i++)
            order_plain_write(request->address[i], size);
}

/*
 * The most usual case: all lanes access global memory side by side, with nothing between them, and
 * begin where the quick look's rows begin.
 */
static inline int is_row(const struct request *request, unsigned size, int global)
{
    return global && request->count == SIM_WARP_SIZE && request->stretches == 1 &&
           request->stretch[0].stride == size &&
           request->address[0] % (size == 1 ? QUICK_ROW / 2 : QUICK_ROW) == 0;
}

/* Loads or stores, where no race can end the run: they are mostly usual. */
static inline void check_plain(struct worker *worker, const struct request *request, unsigned size,
                               int global)
{
    unsigned done = 0;
    int usual = 0, words = size >= 4;
    if (global && !(request->event & EVENT_WRITE) && quick_loads_shared(worker, request))
        return;
    if (is_row(request, size, global)) {
        const uint8_t *state = state_of(worker, request->address[0], global);
        uint32_t all = common_state(state, SIM_WARP_SIZE * (size_t)size);
        usual = are_written(worker, request, size, global, all);
        if (usual && (done = quick_row(worker, request)) == request->count)
            return;
    } else if (words) {
        usual = are_usual_words(worker, request, size, global);
    }
    if (usual && words)
        done = quick_words(worker, request, done, global);
    if (done < request->count)
        check_lanes(worker, request, done, usual && words, global);
}

void access_request(struct worker *worker, const struct request *request, int global)
{
    unsigned size = 1u << (request->event & EVENT_SIZE);
    int is_plain = (request->event & EVENT_CLASS) == EVENT_ACCESS;
    int is_quick = !look_sees_stores(run_look(worker->run));
    if (UNLIKELY(global && worker->run->ordered)) {
        if (stop_out_of_reach(worker, request))
            return;
        watch(request);
    }
    if (is_plain && is_quick)
        check_plain(worker, request, size, global);
    else
        check_lanes(worker, request, 0, 0, global);
    /* In other looks, messages have ended when the stores were made (record_store). */
    if (is_plain && is_quick && (request->event & EVENT_WRITE) &&
        !(request->attributes & ACCESS_VOLATILE))
        end_messages(request, size, global);
}
