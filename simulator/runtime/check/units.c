/*
 * Hands out units. When they run out, all accesses are forgotten and the numbers start anew:
 * units are taken between two phases that are ordered.
 */
#include "check/units.h"

#include <stdio.h>
#include <stdlib.h>

#include "check/quick.h"
#include "check/race.h"

uint32_t units_next = 1;

static void start_anew(void)
{
    race_forget_global();
    race_forget_shared();
    units_next = 1;
}

void units_take(struct run *run)
{
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
