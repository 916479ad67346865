/*
 * Checks accesses against the state of each byte, then for races.
 */
#include "check/access.h"

#include <string.h>

#include "report/findings.h"
#include "launch/run.h"

#define ALIGNMENT_MOST 16       /* bytes, of a structure: that of int4 */
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
    uint64_t *known = &worker->counts[site_number(event)].copy_unit;
    while (*known < unit && *known < ALIGNMENT_MOST)
        *known = *known ? 2 * *known : 1;
}

/*
 * 1 if nothing of what the access reads is written. If a part is, the rest may be
 * padding: compilers load small structures whole and copy others in pieces.
 */
static int is_unwritten(const struct worker *worker, const struct access *access,
                        const uint8_t *state)
{
    uint64_t unit = worker->counts[access->site].copy_unit;
    if (unit > access->size)
        return !any_state(state - access->address % unit, (unsigned)unit, STATE_WRITTEN);
    return !any_state(state, access->size, STATE_WRITTEN);
}

/* Not all bytes are written: an error, unless it is a write that makes them so. */
static int check_state(struct worker *worker, const struct access *access, uint8_t *state)
{
    if (any_state(state, access->size, STATE_INVALID)) {
        finding_invalid_access(worker, access);
        return 0;
    }
    if (access->kind != ACCESS_WRITE && is_unwritten(worker, access, state))
        finding_uninitialised(worker, access);
    else if (access->kind == ACCESS_READ)
        return 1;
    memset(state, STATE_WRITTEN, access->size);
    return 1;
}

void access_global(struct worker *worker, const struct access *access)
{
    uint8_t *state = memory.state + (access->address - memory.base);
    if (UNLIKELY(!all_written(state, access->size)) && !check_state(worker, access, state))
        return;
    race_access_global(worker, access);
}

void access_shared(struct worker *worker, const struct access *access)
{
    size_t offset = access->address - worker->shared;
    uint8_t *state = worker->shared_state + offset;
    if (UNLIKELY(!all_written(state, access->size))) {
        if (!check_state(worker, access, state))
            return;
        if (offset < worker->shared_low)
            worker->shared_low = offset;
        if (offset + access->size > worker->shared_high)
            worker->shared_high = offset + access->size;
    }
    race_access_shared(worker, access);
}
