/*
 * Divergent branches: where lanes of a warp part, as far as it matters.
 */
#include "warp/group.h"

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

/*
 * A branch counts once lanes that parted there touch memory without the others.
 * Those that meet again before do not count: compilers differ in how many
 * branches they make of one condition (a && b), and in whether they make any.
 */
void branches_follow(struct worker *worker, event_t event, struct group *const *step,
                     unsigned members, struct group *groups, unsigned count)
{
    unsigned lanes = 0;
    for (unsigned i = 0; i < members; i++)
        lanes |= step[i]->lanes;
    for (unsigned i = 0; i < members; i++) {
        event_t branch = step[i]->branch;
        unsigned together = step[i]->branch_lanes;
        if (branch && (together & ~lanes) == 0)
            step[i]->branch = step[i]->branch_lanes = 0;
        else if (branch && (event & EVENT_CLASS) != EVENT_BLOCK) {
            worker->counts[site_number(branch)].diverged++;
            for (unsigned k = 0; k < count; k++)
                if (groups[k].branch == branch && groups[k].branch_lanes == together)
                    groups[k].branch = groups[k].branch_lanes = 0;
        }
    }
    event_t branch = members > 1 ? branch_after(event, step, members) : 0;
    for (unsigned i = 0; branch && i < members; i++)
        if (!step[i]->branch) {
            step[i]->branch = branch;
            step[i]->branch_lanes = lanes;
        }
}
