/*
 * Divergent branches: where lanes of a warp diverge.
 */
#include "warp/group.h"

#include "base/instrument.h"
#include "warp/course.h"

/* 1 if the known ones of the groups' next steps are not all one. */
static inline int have_parted(struct group *const *step, unsigned count)
{
    event_t known = 0;
    for (unsigned i = 0; i < count; i++) {
        event_t next = group_next_step(step[i]);
        if (next && known && next != known)
            return 1;
        known = next ? next : known;
    }
    return 0;
}

/*
 * The branch at which lanes diverge that ran the event together. The block that follows in the
 * program is the one that it falls through to, so that it stands right before that block.
 */
static event_t branch_after(event_t event, struct group *const *step, unsigned count)
{
    event_t following = UINT32_MAX, least = UINT32_MAX;
    if (!have_parted(step, count))
        return 0;
    for (unsigned i = 0; i < count; i++) {
        event_t next = group_next_step(step[i]);
        if (next && next < least)
            least = next;
        if (next > event && next < following && (next & EVENT_CLASS) == EVENT_BLOCK)
            following = next;
    }
    if (following == UINT32_MAX)
        following = least;
    return event_at(BRANCH_BEFORE(event_pc(following)), EVENT_BRANCH);
}

static void forget(struct warp *warp, unsigned number)
{
    warp->parting_count--;
    for (; number < warp->parting_count; number++) /* mostly it is the last one */
        warp->partings[number] = warp->partings[number + 1];
}

/*
 * The lanes have reconverged: a parting none of whose lanes is missing is over. Returns those of
 * the lanes that have done nothing since the parting of exactly these lanes; 0 if each has touched
 * memory since, or if lanes are here that had no part in it.
 */
static inline unsigned meet(struct warp *warp, unsigned lanes)
{
    unsigned idle = 0;
    for (unsigned i = warp->parting_count; i-- > 0;) {
        const struct parting *parting = &warp->partings[i];
        unsigned missing = parting->is_counted ? parting->together : parting->open;
        if (missing & ~lanes)
            continue;
        if (parting->is_counted && parting->together == lanes)
            idle = parting->open;
        forget(warp, i);
    }
    return idle;
}

/* The lanes touch memory: counts the last branch at which they diverged from others. */
static inline void touch(struct worker *worker, unsigned lanes)
{
    struct warp *warp = worker->running.warp;
    int counted = 0;
    for (unsigned i = warp->parting_count; i-- > 0;) {
        struct parting *parting = &warp->partings[i];
        if (!counted && !parting->is_counted && (parting->open & lanes) &&
            !(lanes & ~parting->together)) {
            instruments_parting(worker, parting->branch, lanes);
            if (worker->noted)
                course_note_turn(worker, parting->branch, lanes, 0);
            parting->is_counted = counted = 1;
        }
        parting->open &= ~lanes;
    }
}

/* 1 if the idle lanes all go on at one pc and all others at another. */
static int is_same_parting(struct group *const *step, unsigned count, unsigned idle)
{
    event_t next_of[2] = {0, 0};
    for (unsigned i = 0; i < count; i++) {
        int side = (step[i]->lanes & idle) != 0;
        event_t next = group_next_step(step[i]);
        if ((side && (step[i]->lanes & ~idle)) || !next || (next_of[side] && next_of[side] != next))
            return 0;
        next_of[side] = next;
    }
    return next_of[0] && next_of[1];
}

static void part(struct warp *warp, event_t branch, unsigned lanes)
{
    unsigned oldest = 0;
    if (warp->parting_count == SIM_WARP_SIZE) {
        while (oldest < SIM_WARP_SIZE && !warp->partings[oldest].is_counted)
            oldest++;
        if (oldest == SIM_WARP_SIZE)
            return;
        forget(warp, oldest);
    }
    warp->partings[warp->parting_count++] = (struct parting){branch, lanes, lanes, 0};
}

/* The lanes of one group have run the event: none of them leaves the others there. */
static void follow_one(struct worker *worker, event_t event, unsigned lanes)
{
    meet(worker->running.warp, lanes);
    if ((event & EVENT_CLASS) != EVENT_BLOCK)
        touch(worker, lanes);
}

/*
 * A branch counts once lanes that diverged there touch memory without the others.
 * Lanes that reconverge before do not count: compilers differ in how many
 * branches they make of one condition (a && b), and in whether they make any.
 * So lanes that touch memory account for one branch, the last, although they may
 * have diverged from others before; the lanes that they left there account for those.
 * Where they reconverge only to diverge at once, the same lanes from those that have
 * done nothing meanwhile, it is the same branch: one compiler stores (a && b()) as a
 * number and tests it, where another jumps from b straight to the code that follows.
 */
void branches_follow(struct worker *worker, event_t event, struct group *const *step,
                     unsigned members)
{
    struct warp *warp = worker->running.warp;
    if (members == 1) {
        if (warp->parting_count)
            follow_one(worker, event, step[0]->lanes);
        return;
    }
    unsigned lanes = lanes_of(step, members);
    unsigned idle = meet(warp, lanes);
    if ((event & EVENT_CLASS) != EVENT_BLOCK) {
        touch(worker, lanes);
        idle = 0;
    }
    event_t branch = branch_after(event, step, members);
    if (branch && !(idle && is_same_parting(step, members, idle)))
        part(warp, branch, lanes);
}

void branches_resume(struct worker *worker, struct group *groups, unsigned count)
{
    const struct warp *warp = worker->running.warp;
    struct group *together[SIM_WARP_SIZE];
    unsigned members = 0;
    for (unsigned i = 0; i < count; i++)
        if (!(groups[i].lanes & ~warp->resumed))
            together[members++] = &groups[i];
    if (members > 1)
        branches_follow(worker, warp->resumed_at, together, members);
}

void branches_meet(struct worker *worker, unsigned lanes)
{
    struct warp *warp = worker->running.warp;
    for (unsigned i = warp->parting_count; i-- > 0;)
        if (warp->partings[i].is_counted && !(warp->partings[i].together & ~lanes))
            forget(warp, i);
}

void branches_keep(struct worker *worker, unsigned unfinished)
{
    for (unsigned i = worker->running.warp->parting_count; i-- > 0;)
        if (!(worker->running.warp->partings[i].open & unfinished))
            forget(worker->running.warp, i);
}
