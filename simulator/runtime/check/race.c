/*
 * When the two looks of the race detector begin and end.
 */
#include "check/race.h"

#include "base/run.h"
#include "check/exact.h"
#include "check/observed.h"
#include "check/order.h"
#include "check/quick.h"
#include "memory/memory.h"
#include "report/visits.h"

void race_start_global(void)
{
    quick_start_global();
}

void race_start(struct worker *worker)
{
    order_start();
    quick_start_shared(worker);
}

void race_new_launch(const struct run *run)
{
    observed_new_launch(); /* its maps have the depth of the launch before */
    order_new_launch(run->blocks, run->threads, run_look(run)->exact);
    if (run_look(run)->exact) {
        exact_new_launch(run->blocks);
        visits_new_launch(run->threads);
    }
    if (run_look(run)->gathers)
        exact_new_windows();
}

void race_new_phase(void)
{
    order_new_phase();
}

void race_new_block(struct worker *worker)
{
    quick_new_block(worker);
    order_new_block(worker);
    if (run_look(worker->run)->exact)
        exact_new_block(worker);
}

void race_end_block(struct worker *worker)
{
    if (run_look(worker->run)->exact)
        exact_end_block(worker);
    order_end_block(worker);
}

void race_free(struct worker *worker, uintptr_t address, size_t size, uintptr_t pc)
{
    struct access access = {.address = address,
                            .kind = ACCESS_WRITE,
                            .pc = pc,
                            .thread = worker->running.thread,
                            .scope = SIM_SCOPE_SYSTEM};
    if (worker->launch.checks && run_look(worker->run)->exact)
        exact_free(worker, &access, size);
}

void race_forget(uintptr_t address, size_t size)
{
    quick_forget(address, size);
}

void race_forget_global(void)
{
    quick_forget(memory.base, memory.size);
}

void race_forget_shared(void)
{
    quick_forget_all_shared();
}
