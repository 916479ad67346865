/*
 * Judges pairs of accesses. A plain read may begin a compare-and-swap loop. The thread's next
 * access to the word shows whether it does; until then the pair is deferred.
 */
#include "check/judge.h"

#include <string.h>

#include "base/allocate.h"
#include "base/site.h"
#include "check/arrivals.h"
#include "check/order.h"
#include "check/pair.h"
#include "base/run.h"
#include "check/race_candidates.h"
#include "check/describe.h"
#include "check/observed.h"
#include "check/sorts.h"
#include "check/verdicts.h"

/* A race of a plain read: only a note if the thread's next access is a compare-and-swap. */
struct put_off {
    uint32_t unit;
    uintptr_t address;
    unsigned size;
    struct race race;
};

/* The deferred races of the threads of that number, of all running blocks. */
struct waiting {
    struct put_off *list;
    unsigned count, room;
};
static struct waiting waiting[THREADS_IN_BLOCK];

/* The running blocks, a bit for each. There are several where blocks wait for each other. */
static uint64_t *running;
static size_t running_words;
static uint64_t running_count;
static int took_turns; /* in this launch, so far */

int judge_is_lockstep(const struct access *access)
{
    return access->is_volatile && access->kind == ACCESS_WRITE && access->is_wide &&
           !order_has_fenced(access->thread);
}

/* ---- Advice --------------------------------------------------------------------------- */

static enum race_advice advice_for(struct worker *worker, const struct access *access,
                                   const struct entry *own, const struct entry *entry,
                                   unsigned thread)
{
    int atomics = (own->kind == ACCESS_ATOMIC) + (entry->kind == ACCESS_ATOMIC);
    if (own->unit != entry->unit && (own->is_pending || entry->is_pending))
        return RACE_ADVICE_COPY;
    if (is_strong(own) && is_strong(entry) && !same_bytes(own, entry))
        return RACE_ADVICE_SIZES;
    if (is_strong(own) && is_strong(entry) && !scopes_meet(own, entry))
        return RACE_ADVICE_SCOPE;
    if (is_like_volatile(own) && is_like_volatile(entry) && own->unit == entry->unit)
        return own->warp == entry->warp ? RACE_ADVICE_LOCKSTEP : RACE_ADVICE_BLOCK_BARRIER;
    if (order_lacks_own_fence(worker, access->thread, entry->unit, thread, entry->tick) ||
        (own->unit != entry->unit &&
         order_lacks_fence_of_block(worker, entry->unit, thread, entry->tick)))
        return arrivals_without_wait(worker, access->thread) ? RACE_ADVICE_ARRIVED
                                                             : RACE_ADVICE_FENCE_READER;
    if (atomics == 1)
        return RACE_ADVICE_ATOMIC_PLAIN;
    if (own->unit != entry->unit)
        return !order_has_met_others()                                   ? RACE_ADVICE_ATOMIC
               : run_look(worker->run)->changes_blocks                   ? RACE_ADVICE_RAN_AHEAD
               : order_is_told(worker, entry->unit, thread, entry->tick) ? RACE_ADVICE_FENCE_BETWEEN
               : entry->kind == ACCESS_READ ? RACE_ADVICE_FENCE_EARLIER_READ
                                            : RACE_ADVICE_FENCE_WRITER;
    if (own->warp != entry->warp &&
        (run_look(worker->run)->changes_blocks || order_has_messages(0)))
        return RACE_ADVICE_WARP_SIGNAL;
    if (own->warp == entry->warp && own->tick == entry->tick && own->site == entry->site &&
        is_plain(own, ACCESS_WRITE) && is_plain(entry, ACCESS_WRITE))
        return RACE_ADVICE_SAME_STORE;
    if (own->site == entry->site && is_plain(own, ACCESS_WRITE) && is_plain(entry, ACCESS_WRITE))
        return RACE_ADVICE_SAME_LINE;
    return own->warp == entry->warp ? RACE_ADVICE_WARP_BARRIER : RACE_ADVICE_BLOCK_BARRIER;
}

/*
 * The advice for a pair of lines takes time: it depends on the knowledge of all threads of a block.
 * After LOOKED_AT races of a pair, the latest advice serves for all further ones. Where a launch
 * has more pairs than the table, one takes another's slot.
 */
enum { LOOKED_AT = 64, PAIRS_ADVISED = 1024 };
static struct {
    uintptr_t pc, other; /* the other line; whether it is of the same block, of the same warp */
    enum race_advice advice;
    uint64_t times;
} advised[PAIRS_ADVISED];

