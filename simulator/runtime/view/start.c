/*
 * The view before main: is one wanted, and can it be written? Its instrument.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/instrument.h"
#include "base/settings.h"
#include "view/choice.h"
#include "view/steps.h"
#include "view/view.h"

static int is_on(void)
{
    return settings.view || settings.trace;
}

/* Better now than at the end of a long run. A file that was not there is not left behind. */
static void try_file(const char *name)
{
    if (!name)
        return;
    int was_there = access(name, F_OK) == 0;
    FILE *file = fopen(name, "a");
    if (file && !fclose(file)) {
        if (!was_there)
            unlink(name);
        return;
    }
    fprintf(stderr, "simulator: cannot write %s\n", name);
    exit(3);
}

static const struct instrument instrument = {
    .name = "view",
    .wants_cost = 1,
    .launch_begins = view_launch_begins,
    .worker_ends = view_worker_ends,
    .launch_over = view_launch_over,
    .block_begins = view_block_begins,
    .block_ends = view_block_ends,
    .step = view_step,
    .request = view_request,
    .exchange = view_exchange,
    .fence = view_fence,
    .parting = view_parting,
    .barrier = view_barrier,
};

void view_start(void)
{
    choice_read();
    if (!is_on())
        return;
    if (!settings.counters) {
        fprintf(stderr, "simulator: %s shows counters: SIM_COUNTERS=0 cannot go with it\n",
                settings.view ? "SIM_VIEW" : "SIM_TRACE");
        exit(2);
    }
    try_file(settings.view);
    try_file(settings.trace);
    instrument_add(&instrument);
}
