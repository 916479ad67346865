#include "report/counters.h"

#include "base/instrument.h"
#include "base/settings.h"

static struct counts *counts_at(struct worker *worker, event_t event)
{
    return &worker->counted.by_site[site_number(event)];
}

static void request(struct worker *worker, const struct request *request)
{
    struct counts *counts = &worker->counted.by_site[request->site];
    if (request->global) {
        counts->requests++;
        counts->lanes += request->count;
        counts->sectors += request->cost;
        counts->bytes += request->bytes;
    } else {
        counts->shared_requests++;
        counts->shared_lanes += request->count;
        counts->wavefronts += request->cost;
    }
}

static void exchange(struct worker *worker, event_t event, unsigned lanes)
{
    struct counts *counts = counts_at(worker, event);
    counts->requests++;
    counts->lanes += (unsigned)__builtin_popcount(lanes);
}

static void parting(struct worker *worker, event_t branch, unsigned lanes)
{
    (void)lanes;
    counts_at(worker, branch)->diverged++;
}

/* A site of its own: accesses to other memory have other events. */
static void local(struct worker *worker, const struct local_request *request)
{
    struct counts *counts = counts_at(worker, request->event);
    counts->requests++;
    counts->lanes += (unsigned)__builtin_popcount(request->lanes);
    counts->sectors += request->sectors;
}

/* The block's barrier, where its first thread waits. */
static void barrier(struct worker *worker, unsigned what)
{
    struct counts *counts = NULL;
    if (what != EVENT_BARRIER)
        return;
    for (unsigned number = 0; number < worker->launch.warps; number++) {
        unsigned lanes = worker->warps[number].at_barrier;
        if (!lanes)
            continue;
        unsigned first = number * SIM_WARP_SIZE + (unsigned)__builtin_ctz(lanes);
        if (!counts) {
            counts = counts_at(worker, event_at(worker->lanes[first].pc, EVENT_BARRIER));
            counts->requests++;
        }
        counts->lanes += (unsigned)__builtin_popcount(lanes);
    }
}

void counters_start(void)
{
    static struct instrument instrument = {
        .name = "counters",
        .exchange = exchange,
        .parting = parting,
        .barrier = barrier,
    };
    if (settings.counters) {
        instrument.request = request;
        instrument.local = local;
        instrument.wants_cost = 1;
    }
    instrument_add(&instrument);
}