static size_t slot_of(uintptr_t pc, uintptr_t other)
{
    size_t first = (pc ^ 31 * other) % PAIRS_ADVISED, slot = first;
    while (advised[slot].pc && (advised[slot].pc != pc || advised[slot].other != other)) {
        slot = (slot + 1) % PAIRS_ADVISED;
        if (slot == first) {
            advised[slot].times = 0;
            break;
        }
    }
    advised[slot].pc = pc;
    advised[slot].other = other;
    return slot;
}

static enum race_advice usual_advice_for(struct worker *worker, const struct access *access,
                                         const struct entry *own, const struct entry *entry,
                                         unsigned thread)
{
    int own_block = own->unit == entry->unit, own_warp = own_block && own->warp == entry->warp;
    uintptr_t other = 4 * (uintptr_t)entry->site + 2 * (uintptr_t)own_block + (uintptr_t)own_warp;
    size_t slot = slot_of(access->pc, other);

    if (advised[slot].times < LOOKED_AT)
        advised[slot].advice = advice_for(worker, access, own, entry, thread);
    advised[slot].times++;
    verdicts_advised(slot);
    return advised[slot].advice;
}

void judge_advised_again(size_t slot, unsigned times)
{
    advised[slot].times += times;
}

/* ---- Reads before a compare-and-swap --------------------------------------------------- */

static int between_blocks(const struct race *race)
{
    return race->block != race->earlier_block;
}

/* Defers a pair. own and entry: the pair; one of them is the plain read, by the unit's thread. */
static void put_off(struct worker *worker, uint32_t unit, unsigned thread,
                    const struct access *access, const struct entry *own, const struct entry *entry,
                    const struct race *race)
{
    struct waiting *w = &waiting[thread];
    for (unsigned i = 0; i < w->count; i++)
        if (w->list[i].unit == unit && w->list[i].address == access->address &&
            w->list[i].size == access->size &&
            between_blocks(&w->list[i].race) == between_blocks(race) &&
            w->list[i].race.access.pc == race->access.pc &&
            w->list[i].race.earlier.pc == race->earlier.pc)
            return;
    if (w->count == w->room) {
        w->room = w->room ? 2 * w->room : 8;
        w->list = allocate_again(w->list, w->room * sizeof *w->list);
    }
    w->list[w->count] = (struct put_off){unit, access->address, access->size, *race};
    w->list[w->count++].race.advice =
        usual_advice_for(worker, access, own, entry, race->earlier.thread);
}

/* The next access was no compare-and-swap: the race is an error. */
static void settle_as_error(struct worker *worker, struct waiting *w, unsigned i)
{
    struct race race = w->list[i].race;
    w->list[i] = w->list[--w->count];
    finding_race(worker, &race);
}

void judge_access(struct worker *worker, const struct access *access)
{
    struct waiting *w = &waiting[access->thread];
    for (unsigned i = w->count; i-- > 0;) {
        const struct put_off *p = &w->list[i];
        if (p->unit != detector.unit || p->address >= access->address + access->size ||
            access->address >= p->address + p->size)
            continue;
        int same = p->address == access->address && p->size == access->size;
        if (same && access->kind == ACCESS_READ && !access->is_volatile)
            continue;
        if (same && access->is_compare_and_swap)
            w->list[i] = w->list[--w->count];
        else
            settle_as_error(worker, w, i);
    }
}

void judge_new_launch(uint64_t blocks)
{
    size_t words = blocks / 64 + 1;
    if (words > running_words)
        running = allocate_again(running, (running_words = words) * sizeof *running);
    memset(running, 0, words * sizeof *running);
    running_count = 0;
    took_turns = 0;
    for (unsigned thread = 0; thread < THREADS_IN_BLOCK; thread++)
        waiting[thread].count = 0;
    memset(advised, 0, sizeof advised);
}

/* Behind a grid barrier a block is another unit; what it has put off is still its own. */
static void take_over(const struct worker *worker)
{
    uint32_t before = detector.unit - (uint32_t)worker->run->blocks;
    for (unsigned thread = 0; thread < worker->launch.threads; thread++) {
        struct waiting *w = &waiting[thread];
        for (unsigned i = 0; i < w->count; i++)
            if (w->list[i].unit == before)
                w->list[i].unit = detector.unit;
    }
}

void judge_new_block(const struct worker *worker)
{
    take_over(worker);
    uint64_t block = worker->block.index;
    running_count += !(running[block / 64] >> block % 64 & 1);
    running[block / 64] |= (uint64_t)1 << block % 64;
    took_turns |= running_count > 1;
}

int judge_runs_alone(void)
{
    return !took_turns;
}

int judge_is_running(const struct worker *worker, uint32_t unit)
{
    uint64_t block = run_block_of_unit(worker->run, unit);
    return running[block / 64] >> block % 64 & 1;
}

