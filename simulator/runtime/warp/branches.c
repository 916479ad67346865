/*
 * Divergent branches: where lanes of a warp part, as far as it matters.
 */
#include "warp/group.h"

#include <string.h>

#include "view/steps.h"

/*
 * Where the lanes that ran the event together go on to different places: the
 * branch between them. The block that follows in the program is the one that it
 * falls through to, so that it stands right before that block.
 */
static event_t branch_after(event_t event, struct group *const *step, unsigned count)
{
    event_t first = 0, following = UINT32_MAX, least = UINT32_MAX;
    int parted = 0;
    for (unsigned i = 0; i < count; i++) {
        event_t next = group_next(step[i]);
        if (!next)
            continue;
        parted |= first && next != first;
        first = next;
        if (next < least)
            least = next;
        if (next > event && next < following && (next & EVENT_CLASS) == EVENT_BLOCK)
            following = next;
    }
    if (!parted)
        return 0;
    if (following == UINT32_MAX)
        following = least;
    return event_at(BRANCH_BEFORE(event_pc(following)), EVENT_BRANCH);
}

static void forget(struct warp *warp, unsigned number)
{
    warp->parting_count--;
    memmove(warp->partings + number, warp->partings + number + 1,
            (warp->parting_count - number) * sizeof *warp->partings);
}

/* The lanes are at one place: partings of which no other lane is left are over. */
static void meet(struct warp *warp, unsigned lanes)
{
    for (unsigned i = warp->parting_count; i-- > 0;)
        if (!(warp->partings[i].open & ~lanes))
            forget(warp, i);
}

/* The lanes touch memory: counts the last branch that parted them from others. */
static void touch(struct worker *worker, unsigned lanes)
{
    struct warp *warp = worker->running.warp;
    int counted = 0;
    for (unsigned i = warp->parting_count; i-- > 0;) {
        struct parting *parting = &warp->partings[i];
        if (!counted && (parting->open & lanes) && !(lanes & ~parting->together)) {
            worker->counted.by_site[site_number(parting->branch)].diverged++;
            if (worker->viewed.block)
                view_parting(worker, parting->branch, lanes);
            forget(warp, i);
            counted = 1;
        } else {
            parting->open &= ~lanes;
        }
    }
}

/*
 * A branch counts once lanes that parted there touch memory without the others.
 * Those that meet again before do not count: compilers differ in how many
 * branches they make of one condition (a && b), and in whether they make any.
 * So lanes that touch memory account for one branch, the last, although they may
 * have parted from others before; lanes that they left there account for those.
 */
void branches_follow(struct worker *worker, event_t event, struct group *const *step,
                     unsigned members)
{
    struct warp *warp = worker->running.warp;
    unsigned lanes = 0;
    for (unsigned i = 0; i < members; i++)
        lanes |= step[i]->lanes;
    meet(warp, lanes);
    if ((event & EVENT_CLASS) != EVENT_BLOCK)
        touch(worker, lanes);
    event_t branch = members > 1 ? branch_after(event, step, members) : 0;
    if (branch && warp->parting_count < SIM_WARP_SIZE)
        warp->partings[warp->parting_count++] = (struct parting){branch, lanes, lanes};
}

void branches_keep(struct worker *worker, unsigned unfinished)
{
    for (unsigned i = worker->running.warp->parting_count; i-- > 0;)
        if (!(worker->running.warp->partings[i].open & unfinished))
            forget(worker->running.warp, i);
}
