/*
 * A word of bits for each access: see visits.h.
 */
#include "report/visits.h"

#include <string.h>

#include "base/site.h"
#include "sim/sim.h"

static uint32_t warps_at[SITES_MOST + 1]; /* a bit for each warp of a block */
static uint32_t all;

void visits_new_launch(unsigned threads)
{
    unsigned warps = (threads + SIM_WARP_SIZE - 1) / SIM_WARP_SIZE;
    all = UINT32_MAX >> (32 - warps);
    memset(warps_at, 0, (site_count() + 1) * sizeof *warps_at);
}

void visits_note(uint16_t site, unsigned thread)
{
    warps_at[site] |= 1u << thread / SIM_WARP_SIZE;
}

int visits_by_all(uintptr_t pc)
{
    uint32_t warps = 0;
    for (unsigned site = 1; site <= site_count(); site++)
        if (event_pc(site_event((uint16_t)site)) == pc)
            warps |= warps_at[site];
    return warps == all;
}
