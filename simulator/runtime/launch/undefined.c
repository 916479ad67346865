#include "launch/undefined.h"

#include "memory/snapshot.h"
#include "report/findings.h"
#include "report/shown.h"

#define BYTES_MOST ((size_t)64 << 20) /* of results that are compared */

static struct snapshot_changes results;

static int all_are_inactive_lanes(void)
{
    unsigned count;
    int any = 0;
    const struct finding *found = findings_list(&count);
    for (unsigned i = 0; i < count; i++) {
        if (found[i].kind != FINDING_INACTIVE_LANE && !shown_is_none(&found[i]))
            return 0;
        any |= found[i].kind == FINDING_INACTIVE_LANE;
    }
    return any;
}

int undefined_is_worth_trying(const struct run *run)
{
    return !run->tells && !run->allocates && all_are_inactive_lanes() &&
           snapshot_changes(&results, BYTES_MOST);
}

int undefined_is_unused(const struct run *run)
{
    struct snapshot_changes other;
    int same =
        run->stop == STOP_NO && all_are_inactive_lanes() && snapshot_changes(&other, BYTES_MOST);
    if (same) {
        same = snapshot_changes_are_equal(&results, &other);
        snapshot_changes_free(&other);
    }
    snapshot_changes_free(&results);
    if (same)
        findings_become_notes();
    return same;
}