void judge_end_block(struct worker *worker)
{
    uint64_t block = worker->block.index;
    running_count -= running[block / 64] >> block % 64 & 1;
    running[block / 64] &= ~((uint64_t)1 << block % 64);
    for (unsigned thread = 0; thread < worker->launch.threads; thread++)
        for (unsigned i = waiting[thread].count; i-- > 0;)
            if (waiting[thread].list[i].unit == detector.unit)
                settle_as_error(worker, &waiting[thread], i);
}

void judge_follow(const struct entry *own, struct entry *entry)
{
    uint32_t lane = entry->lanes & own->lanes & ~entry->before_swap & ~entry->before_other;
    if (!lane || entry->unit != detector.unit || entry->warp != own->warp ||
        !is_plain(entry, ACCESS_READ) || (is_plain(own, ACCESS_READ) && same_bytes(own, entry)))
        return;
    if (is_swap_beside_read(own, entry))
        entry->before_swap |= lane;
    else
        entry->before_other |= lane;
}

/* ---- Pairs ------------------------------------------------------------------------------ */

int judge_excludes(const struct entry *own, const struct entry *entry)
{
    if (only_reads(own) && only_reads(entry))
        return 1;
    int in_lockstep = is_like_volatile(own) && is_like_volatile(entry) &&
                      own->unit == entry->unit && (own->lockstep || entry->lockstep) &&
                      !stores_the_same(own, entry);
    return is_strong(own) && is_strong(entry) && same_bytes(own, entry) &&
           scopes_meet(own, entry) && !in_lockstep;
}

/*
 * The lanes without those whose access an earlier atomic of this thread has observed, by more than
 * chance.
 */
static uint32_t not_found_before(struct worker *worker, const struct access *access,
                                 const struct entry *own, const struct entry *entry, uint32_t lanes)
{
    uintptr_t address = access->address - own->start + entry->start;
    if (!is_strong(entry) || only_reads(entry) || is_strong(own))
        return lanes;
    /* observations cost much time and few launches need them */
    if (!run_look(worker->run)->observes) {
        run_observe(worker->run);
        return 0;
    }
    for (uint32_t left = lanes; left; left &= left - 1) {
        unsigned thread = pair_first_thread(entry, left);
        struct race race = pair_race(worker, access, entry, thread);
        if (observed_orders(worker, access->thread, address, entry, thread) &&
            race_candidates_hide(worker, &race))
            lanes &= ~(left & -left);
    }
    return lanes;
}

/*
 * The lanes' plain reads race with a compare-and-swap: the lanes that begin such a loop, or may
 * begin one.
 */
static uint32_t reads_before_swap(struct worker *worker, const struct access *access,
                                  const struct entry *own, const struct entry *entry,
                                  uint32_t lanes)
{
    uint32_t open = judge_is_running(worker, entry->unit)
                        ? lanes & ~entry->before_swap & ~entry->before_other
                        : 0;
    for (uint32_t left = open; left; left &= left - 1) {
        unsigned thread = pair_first_thread(entry, left);
        struct race race = pair_race(worker, access, entry, thread);
        put_off(worker, entry->unit, thread, access, own, entry, &race);
    }
    return (lanes & entry->before_swap & ~entry->before_other) | open;
}

void judge_lanes(struct worker *worker, const struct access *access, const struct entry *own,
                 const struct entry *entry, uint32_t lanes)
{
    enum race_advice advice = RACE_ADVICE_CAS_READ;
    uint32_t notes = 0;
    lanes = not_found_before(worker, access, own, entry, lanes);
    if (!lanes)
        return;
    if (stores_the_same(own, entry)) {
        advice = RACE_ADVICE_SAME_VALUE;
        notes = lanes;
    } else if (is_failed_swap_beside_read(own, entry) || is_failed_swap_beside_read(entry, own)) {
        advice = RACE_ADVICE_FAILED_SWAP;
        notes = lanes;
    } else if (is_swap_beside_read(own, entry)) {
        notes = reads_before_swap(worker, access, own, entry, lanes);
    } else if (is_swap_beside_read(entry, own)) {
        struct race race = pair_race(worker, access, entry, pair_first_thread(entry, lanes));
        put_off(worker, detector.unit, access->thread, access, own, entry, &race);
        notes = lanes;
    }
    uint32_t errors = lanes & ~notes;
    if (errors)
        pair_report(worker, access, entry, errors, FINDING_ERROR,
                    usual_advice_for(worker, access, own, entry, pair_first_thread(entry, errors)));
    if (notes)
        pair_report(worker, access, entry, notes, FINDING_NOTE, advice);
}
