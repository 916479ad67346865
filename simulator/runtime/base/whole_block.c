/*
 * Blocks that run as one: see whole_block.h. They have a fibre, as a launch may be stopped in the
 * midst of one, by a trap or a signal.
 */
#include "base/whole_block.h"

#include <sys/mman.h>

#include "base/allocate.h"
#include "base/fibre.h"
#include "base/run.h"

#define WHOLE_STACK ((size_t)1 << 20) /* bytes: variables of all threads of a block are in it */

int whole_block_may_run(const struct worker *worker)
{
    return worker->run->launch->run_block && !worker->run->recording && !worker->run->backwards;
}

static void whole_main(void)
{
    struct worker *worker = this_worker;
    const struct sim_launch *launch = worker->run->launch;
    launch->run_block(launch->arguments);
    worker->running.looping = 0;
    fibre_switch(&worker->fibres.whole, &worker->fibres.scheduler);
    __builtin_unreachable();
}

static void make_stack(struct worker *worker)
{
    worker->fibres.whole_stack = allocate_pages(WHOLE_STACK, " for a block's variables");
    mprotect(worker->fibres.whole_stack, STACK_GUARD, PROT_NONE);
}

int whole_block_run(struct worker *worker)
{
    struct running_part *running = &worker->running;
    if (!worker->fibres.whole_stack)
        make_stack(worker);
    running->warp_number = 0;
    running->warp = worker->warps;
    running->lanes = worker->lanes;
    running->thread = 0;
    running->pending = 0;
    running->straight = 1;
    running->whole = 1;
    running->looping = 0;
    recorder.stack_size = UINTPTR_MAX;
    sim_loop.thread = &running->thread;
    fibre_prepare(&worker->fibres.whole, worker->fibres.whole_stack, WHOLE_STACK, whole_main);
    fibre_switch(&worker->fibres.scheduler, &worker->fibres.whole);
    return worker->run->stop ? -1 : 0;
}

int whole_block_has_stack(const struct worker *worker, uintptr_t address)
{
    return worker->fibres.whole_stack &&
           address - (uintptr_t)worker->fibres.whole_stack < WHOLE_STACK;
}
