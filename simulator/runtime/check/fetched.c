#include "check/fetched.h"

#include <pthread.h>
#include <string.h>

#include "base/settings.h"
#include "report/kernel.h"

#define PLACES      4     /* of the program that ask, in a launch; one with more does not fetch */
#define ASKED_LEAST 3     /* times, by a warp that fetches work */
#define VAIN_MOST   2     /* launches of a kernel that are run again in vain */
#define ONCE_MORE   1.125 /* a warp that goes on may do that much more until it waits again */

/* Of blocks that wait, each takes memory for its threads' stacks and recordings: 0.7 GB in all. */
#define BLOCKS_WAITING  640
#define THREADS_WAITING 80000

/* A place in the program where warps ask, and what they have done there in a run. */
struct place {
    event_t event;
    uint64_t blocks, warps; /* that have asked... */
    uint64_t steps;         /* ... and the steps from the first time to the last */
    uint64_t again;         /* of the warps, those that have asked again at the same address... */
    uint64_t again_blocks;  /* ... and how many blocks they are of */
};
static struct place places[PLACES];
static unsigned place_count;
static _Atomic int too_many; /* places */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Of the run before, for one that shares: what each warp's part is. */
static struct part {
    event_t event;
    double steps;
} parts[PLACES];
static unsigned part_count;
static uint64_t resident_blocks;

/* What a warp has done at a place. */
struct asking {
    uint64_t address;
    unsigned lanes;       /* that have asked there */
    unsigned asked;       /* how often; 0: not yet */
    int fetches;          /* a lane has come again */
    uint64_t first, last; /* steps of the warp when it asked the first time, and the last */
    double most;          /* times its part that it may do by now */
    uint64_t waits;       /* 1 + steps at which it waited last, all its lanes together */
};

/* The block that this host thread runs. */
static _Thread_local struct asked_here {
    uint64_t run, block;
    unsigned count; /* of places */
    event_t event[PLACES];
    struct asking warp[PLACES][WARPS_IN_BLOCK];
} here;

void fetched_new_launch(struct run *run, uint64_t resident)
{
    run->may_share = run->recording && run->kernel->in_vain < VAIN_MOST && !run->launch->chosen &&
                     !run->launch->from_last &&
                     run->blocks * ((run->threads + SIM_WARP_SIZE - 1) / SIM_WARP_SIZE) > 1;
    resident_blocks = run->blocks < resident ? run->blocks : resident;
    run->shares_few = !run->launch->cooperative &&
                      (resident_blocks > BLOCKS_WAITING ||
                       resident_blocks * run->threads > THREADS_WAITING || settings.clock_only);
}

/* Each warp's part, by what was seen in the run before. Warps behind the resident ones get none. */
static void share_out(void)
{
    part_count = 0;
    for (unsigned i = 0; i < place_count; i++) {
        double of_block = (double)places[i].warps / (double)places[i].blocks;
        if (places[i].again)
            parts[part_count++] = (struct part){
                places[i].event, (double)places[i].steps / (of_block * (double)resident_blocks)};
    }
}

void fetched_new_run(const struct run *run)
{
    if (run_look(run)->shares)
        share_out();
    memset(places, 0, sizeof places);
    place_count = 0;
    too_many = 0;
}

/* 1 if this is the block of which it is known what its warps have asked. */
static int is_here(const struct worker *worker)
{
    return here.run == worker->run->number && here.block == worker->block.index;
}

/* The number of the place among those of this block, PLACES if it is new and there are too many. */
static unsigned place_here(event_t event)
{
    unsigned i = 0;
    while (i < here.count && here.event[i] != event)
        i++;
    return i;
}

/* What the running warp has done at the place; NULL if there are too many. */
static struct asking *asking_at(struct worker *worker, event_t event)
{
    if (!is_here(worker)) {
        here.run = worker->run->number;
        here.block = worker->block.index;
        here.count = 0;
    }
    unsigned i = place_here(event);
    if (i == PLACES) {
        too_many = 1;
        return NULL;
    }
    if (i == here.count) {
        here.event[here.count++] = event;
        memset(here.warp[i], 0, worker->launch.warps * sizeof *here.warp[i]);
    }
    return &here.warp[i][worker->running.warp_number];
}

static int is_at_one_address(const struct request *request)
{
    for (unsigned i = 1; i < request->count; i++)
        if (request->address[i] != request->address[0])
            return 0;
    return 1;
}

void fetched_note(struct worker *worker, const struct request *request)
{
    if (!worker->run->may_share || too_many || !is_at_one_address(request) ||
        request->attributes & (ACCESS_LOAD | ACCESS_EXCHANGE | ACCESS_FLOATING))
        return;
    struct asking *asking = asking_at(worker, request->event);
    uint64_t steps = worker->merged.steps_most[worker->running.warp_number];
    if (!asking)
        return;
    if (!asking->asked)
        *asking = (struct asking){.first = steps, .most = 1};
    if (asking->address != request->address[0])
        asking->lanes = 0;
    asking->fetches |= (asking->lanes & request->lanes) != 0;
    asking->address = request->address[0];
    asking->lanes |= request->lanes;
    asking->last = steps;
    asking->asked++;
}

/* The place in the run; NULL if there are too many. */
static struct place *place_at(event_t event)
{
    unsigned i = 0;
    while (i < place_count && places[i].event != event)
        i++;
    if (i == PLACES) {
        too_many = 1;
        return NULL;
    }
    if (i == place_count)
        places[place_count++] = (struct place){.event = event};
    return &places[i];
}

static void add_to_place(struct place *place, const struct asking *of_warps, unsigned warps)
{
    uint64_t again = 0;
    for (const struct asking *asking = of_warps; asking < of_warps + warps; asking++) {
        place->warps += asking->asked > 0;
        place->steps += asking->last - asking->first;
        again += asking->fetches && asking->asked >= ASKED_LEAST;
    }
    place->again += again;
    place->again_blocks += again > 0;
    place->blocks++;
}

void fetched_block_ends(struct worker *worker)
{
    if (!is_here(worker))
        return;
    pthread_mutex_lock(&lock);
    for (unsigned i = 0; i < here.count; i++) {
        struct place *place = place_at(here.event[i]);
        if (place)
            add_to_place(place, here.warp[i], worker->launch.warps);
    }
    pthread_mutex_unlock(&lock);
    here.run = 0;
}

int fetched_by_one(const struct run *run)
{
    for (unsigned i = 0; i < place_count && !too_many; i++)
        if (places[i].again_blocks == 1 && (run->blocks > 1 || places[i].again == 1))
            return 1;
    return 0;
}

int fetched_gives_way(struct worker *worker, uintptr_t pc)
{
    const struct part *part = parts;
    while (part < parts + part_count && event_pc(part->event) != pc)
        part++;
    if (part == parts + part_count || !is_here(worker) || place_here(part->event) == here.count)
        return 0;
    struct asking *asking = &here.warp[place_here(part->event)][worker->running.warp_number];
    if (!asking->asked)
        return 0;
    uint64_t steps = worker->merged.steps_most[worker->running.warp_number];
    double done = (double)(steps - asking->first), piece = done / asking->asked;
    if (asking->waits == steps + 1)
        return 1;
    if (done + piece / 2 < part->steps * asking->most)
        return 0;
    asking->most *= ONCE_MORE;
    asking->waits = steps + 1;
    return 1;
}
