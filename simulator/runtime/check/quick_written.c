/*
 * What the cells of a run that has ended say of words that it has written.
 */
#include "check/quick.h"
#include "check/quick_stripes.h"

/* The flags of an owner mean a change that depends on what was there. */
static int reads_and_writes(uint32_t owner)
{
    if (owner & OWNER_ATOMIC)
        return 1;
    return (owner & OWNER_WRITTEN) && (owner & (OWNER_READ | OWNER_SHARED));
}

static int word_is_read(uint32_t first, size_t offset)
{
    uint32_t owner = cell_at(quick_cells.words, offset / 4)->owner;
    if (!owner || !is_current(owner, first))
        return 0;
    if (!(owner & OWNER_BYTES))
        return reads_and_writes(owner);
    for (size_t i = offset; i < offset + 4; i++) {
        uint32_t of_byte = cell_at(quick_cells.bytes, i)->owner;
        if (of_byte && is_current(of_byte, first) && reads_and_writes(of_byte))
            return 1;
    }
    return 0;
}

int quick_reads_what_it_writes(uint32_t first, uintptr_t start, size_t size)
{
    size_t at = start - quick_cells.base, end = at + size, next;
    for (; at < end; at = next) {
        uint32_t owner = quick_cells.stripes[at / STRIPE_BYTES].owner;
        next = at - at % STRIPE_BYTES + STRIPE_BYTES;
        if (!is_current(owner, first))
            continue;
        if (!(owner & OWNER_BYTES)) {
            if (reads_and_writes(owner))
                return 1;
            continue;
        }
        for (; at < next && at < end; at += 4)
            if (word_is_read(first, at))
                return 1;
    }
    return 0;
}
