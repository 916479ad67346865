/*
 * Unfolds stripes into cells.
 */
#include "check/quick_stripes.h"

/* What the stripe says of its byte with that number, as the cell of the byte or of its word. */
static inline void fill_cell(struct cell *cell, const struct stripe *stripe, unsigned byte)
{
    cell->owner = stripe->owner;
    cell->write = stripe->write ? stripe->write + (byte >> stripe->shift) : 0;
    cell->read = stripe->read ? stripe->read + (byte >> stripe->shift) : 0;
    cell->atomic = 0;
}

/* Gives each of the 16 words a cell of its own, with what the stripe says of all. */
static void fill_words(const struct cells *of, size_t number, const struct stripe *stripe)
{
    struct four_cells *cells = &of->words[number * (STRIPE_WORDS / 4)];
    uint32_t *readers = &of->readers[number * STRIPE_WORDS];
    for (unsigned word = 0; word < STRIPE_WORDS; word++) {
        fill_cell(cell_at(cells, word), stripe, word << WORD_SHIFT);
        if (stripe->read & STAMP_LANES)
            readers[word] = (uint32_t)stripe->readers << word;
    }
}

/* The same for the bytes that have been accessed; the words' cells tell of these. */
static void fill_bytes(const struct cells *of, size_t number, const struct stripe *stripe)
{
    struct four_cells *words = &of->words[number * (STRIPE_WORDS / 4)];
    struct four_cells *bytes = &of->bytes[number * STRIPE_WORDS];
    unsigned end = stripe->is_half ? HALF_STRIPE : STRIPE_BYTES;
    for (unsigned byte = 0; byte < end; byte++)
        fill_cell(cell_at(bytes, byte), stripe, byte);
    for (unsigned word = 0; word < STRIPE_WORDS; word++)
        cell_at(words, word)->owner =
            word << WORD_SHIFT < end ? OWNER_BYTES | (stripe->owner & OWNER_UNIT) : 0;
}

void stripe_unfold(const struct cells *cells, size_t number, uint32_t unit, uint32_t first)
{
    struct stripe *stripe = &cells->stripes[number];
    uint32_t owner;
    do {
        owner = __atomic_load_n(&stripe->owner, __ATOMIC_ACQUIRE);
        if ((owner & OWNER_BYTES) && is_current(owner, first))
            return; /* another host thread has done it just now */
    } while (owner == STRIPE_LOCKED ||
             !__atomic_compare_exchange_n(&stripe->owner, &owner, STRIPE_LOCKED, 0,
                                          __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE));
    if (is_current(owner, first)) {
        struct stripe seen = *stripe;
        seen.owner = owner;
        if (seen.shift < WORD_SHIFT)
            fill_bytes(cells, number, &seen);
        else
            fill_words(cells, number, &seen);
    }
    __atomic_store_n(&stripe->owner, OWNER_BYTES | unit, __ATOMIC_RELEASE);
}
