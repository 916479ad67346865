/*
 * The list of instruments, and for each choice of them the functions that they have.
 */
#include "base/instrument.h"

#include <stdio.h>
#include <stdlib.h>

static const struct instrument *instruments[INSTRUMENTS_MOST];
static unsigned count;

/* By a mask of instruments; a worker has one of these as long as its block runs. */
static struct hooks hooks_of[1 << INSTRUMENTS_MOST];

/* Puts a function, unless it is NULL, at the end of a list. */
#define APPEND(list, function)                                                                     \
    do {                                                                                           \
        unsigned end = 0;                                                                          \
        while ((list)[end])                                                                        \
            end++;                                                                                 \
        (list)[end] = (function);                                                                  \
    } while (0)

static void append(struct hooks *hooks, const struct instrument *instrument)
{
    hooks->wants_cost |= instrument->wants_cost;
    APPEND(hooks->step, instrument->step);
    APPEND(hooks->request, instrument->request);
    APPEND(hooks->exchange, instrument->exchange);
    APPEND(hooks->fence, instrument->fence);
    APPEND(hooks->parting, instrument->parting);
    APPEND(hooks->missing, instrument->missing);
    APPEND(hooks->inactive, instrument->inactive);
    APPEND(hooks->strong, instrument->strong);
    APPEND(hooks->store, instrument->store);
    APPEND(hooks->copy, instrument->copy);
    APPEND(hooks->constant, instrument->constant);
    APPEND(hooks->local, instrument->local);
    APPEND(hooks->barrier, instrument->barrier);
}

void instrument_add(const struct instrument *instrument)
{
    if (count == INSTRUMENTS_MOST) {
        fprintf(stderr, "simulator: no room for another instrument: %s\n", instrument->name);
        exit(3);
    }
    for (unsigned mask = 0; mask < 1 << INSTRUMENTS_MOST; mask++)
        if (mask >> count & 1)
            append(&hooks_of[mask], instrument);
    instruments[count++] = instrument;
}

#define CALL_ALL(name, ...)                                                                        \
    for (unsigned i = 0; i < count; i++)                                                           \
        if (instruments[i]->name)                                                                  \
    instruments[i]->name(__VA_ARGS__)

void instruments_launch_begins(struct run *run)
{
    CALL_ALL(launch_begins, run);
}

void instruments_phase_begins(struct run *run)
{
    CALL_ALL(phase_begins, run);
}

void instruments_worker_ends(const struct worker *worker)
{
    CALL_ALL(worker_ends, worker);
}

void instruments_launch_ends(const struct run *run)
{
    CALL_ALL(launch_ends, run);
}

void instruments_launch_over(int error)
{
    CALL_ALL(launch_over, error);
}

void instruments_worker_begins(struct worker *worker)
{
    worker->hooks = &hooks_of[0];
    CALL_ALL(worker_begins, worker);
}

void instruments_block_begins(struct worker *worker)
{
    unsigned mask = 0;
    for (unsigned i = 0; i < count; i++)
        if (instruments[i]->block_begins ? instruments[i]->block_begins(worker)
                                         : worker->launch.records)
            mask |= 1u << i;
    worker->hooks = &hooks_of[worker->launch.records ? mask : 0];
}

void instruments_block_goes_on(struct worker *worker)
{
    CALL_ALL(block_goes_on, worker);
}

void instruments_after_error(struct worker *worker)
{
    unsigned mask = 0;
    for (unsigned i = 0; i < count; i++)
        mask |= instruments[i]->after_error ? 1u << i : 0;
    worker->hooks = &hooks_of[worker->hooks == &hooks_of[0] ? 0 : mask];
}

void instruments_block_ends(struct worker *worker)
{
    for (unsigned i = count; i-- > 0;)
        if (instruments[i]->block_ends)
            instruments[i]->block_ends(worker);
    worker->hooks = &hooks_of[0];
}
