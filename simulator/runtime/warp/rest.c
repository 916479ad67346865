/*
 * After a merge: what stays in the recordings, and how far the threads have come.
 */
#include "warp/rest.h"

#include <string.h>

#include "base/instrument.h"
#include "base/run.h"
#include "check/misuse.h"

/* Moves a lane's words, from number first on, to the beginning of their column. */
static void move_words(uint64_t *column, size_t row, size_t first, size_t count)
{
    for (size_t i = 0; i < count; i++)
        column[i * row] = column[(first + i) * row];
}

/* Moves the rest of a lane's recording, from that event and that address on, to its start. */
static void move_to_start(struct worker *worker, unsigned lane, size_t done, size_t address)
{
    struct recordings *recordings = &worker->recordings;
    event_t *events = recordings->event_start[lane];
    uint64_t *addresses = recordings->address_start[lane];
    size_t left = (size_t)(recordings->event_end[lane] - events) - done;
    size_t addresses_left =
        (size_t)(recordings->address_end[lane] - addresses) / ADDRESS_ROW - address;
    memmove(events, events + done, left * sizeof *events);
    move_words(addresses, ADDRESS_ROW, address, addresses_left);
    if (look_sees_stores(run_look(worker->run)))
        move_words(recordings->values + lane, ADDRESS_ROW, address, addresses_left);
    for (unsigned half = 0; half < 2 && recorder.seen; half++)
        move_words(recordings->seen + 2 * lane + half, 2 * ADDRESS_ROW, address, addresses_left);
    recordings->event_end[lane] = events + left;
    recordings->address_end[lane] = addresses + addresses_left * ADDRESS_ROW;
}

/*
 * The group's lanes were ahead, and have to wait for others in the midst of the phase that was
 * handed over: it goes into their recordings.
 */
static void write_down(struct worker *worker, const struct group *group)
{
    size_t count = (size_t)(group->end - group->start);
    for (unsigned mask = group->lanes; mask; mask &= mask - 1) {
        unsigned lane = (unsigned)__builtin_ctz(mask);
        memcpy(worker->recordings.event_start[lane], group->start, count * sizeof *group->start);
        worker->recordings.event_end[lane] = worker->recordings.event_start[lane] + count;
    }
}

/* No lane has recorded anything. */
static void empty(struct recordings *recordings)
{
    memcpy(recordings->event_end, recordings->event_start, sizeof recordings->event_end);
    memcpy(recordings->address_end, recordings->address_start, sizeof recordings->address_end);
}

static inline void add_steps(uint64_t *steps, unsigned lanes, uint64_t more)
{
    for (unsigned mask = more ? lanes : 0; mask; mask &= mask - 1)
        steps[__builtin_ctz(mask)] += more;
}

/*
 * 1 if these are more than half of a warp's lanes. Counted in pairs, then in fours: where
 * there is no instruction for it, __builtin_popcount is a call.
 */
static inline int are_most(unsigned lanes)
{
    lanes -= lanes >> 1 & 0x55555555;
    lanes = (lanes & 0x33333333) + (lanes >> 2 & 0x33333333);
    return ((lanes + (lanes >> 4)) & 0x0F0F0F0F) * 0x01010101u >> 24 > SIM_WARP_SIZE / 2;
}

/*
 * The groups have taken as many steps as done says. What most lanes have taken is counted for the
 * whole warp, so that the others alone have to be touched. Differences are modulo 2^64.
 */
static void note_steps(struct worker *worker, const struct group *groups, unsigned count,
                       const uint64_t *done)
{
    unsigned number = worker->running.warp_number;
    unsigned others = worker->running.warp->all & ~worker->running.warp->exited;
    uint64_t *steps = &worker->merged.steps[number * SIM_WARP_SIZE], of_most = 0;
    for (unsigned i = 0; i < count; i++)
        if (are_most(groups[i].lanes))
            of_most = done[i];
    worker->merged.steps_all[number] += of_most;
    for (unsigned i = 0; i < count; i++) {
        add_steps(steps, groups[i].lanes, done[i] - of_most);
        others &= ~groups[i].lanes;
    }
    add_steps(steps, others, 0 - of_most);
}

