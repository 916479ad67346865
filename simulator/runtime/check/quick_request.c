/*
 * The quick look at a whole request: the usual cases in a few steps for each word. Any lane of
 * another case goes to quick_global or quick_shared.
 */
#include <string.h>

#include "base/run.h"
#include "check/quick.h"
#include "check/order_state.h"
#include "check/quick_fours.h"
#include "check/quick_word.h"
#include "memory/memory.h"

/* The lanes that access the four words from lane number i of the request on. */
static inline four lanes_of_four(const struct request *request, unsigned i, unsigned size)
{
    const unsigned *lane = &request->lane[i];
    if (size == CELL_WORD)
        return (four){lane[0], lane[1], lane[2], lane[3]};
    return size == FOUR_WORDS ? (four){lane[0], lane[0], lane[0], lane[0]}
                              : (four){lane[0], lane[0], lane[1], lane[1]};
}

/* A request whose lanes are checked from number i on. */
struct checked {
    struct words words;
    const struct request *request;
    unsigned size;         /* of an access: 4, 8 or 16 bytes */
    unsigned first_thread; /* of the warp */
    uint32_t stamp;        /* of the warp's lane 0; 0: the lanes have ticks of their own */
};

/*
 * Lanes side by side, from number i on, up to end: the number of those whose stripes say all that
 * is to be known, and are checked, without doubt. Where there are none, all stripes that the lanes
 * touch are unfolded.
 */
static inline unsigned lanes_in_stripes(const struct checked *checked, unsigned i, unsigned end)
{
    const struct request *request = checked->request;
    const struct words *words = &checked->words;
    size_t offset = request->address[i] - words->cells->base;
    size_t behind = offset + (end - i) * checked->size;
    unsigned shift = (unsigned)__builtin_ctz(checked->size), done = 0;
    unsigned each = STRIPE_BYTES >> shift; /* a division takes longer than all of this */
    int whole =
        offset % STRIPE_BYTES == 0 && request->lane[end - 1] - request->lane[i] == end - 1 - i;
    for (struct stripe *stripe = &words->cells->stripes[offset / STRIPE_BYTES];
         whole && i + done + each <= end &&
         stripe_access(words, stripe, checked->stamp + request->lane[i + done], shift);
         stripe++)
        done += each;
    for (; !done && offset < behind; offset += STRIPE_BYTES - offset % STRIPE_BYTES)
        stripe_open(words->cells, offset / CELL_WORD, words->unit, words->first);
    return done;
}

/* Lanes that begin within a stripe are checked up to its end first: the stripes behind it may be
 * whole. */
static inline unsigned end_in_stripe(const struct checked *checked, size_t offset, unsigned i,
                                     unsigned end)
{
    unsigned left = (unsigned)(STRIPE_BYTES - offset % STRIPE_BYTES) / checked->size;
    return offset % STRIPE_BYTES && left && left < end - i ? i + left : end;
}

/*
 * Lanes from number i on, up to end, access words side by side: the number of those that are
 * checked, without doubt; 0 if the first ones are not usual.
 */
static inline unsigned lanes_side_by_side(const struct checked *checked, unsigned i, unsigned end)
{
    const struct request *request = checked->request;
    size_t offset = request->address[i] - checked->words.cells->base;
    unsigned done = 0, each = FOUR_WORDS / checked->size;
    if (checked->words.cells->stripes) {
        end = end_in_stripe(checked, offset, i, end);
        if ((done = lanes_in_stripes(checked, i, end)))
            return done;
    }
    unsigned fours = (end - i) / each;
    if (offset % FOUR_WORDS || !fours)
        return 0;
    struct row row = {&checked->words.cells->words[offset / FOUR_WORDS], fours,
                      checked->stamp + lanes_of_four(request, i, checked->size), (four){0} + each};
    if (request->lane[end - 1] - request->lane[i] == end - 1 - i &&
        access_row(&checked->words, &row))
        return fours * each;
    while (i + done + each <= end &&
           access_four(&checked->words, row.cells++,
                       checked->stamp + lanes_of_four(request, i + done, checked->size)))
        done += each;
    return done;
}

/*
 * The same for lanes that all read one word: one that several units read, or that others of the
 * warp have read at this tick, or several threads.
 */
