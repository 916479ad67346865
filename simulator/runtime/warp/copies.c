/*
 * What a kernel tells of its asynchronous copies, for the checks.
 */
#include "check/faults.h"
#include "base/lane.h"
#include "warp/record.h"

static int is_looked_at(void)
{
    return recorder.limit && this_worker->launch.checks;
}

static void tell(enum sim_copy step, uintptr_t address, unsigned number, uintptr_t pc)
{
    record_special(EVENT_COPY | ((unsigned)step << COPY_NUMBER_BITS | number) << 16, 0, address,
                   pc);
}

void sim_copy(enum sim_copy step, const volatile void *address, unsigned int number)
{
    if (!is_looked_at() || !this_worker->block.copies || (step == SIM_COPY_ARRIVED && !number))
        return; /* nobody has begun one, so there is nothing to wait for; or the wait is not over */
    tell(step, (uintptr_t)address, number < COPY_NUMBER_MOST ? number : COPY_NUMBER_MOST, CALLER);
}

void sim_copy_begins(const volatile void *to, const volatile void *from, unsigned int bytes)
{
    uintptr_t target = (uintptr_t)to, source = (uintptr_t)from;
    if (!is_looked_at() || !bytes || bytes % 4 ||
        target - this_worker->shared.start >= this_worker->shared.size ||
        source - this_worker->shared.start < this_worker->shared.size)
        return; /* not from global to shared memory: no copy that a GPU does asynchronously */
    this_worker->block.copies = 1;
    unsigned size = bytes & (bytes - 1) ? 4 : bytes;
    for (unsigned at = 0; at < bytes; at += size) {
        tell(SIM_COPY_TO, target + at, size, CALLER);
        if (from)
            tell(SIM_COPY_FROM, source + at, size, CALLER);
    }
}

void sim_copy_needs(const volatile void *to, const volatile void *from, unsigned int bytes)
{
    if (!is_looked_at() || !bytes || bytes & (bytes - 1))
        return;
    if ((uintptr_t)to % bytes)
        fault_misaligned(this_worker, (uintptr_t)to, bytes, EVENT_WRITE, CALLER);
    else if ((uintptr_t)from % bytes)
        fault_misaligned(this_worker, (uintptr_t)from, bytes, 0, CALLER);
}