/*
 * The threads of the group are in a call of another depth perhaps. One that has taken too many
 * steps is endless.
 */
static void note_progress(struct worker *worker, const struct group *group, uint64_t done)
{
    unsigned number = worker->running.warp_number;
    uint16_t *depth = &worker->merged.depth[number * SIM_WARP_SIZE];
    if (depth[__builtin_ctz(group->lanes)] != group->depth)
        for (unsigned mask = group->lanes; mask; mask &= mask - 1)
            depth[__builtin_ctz(mask)] = (uint16_t)group->depth;
    if (worker->merged.steps_most[number] <= worker->run->limit)
        return;
    for (unsigned mask = done ? group->lanes : 0; mask; mask &= mask - 1) {
        unsigned thread = number * SIM_WARP_SIZE + (unsigned)__builtin_ctz(mask);
        if (rest_steps(worker, thread) > worker->run->limit)
            misuse_endless(worker, thread, event_pc(group->end[-1]));
    }
}

/* 1 if no lane has recorded anything itself. */
static int all_handed(const struct group *groups, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (!groups[i].handed)
            return 0;
    return count > 0;
}

void rest_keep(struct worker *worker, const struct group *groups, unsigned count)
{
    struct recordings *recordings = &worker->recordings;
    uint64_t done[SIM_WARP_SIZE], most = 0;
    unsigned left = 0;
    for (unsigned i = 0; i < count; i++) {
        const struct group *group = &groups[i];
        done[i] = (uint64_t)(group->next - group->start);
        most = done[i] > most ? done[i] : most;
        if (group->next == group->end)
            continue;
        left |= group->lanes;
        if (group->handed)
            write_down(worker, group);
        for (unsigned mask = group->lanes; mask; mask &= mask - 1)
            move_to_start(worker, (unsigned)__builtin_ctz(mask), done[i], group->address);
    }
    if (left == 0 && !all_handed(groups, count))
        empty(recordings);
    for (unsigned mask = left ? ~left : 0; mask; mask &= mask - 1) {
        unsigned lane = (unsigned)__builtin_ctz(mask);
        recordings->event_end[lane] = recordings->event_start[lane];
        recordings->address_end[lane] = recordings->address_start[lane];
    }
    worker->running.warp->left = left;
    worker->merged.steps_most[worker->running.warp_number] += most;
    note_steps(worker, groups, count, done);
    for (unsigned i = 0; i < count; i++)
        note_progress(worker, &groups[i], done[i]);
}

/* Basic blocks alone: nobody is told of them unless somebody follows steps. */
static inline int is_idle(const struct handed *handed)
{
    unsigned others = 0;
    for (const event_t *event = handed->events; event < handed->end; event++)
        others |= (*event & EVENT_CLASS) ^ EVENT_BLOCK;
    return !others;
}

int rest_pass_idle(struct worker *worker)
{
    struct warp *warp = worker->running.warp;
    const struct handed *handed = worker->handed;
    unsigned number = worker->running.warp_number;
    if (worker->handed_count != 1 || handed->lanes != (warp->all & ~warp->exited) || warp->left ||
        warp->full || warp->before_atomic || warp->parting_count || *worker->hooks->step ||
        !is_idle(handed))
        return 0;
    uint64_t done = (uint64_t)(handed->end - handed->events);
    if (worker->merged.steps_most[number] + done > worker->run->limit)
        return 0;
    worker->merged.steps_most[number] += done;
    worker->merged.steps_all[number] += done;
    worker->block.steps += done;
    worker->handed_count = 0;
    warp->resumed = 0;
    return 1;
}

void rest_new_block(struct worker *worker)
{
    struct merged_part *merged = &worker->merged;
    empty(&worker->recordings);
    if (!worker->launch.records) /* nothing will be merged */
        return;
    memset(merged->steps, 0, worker->launch.threads * sizeof *merged->steps);
    memset(merged->steps_all, 0, worker->launch.warps * sizeof *merged->steps_all);
    memset(merged->steps_most, 0, worker->launch.warps * sizeof *merged->steps_most);
    memset(merged->depth, 0, worker->launch.threads * sizeof *merged->depth);
    memset(merged->passed, 0, worker->launch.threads * sizeof *merged->passed);
}
