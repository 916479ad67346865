/*
 * Occupancy: the limits of how many blocks a multiprocessor runs at a time.
 */
#include "clock/occupancy.h"

#include <limits.h>

#include "base/device_limits.h"

#define REGISTER_UNIT 256 /* granularity of a warp's registers */

static size_t round_up(size_t size, size_t unit)
{
    return (size + unit - 1) / unit * unit;
}

/* Granularity of a block's shared memory, in bytes. */
static size_t shared_unit(const struct device *of)
{
    return of->major >= 8 ? 128 : 256;
}

static int blocks_by_shared(const struct device *of, size_t shared)
{
    size_t taken = round_up(shared + (size_t)of->shared_reserved, shared_unit(of));
    return taken ? (int)((size_t)(of->shared_size * 1024) / taken) : INT_MAX;
}

/* Each scheduler has its own part of the registers, and a warp stays with one. */
static int blocks_by_registers(const struct device *of, int warps, int registers)
{
    if (registers == 0)
        return INT_MAX;
    size_t of_warp = round_up((size_t)registers * SIM_WARP_SIZE, REGISTER_UNIT);
    size_t of_scheduler = (size_t)(of->registers / of->schedulers);
    return (int)(of_scheduler / of_warp) * (int)of->schedulers / warps;
}

int occupancy_blocks(const struct device *of, int threads, size_t shared, int registers,
                     enum occupancy_limit *limit)
{
    int warps = (threads + SIM_WARP_SIZE - 1) / SIM_WARP_SIZE;
    const int by[] = {
        [OCCUPANCY_THREADS] = (int)of->threads / (warps * SIM_WARP_SIZE),
        [OCCUPANCY_BLOCKS] = (int)of->blocks,
        [OCCUPANCY_SHARED_MEMORY] = blocks_by_shared(of, shared),
        [OCCUPANCY_REGISTERS] = blocks_by_registers(of, warps, registers),
    };
    int least = OCCUPANCY_THREADS;
    for (int i = OCCUPANCY_BLOCKS; i <= OCCUPANCY_REGISTERS; i++)
        if (by[i] < by[least])
            least = i;
    if (limit)
        *limit = (enum occupancy_limit)least;
    return by[least];
}

size_t occupancy_shared(const struct device *of, int blocks)
{
    size_t share = (size_t)(of->shared_size * 1024) / (size_t)blocks;
    size_t reserved = (size_t)of->shared_reserved, opt_in = (size_t)of->shared_opt_in * 1024;
    share -= share % shared_unit(of);
    share = share > reserved ? share - reserved : 0;
    return share < opt_in ? share : opt_in;
}

int device_blocks_per_multiprocessor(const struct kernel *kernel, int threads,
                                     size_t dynamic_shared)
{
    if (threads < 1 || threads > DEVICE_THREADS_IN_BLOCK ||
        dynamic_shared > kernel->maximum_dynamic_shared ||
        (kernel->maximum_threads && threads > kernel->maximum_threads))
        return 0;
    return occupancy_blocks(&device, threads, kernel->static_shared + dynamic_shared, 0, NULL);
}