static inline unsigned lanes_at_one_word(const struct checked *checked, unsigned i, unsigned end)
{
    const struct words *words = &checked->words;
    size_t index = (checked->request->address[i] - words->cells->base) / CELL_WORD;
    struct cell *cell = cell_at(words->cells->words, index);
    if (stripe_is_shared(words, index))
        return end - i;
    uint32_t seen = __atomic_load_n(&cell->owner, __ATOMIC_RELAXED), lanes = 0;
    uint32_t unlike = (cell->read ^ checked->stamp) & ~(STAMP_LANES | (SIM_WARP_SIZE - 1));
    if (checked->size != CELL_WORD || checked->request->address[i] % CELL_WORD ||
        words->flag != OWNER_READ || !is_current(seen, words->first))
        return 0;
    if ((seen & (OWNER_WRITTEN | OWNER_ATOMIC | OWNER_BYTES | OWNER_SHARED)) == OWNER_SHARED)
        return end - i;
    if ((seen & ~OWNER_WRITTEN) != (words->unit | OWNER_READ) || cell->write >= words->limit ||
        !(cell->read & STAMP_LANES) || unlike)
        return 0;
    for (unsigned k = i; k < end; k++)
        lanes |= 1u << checked->request->lane[k];
    words->cells->readers[index] |= lanes;
    return end - i;
}

/* Words at a distance of that many, each of a lane, from number i on: how many are usual. */
static inline __attribute__((always_inline)) unsigned
words_apart(const struct checked *checked, uint32_t flag, size_t step, unsigned i, unsigned end)
{
    const struct words words = checked->words;
    const unsigned *lane = checked->request->lane;
    size_t word = (checked->request->address[i] - words.cells->base) / CELL_WORD;
    size_t opened = SIZE_MAX;
    unsigned k = i;
    for (; k < end; k++, word += step) {
        if (word / STRIPE_WORDS != opened)
            stripe_open(words.cells, word, words.unit, words.first);
        opened = word / STRIPE_WORDS;
        if (!access_word(&words, flag, word, checked->stamp + lane[k]))
            break;
    }
    return k - i;
}

/* The same for lanes that each access one word, with others between them. */
static inline unsigned lanes_apart(const struct checked *checked, uint64_t stride, unsigned i,
                                   unsigned end)
{
    size_t step = (size_t)((int64_t)stride / CELL_WORD);
    if (checked->size != CELL_WORD || (checked->request->address[i] | stride) % CELL_WORD)
        return 0;
    return checked->words.flag == OWNER_READ ? words_apart(checked, OWNER_READ, step, i, end)
                                             : words_apart(checked, OWNER_WRITTEN, step, i, end);
}

static inline unsigned lanes_together(const struct checked *checked, uint64_t stride, unsigned i,
                                      unsigned end)
{
    if (stride == checked->size)
        return lanes_side_by_side(checked, i, end);
    return stride == 0 ? lanes_at_one_word(checked, i, end) : lanes_apart(checked, stride, i, end);
}

/* The words of lane number i, one by one; 0 if one of them is not usual: all of the lane's are to
 * be checked again. */
static inline int access_lane(const struct checked *checked, unsigned i,
                              const struct warp_order *warp)
{
    const struct request *request = checked->request;
    size_t index = (request->address[i] - checked->words.cells->base) / CELL_WORD;
    uint32_t now = stamp_of(checked->first_thread + request->lane[i], warp->tick[request->lane[i]]);
    if (request->address[i] % CELL_WORD)
        return 0;
    for (size_t word = index; word < index + checked->size / CELL_WORD; word++) {
        stripe_open(checked->words.cells, word, checked->words.unit, checked->words.first);
        if (!(checked->words.flag == OWNER_READ
                  ? access_word(&checked->words, OWNER_READ, word, now)
                  : access_word(&checked->words, OWNER_WRITTEN, word, now)))
            return 0;
    }
    return 1;
}

#define STRIPES_MOST 8 /* to look at more of them takes longer than at each lane's words */

static inline int is_shared(uint32_t owner, uint32_t first)
{
    return is_current(owner, first) && (owner & SHARED_BY_READS) == OWNER_SHARED;
}

