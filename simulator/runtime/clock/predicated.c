/*
 * What a warp issues though none of its lanes executes it, as nvcc predicates it: its loads and
 * stores take their turns at shared memory, and it waits for the loads.
 */
#include "clock/warp_parts.h"

void pass_by(struct warp_time *warp, double instructions, unsigned loads, unsigned stores)
{
    warp->passed = (struct passed){instructions, loads, stores, 0};
}

/* So many of these instructions are issued one after another; then others come between. */
#define PASSED_AT_ONCE 3

/* The loads are among the first of them, the stores among the last, which take what was loaded. */
void issue_passed(struct multiprocessor *mp, struct warp_time *warp)
{
    static const struct price slot = {UNIT_INTEGER, 0, 1, 0};
    struct passed *passed = &warp->passed;
    double instructions =
        passed->instructions < PASSED_AT_ONCE ? passed->instructions : PASSED_AT_ONCE;
    int is_last = instructions == passed->instructions;
    unsigned loads = passed->loads, stores = is_last ? passed->stores : 0;
    if (loads || stores)
        warp->due = later(warp->due, memory_shared_room(&mp->memory));
    if (is_last && !loads)
        warp->due = later(warp->due, passed->loaded);
    if (!wait_until_due(mp, warp))
        return;
    issue(mp, warp, &slot, instructions);
    if (loads || stores)
        passed->loaded = memory_for_no_lane(&mp->memory, loads, stores, warp->time);
    if (is_last && loads)
        warp->due = later(warp->due, passed->loaded);
    passed->instructions -= instructions;
    passed->loads = 0;
}
