/*
 * Paths of launches: how often the warps have run each basic block, compared with the launches
 * before. For programs that look for launches which a kernel treats in a way of their own:
 * sim_watch_paths, in sim.h.
 */
#include "base/allocate.h"
#include "base/instrument.h"
#include "base/run.h"
#include "sim/sim.h"

/* Basic blocks beyond these are not looked at. */
enum { BLOCKS_MOST = 4096 };

/* How often warps of one number, of any block, have run it in a launch. */
struct passes {
    unsigned launch, count;
};

static struct passes (*passed)[WARPS_IN_BLOCK]; /* by site */
static uint64_t taken[BLOCKS_MOST];             /* by site: in how many passes, as one bit each */
static unsigned known; /* sites that had a bit when the launch before ended */
static unsigned launch;
static int is_new;

static void launch_begins(struct run *run)
{
    (void)run;
    launch++;
}

/* Several workers may count at a time. */
static void step(struct worker *worker, const struct step *step)
{
    unsigned site = site_number(step->event);

    if (site == 0 || site >= BLOCKS_MOST)
        return;
    struct passes *it = &passed[site][worker->running.warp_number];

    if (__atomic_exchange_n(&it->launch, launch, __ATOMIC_RELAXED) != launch)
        __atomic_store_n(&it->count, 0, __ATOMIC_RELAXED);
    __atomic_fetch_add(&it->count, 1, __ATOMIC_RELAXED);
}

/* The passes of the warp with the most, as a bit: none, one, up to 3, up to 7, ... */
static uint64_t passes_of(unsigned site)
{
    unsigned most = 0;

    for (unsigned warp = 0; warp < WARPS_IN_BLOCK; warp++)
        if (passed[site][warp].launch == launch && passed[site][warp].count > most)
            most = passed[site][warp].count;
    return (uint64_t)1 << (most > 0 ? 32 - __builtin_clz(most) : 0);
}

static void launch_ends(const struct run *run)
{
    unsigned sites = site_count() + 1;

    (void)run;
    if (sites > BLOCKS_MOST)
        sites = BLOCKS_MOST;
    is_new = 0;
    for (unsigned site = 1; site < sites; site++) {
        uint64_t passes = passes_of(site);

        if (site >= known && launch > 1) /* no launch before has come there */
            taken[site] |= 1;
        is_new |= (taken[site] & passes) == 0;
        taken[site] |= passes;
    }
    known = sites;
}

void sim_watch_paths(void)
{
    static const struct instrument instrument = {
        .name = "paths", .launch_begins = launch_begins, .step = step, .launch_ends = launch_ends};

    if (passed)
        return;
    passed = allocate(BLOCKS_MOST * sizeof *passed);
    instrument_add(&instrument);
}

int sim_path_is_new(void)
{
    return is_new;
}