/* 1 if all lanes load one word, with a cell of its own, that is shared and written. */
static inline int is_shared_word(const struct stretch *stretch, uint32_t stripe, uint32_t first)
{
    size_t offset = stretch->low - quick_cells.base;
    uint32_t state;
    if (!(stripe & OWNER_BYTES) || stretch->stride || offset % CELL_WORD)
        return 0;
    memcpy(&state, memory.state + offset, sizeof state);
    return state == STATE_WORD(STATE_WRITTEN) &&
           is_shared(__atomic_load_n(&cell_at(quick_cells.words, offset / CELL_WORD)->owner,
                                     __ATOMIC_RELAXED),
                     first);
}

int quick_loads_shared(const struct worker *worker, const struct request *request)
{
    unsigned size = 1u << (request->event & EVENT_SIZE);
    uint32_t first = worker->run->first_unit;
    if (detector.warps[worker->running.warp_number].last_tick > STAMP_TICKS_MOST)
        return 0;
    for (unsigned i = 0; i < request->stretches; i++) {
        const struct stretch *stretch = &request->stretch[i];
        size_t number = (stretch->low - quick_cells.base) / STRIPE_BYTES;
        size_t last = (stretch->high + size - 1 - quick_cells.base) / STRIPE_BYTES;
        if (last - number >= STRIPES_MOST)
            return 0;
        for (; number <= last; number++) {
            const struct stripe *stripe = &quick_cells.stripes[number];
            uint32_t owner = __atomic_load_n(&stripe->owner, __ATOMIC_ACQUIRE);
            if (!is_shared(owner, first) && !(size == CELL_WORD && is_current(owner, first) &&
                                              is_shared_word(stretch, owner, first)))
                return 0;
        }
    }
    return request->stretches > 0;
}

static inline struct words words_of(const struct worker *worker, const struct request *request,
                                    int global)
{
    return (struct words){.cells = global ? &quick_cells : detector.shared_cells,
                          .unit = detector.unit,
                          .limit = stamp_limit(),
                          .first = first_unit(worker, global),
                          .flag = request->event & EVENT_WRITE ? OWNER_WRITTEN : OWNER_READ,
                          .alone = !global || worker->run->alone,
                          .only_barriers = !detector.order->used};
}

unsigned quick_row(struct worker *worker, const struct request *request)
{
    const struct warp_order *warp = &detector.warps[worker->running.warp_number];
    struct words words = words_of(worker, request, 1);
    size_t offset = request->address[0] - quick_cells.base;
    struct stripe *stripe = &quick_cells.stripes[offset / STRIPE_BYTES];
    unsigned shift = request->event & EVENT_SIZE, each = STRIPE_BYTES >> shift, done = 0;
    uint32_t stamp = stamp_of(worker->running.warp_number * SIM_WARP_SIZE, warp->last_tick);
    if (warp->last_tick > STAMP_TICKS_MOST || warp->last_tick != warp->warp_tick)
        return 0;
    if (shift == 0)
        return stripe_access_half(&words, stripe, stamp, offset % STRIPE_BYTES != 0) ? SIM_WARP_SIZE
                                                                                     : 0;
    while (done < SIM_WARP_SIZE && stripe_access(&words, stripe++, stamp + done, shift))
        done += each;
    return done;
}

unsigned quick_words(struct worker *worker, const struct request *request, unsigned from,
                     int global)
{
    const struct warp_order *warp = &detector.warps[worker->running.warp_number];
    unsigned first_thread = worker->running.warp_number * SIM_WARP_SIZE;
    if (warp->last_tick > STAMP_TICKS_MOST)
        return from;
    struct checked checked = {
        .words = words_of(worker, request, global),
        .request = request,
        .size = 1u << (request->event & EVENT_SIZE),
        .first_thread = first_thread,
        .stamp = warp->last_tick == warp->warp_tick ? stamp_of(first_thread, warp->last_tick) : 0};
    if (request->count == from + 1) /* nothing to be looked at together */
        return from + (unsigned)access_lane(&checked, from, warp);
    unsigned end = 0, stretches = 0, done = 0;
    for (unsigned i = from; i < request->count; i += done) {
        for (; i >= end && stretches < request->stretches; stretches++)
            end += request->stretch[stretches].count;
        done = 0;
        if (stretches && checked.stamp)
            done = lanes_together(&checked, request->stretch[stretches - 1].stride, i, end);
        if (!done && !access_lane(&checked, i, warp))
            return i;
        done += !done;
    }
    return request->count;
}
