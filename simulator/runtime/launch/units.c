/*
 * Hands out units. When they run out, all accesses are forgotten and the numbers start anew:
 * whoever takes units does so between two phases that are ordered.
 */
#include "launch/units.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/settings.h"
#include "check/quick.h"
#include "check/race.h"
#include "launch/slot.h"

uint32_t units_next = 1;

static void start_anew(void)
{
    race_forget_global();
    for (unsigned number = 0; number < slot_count; number++)
        if (slots[number]->worker)
            race_forget_shared(slots[number]->worker);
    units_next = 1;
}

void units_take(struct run *run)
{
    if (!run->recording || !settings.checks)
        return;
    if (run->blocks >= UNITS_MOST) {
        fprintf(stderr,
                "simulator: a launch of %llu blocks is too large for the checks: "
                "SIM_CHECKS=0 turns them off\n",
                (unsigned long long)run->blocks);
        exit(3);
    }
    if (run->blocks >= UNITS_MOST - units_next)
        start_anew();
    run->first_unit = units_next;
    units_next += (uint32_t)run->blocks;
}
