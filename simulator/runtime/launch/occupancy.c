/*
 * Occupancy: what limits how many blocks a multiprocessor runs at a time.
 */
#include "launch/occupancy.h"

int device_blocks_per_multiprocessor(const struct kernel *kernel, int threads,
                                     size_t dynamic_shared)
{
    if (threads < 1 || threads > DEVICE_THREADS_IN_BLOCK ||
        dynamic_shared > kernel->maximum_dynamic_shared ||
        (kernel->maximum_threads && threads > kernel->maximum_threads))
        return 0;
    int whole_warps = (threads + SIM_WARP_SIZE - 1) / SIM_WARP_SIZE * SIM_WARP_SIZE;
    int by_threads = DEVICE_THREADS_PER_MULTIPROCESSOR / whole_warps;
    size_t shared = dynamic_shared + DEVICE_SHARED_RESERVED;
    int by_shared = (int)(DEVICE_SHARED_PER_MULTIPROCESSOR / shared);
    int blocks = by_threads < by_shared ? by_threads : by_shared;
    return blocks < DEVICE_BLOCKS_PER_MULTIPROCESSOR ? blocks : DEVICE_BLOCKS_PER_MULTIPROCESSOR;
}
