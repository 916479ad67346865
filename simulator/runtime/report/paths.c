/*
 * Paths of launches: how often the warps have run each basic block, compared with the launches
 * before. For programs that look for launches which a kernel treats in a way of their own:
 * sim_watch_paths, in sim/judging.h.
 */
#include <limits.h>

#include "base/allocate.h"
#include "base/instrument.h"
#include "base/run.h"
#include "sim/sim.h"

/* Basic blocks and kernels beyond these are not looked at. */
enum { BLOCKS_MOST = 4096, KERNELS_MOST = 16 };

/* How often warps of one number, of any block, have run it in a launch. */
struct passes {
    unsigned launch, count;
};

static struct passes (*passed)[WARPS_IN_BLOCK]; /* by site */
static uint64_t taken[BLOCKS_MOST];             /* by site: in how many passes, see passes_of */
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

/* A number as a bit: none, one, up to 3, up to 7, ... */
static uint64_t bit_of(unsigned count)
{
    unsigned length = count > 0 ? 32 - (unsigned)__builtin_clz(count) : 0;

    return (uint64_t)1 << (length < 31 ? length : 31);
}

/* The passes of the warp with the most, and above them those of the warp with the fewest. */
static uint64_t passes_of(unsigned site, unsigned warps)
{
    unsigned most = 0, fewest = UINT_MAX;

    for (unsigned warp = 0; warp < warps; warp++) {
        const struct passes *it = &passed[site][warp];
        unsigned count = it->launch == launch ? it->count : 0;

        most = count > most ? count : most;
        fewest = count < fewest ? count : fewest;
    }
    return bit_of(most) | bit_of(fewest) << 32;
}

/* Whether the kernel was launched before: only then has it left out what it has not run so far. */
static int was_launched(const void *kernel)
{
    static const void *kernels[KERNELS_MOST];
    static unsigned count;

    for (unsigned i = 0; i < count; i++)
        if (kernels[i] == kernel)
            return 1;
    if (count < KERNELS_MOST)
        kernels[count++] = kernel;
    return 0;
}

static void launch_ends(const struct run *run)
{
    unsigned sites = site_count() + 1;
    struct sim_index block = run->launch->block;
    unsigned warps = (block.x * block.y * block.z + SIM_WARP_SIZE - 1) / SIM_WARP_SIZE;

    if (sites > BLOCKS_MOST)
        sites = BLOCKS_MOST;
    int is_again = was_launched(run->launch->function);

    is_new = 0;
    for (unsigned site = 1; site < sites; site++) {
        uint64_t passes = passes_of(site, warps);

        if (site >= known && is_again) /* no launch before has come there */
            taken[site] |= bit_of(0) | bit_of(0) << 32;
        is_new |= (passes & ~taken[site]) != 0;
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
