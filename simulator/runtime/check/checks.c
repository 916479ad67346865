#include "check/checks.h"

#include "base/instrument.h"
#include "base/run.h"
#include "base/settings.h"
#include "check/access.h"
#include "check/alone.h"
#include "check/barriers.h"
#include "check/copies.h"
#include "check/misuse.h"
#include "check/observed.h"
#include "check/order.h"
#include "check/race.h"
#include "check/target.h"
#include "check/units.h"
#include "check/watched.h"

static void launch_begins(struct run *run)
{
    if (!run->recording)
        return;
    units_take(run);
    race_new_launch(run);
    if (run->ordered)
        watched_start();
}

static void phase_begins(struct run *run)
{
    if (!run->recording)
        return;
    units_take(run);
    race_new_phase();
}

static int block_begins(struct worker *worker)
{
    if (worker->launch.checks) {
        race_new_block(worker);
        copies_new_block(worker);
    }
    return worker->launch.checks;
}

static void block_goes_on(struct worker *worker)
{
    if (worker->launch.checks)
        race_new_block(worker);
    if (copies_pending)
        copies_go_on(worker);
}

static void block_ends(struct worker *worker)
{
    if (!worker->launch.checks)
        return;
    if (copies_pending)
        copies_end_block(worker);
    race_end_block(worker);
}

static void request(struct worker *worker, const struct request *request)
{
    if (request->count == 1 && !copies_pending && alone_request(worker, request))
        return;
    target_note(worker, request->site, request->address, request->count);
    if (copies_pending)
        copies_check(worker, request);
    access_request(worker, request, request->global);
}

static void exchange(struct worker *worker, event_t event, unsigned lanes)
{
    if ((event & EVENT_CLASS) == EVENT_WARP_BARRIER)
        order_warp_barrier(worker, lanes);
}

static void fence(struct worker *worker, const struct request *request)
{
    for (unsigned i = 0; i < request->count; i++) {
        unsigned thread = worker->running.warp_number * SIM_WARP_SIZE + request->lane[i];
        enum sim_scope scope = (enum sim_scope)(request->address[i] & FENCE_SCOPE);
        if (request->address[i] & FENCE_RELEASE)
            order_release(worker, thread, scope);
        else if (request->address[i] & FENCE_ACQUIRE)
            order_acquire(worker, thread, scope);
        else
            order_fence(worker, thread, scope, !(request->address[i] & FENCE_LIGHT));
        if (copies_pending && scope != SIM_SCOPE_BLOCK && !(request->address[i] & FENCE_ACQUIRE))
            copies_release(worker, thread);
    }
}

static void strong(struct worker *worker, const struct strong_access *access)
{
    order_strong(worker, access);
    if (run_look(worker->run)->observes)
        observed_strong(worker, access);
}

static void store(struct worker *worker, uintptr_t address, unsigned size)
{
    (void)worker;
    order_plain_write(address, size);
    observed_plain_write(address, size);
}

static void barrier(struct worker *worker, unsigned what)
{
    if (what != EVENT_BARRIER) {
        barriers_check_grid(worker);
        return;
    }
    barriers_check_block(worker);
    order_block_barrier(worker);
}

void checks_start(void)
{
    static const struct instrument instrument = {
        .name = "checks",
        .after_error = 1,
        .launch_begins = launch_begins,
        .phase_begins = phase_begins,
        .worker_begins = race_start,
        .block_begins = block_begins,
        .block_goes_on = block_goes_on,
        .block_ends = block_ends,
        .request = request,
        .exchange = exchange,
        .missing = misuse_mask,
        .inactive = misuse_inactive_lane,
        .fence = fence,
        .strong = strong,
        .store = store,
        .copy = copies_step,
        .barrier = barrier,
    };
    if (settings.checks)
        instrument_add(&instrument);
}
