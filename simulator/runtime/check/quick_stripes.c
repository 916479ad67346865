/*
 * Unfolds stripes into cells.
 */
#include "check/quick_stripes.h"

/* Gives each of the 16 words a cell of its own, with what the stripe says of all. */
static void fill(const struct cells *of, size_t number, const struct stripe *stripe)
{
    struct four_cells *cells = &of->words[number * (STRIPE_WORDS / 4)];
    uint32_t *readers = &of->readers[number * STRIPE_WORDS];
    for (unsigned word = 0; word < STRIPE_WORDS; word++) {
        struct cell *cell = cell_at(cells, word);
        cell->owner = stripe->owner;
        cell->write = stripe->write ? stripe->write + (word >> stripe->shift) : 0;
        cell->read = stripe->read ? stripe->read + (word >> stripe->shift) : 0;
        cell->atomic = 0;
        if (stripe->read & STAMP_LANES)
            readers[word] = (uint32_t)stripe->readers << word;
    }
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
        fill(cells, number, &seen);
    }
    __atomic_store_n(&stripe->owner, OWNER_BYTES | unit, __ATOMIC_RELEASE);
}
