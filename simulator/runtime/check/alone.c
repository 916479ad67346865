/*
 * One thread that does all the work makes nothing but requests of one lane. They ask the same of
 * the checks as those of a warp, without loops over lanes and stretches.
 */
#include "check/alone.h"

#include <string.h>

#include "base/run.h"
#include "check/order.h"
#include "check/quick_word.h"
#include "memory/memory.h"

/* 1 if those words of memory are written. */
static inline int are_written(const struct worker *worker, const struct request *request,
                              unsigned words)
{
    uint64_t address = request->address[0];
    const uint8_t *state = request->global
                               ? memory.state + (address - memory.base)
                               : worker->shared.state + (address - worker->shared.start);
    uint32_t all = STATE_WORD(STATE_WRITTEN), word;
    for (unsigned i = 0; i < words; i++) {
        memcpy(&word, state + (size_t)i * CELL_WORD, sizeof word);
        all &= word;
    }
    return all == STATE_WORD(STATE_WRITTEN);
}

/* 1 if an access to one kind of memory is of the usual kind. */
static inline int is_usual(const struct worker *worker, const struct request *request)
{
    const struct run *run = worker->run;
    return (request->event & EVENT_CLASS) == EVENT_ACCESS && !request->attributes &&
           request->address[0] % CELL_WORD == 0 &&
           detector.warps[worker->running.warp_number].last_tick <= STAMP_TICKS_MOST &&
           !look_sees_stores(run_look(run)) && !(request->global && run->ordered);
}

static inline uint32_t stamp_here(const struct worker *worker, unsigned lane)
{
    unsigned warp = worker->running.warp_number;
    return stamp_of(warp * SIM_WARP_SIZE + lane, detector.warps[warp].tick[lane]);
}

/*
 * Stores or loads by the lane of a word of its own, which has been stored or loaded before: nothing
 * but stamps change. 0, and nothing has changed, in all other cases. The running unit is current.
 */
static inline int is_own_word(const struct cells *cells, size_t index, uint32_t flag, uint32_t now)
{
    struct cell *cell = cell_at(cells->words, index);
    uint32_t limit = stamp_limit(), read = cell->read, write = cell->write;
    if ((cell->owner & ~(OWNER_READ | OWNER_WRITTEN)) != detector.unit || !(cell->owner & flag) ||
        (write >= limit && ((write ^ now) & STAMP_THREAD)))
        return 0;
    if (read >= limit &&
        (flag == OWNER_READ ? read != now
                            : (read ^ now) & (STAMP_THREAD | STAMP_LANES | STAMP_SEVERAL)))
        return 0;
    cell->read = flag == OWNER_READ ? now : 0;
    cell->write = flag == OWNER_READ ? write : now;
    return 1;
}

/* 1 if the cells of those words count: in shared memory, and in stripes that are unfolded. */
static inline int is_unfolded(const struct cells *cells, size_t word, uint32_t first)
{
    uint32_t owner;
    if (!cells->stripes)
        return 1;
    owner = __atomic_load_n(&cells->stripes[word / STRIPE_WORDS].owner, __ATOMIC_ACQUIRE);
    return (owner & OWNER_BYTES) && is_current(owner, first);
}

/* The same for any words: 0 if one of them is not usual; all are to be checked again. */
static __attribute__((noinline)) int are_usual_words(struct worker *worker,
                                                     const struct request *request, unsigned count)
{
    int global = request->global, writes = (request->event & EVENT_WRITE) != 0;
    struct words words = {.cells = global ? &quick_cells : detector.shared_cells,
                          .unit = detector.unit,
                          .limit = stamp_limit(),
                          .first = first_unit(worker, global),
                          .flag = writes ? OWNER_WRITTEN : OWNER_READ,
                          .alone = !global || worker->run->alone};
    size_t index = (request->address[0] - words.cells->base) / CELL_WORD;
    uint32_t now = stamp_here(worker, request->lane[0]);
    for (size_t word = index; word < index + count; word++) {
        if (stripe_is_shared(&words, word))
            continue;
        if (!(writes ? access_word(&words, OWNER_WRITTEN, word, now)
                     : access_word(&words, OWNER_READ, word, now)))
            return 0;
    }
    return 1;
}

int alone_request(struct worker *worker, const struct request *request)
{
    unsigned words = (1u << (request->event & EVENT_SIZE)) / CELL_WORD;
    int global = request->global;
    const struct cells *cells = global ? &quick_cells : detector.shared_cells;
    size_t index = (request->address[0] - cells->base) / CELL_WORD;
    uint32_t flag = request->event & EVENT_WRITE ? OWNER_WRITTEN : OWNER_READ;
    if (!words || !is_usual(worker, request) || !are_written(worker, request, words) ||
        (flag == OWNER_WRITTEN && order_has_messages(global)))
        return 0;
    if (!(words == 1 && is_unfolded(cells, index, first_unit(worker, global)) &&
          is_own_word(cells, index, flag, stamp_here(worker, request->lane[0]))) &&
        !are_usual_words(worker, request, words))
        return 0;
    worker->counted.by_site[request->site].last_address = request->address[0];
    return 1;
}
