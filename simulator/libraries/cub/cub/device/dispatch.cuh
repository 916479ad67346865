/*
 * Common to the algorithms over the whole device: the size of their grids, and the temporary
 * storage that the caller gives them.
 */
#ifndef SIM_CUB_DISPATCH_CUH
#define SIM_CUB_DISPATCH_CUH

#include "sim/iterator_value.h"
#include "../util_device.cuh"
#include "../block/block_reduce.cuh"
#include "../block/block_scan.cuh"

namespace cub {
namespace detail {

constexpr int block_threads = 256;
constexpr int items_per_thread = 16;
constexpr int tile_items = block_threads * items_per_thread;

template <class iterator> using value_of = typename cuda_sim::iterator_value<iterator>::type;

/* Blocks for n items: one for each tile, but not more than the device has room for. */
inline int blocks_for(size_t n)
{
    int multiprocessors = 1;
    size_t tiles = (n + tile_items - 1) / tile_items;

    cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
    return (int)(tiles < (size_t)multiprocessors * 4 ? (tiles ? tiles : 1) : multiprocessors * 4);
}

/* Tiles of n items. */
inline size_t tiles_for(size_t n)
{
    return (n + tile_items - 1) / tile_items;
}

/*
 * The first call of an algorithm, without storage, asks how much it needs; the others have it.
 * Returns 1 for the first, which is done then.
 */
inline bool asks_for_storage(void *storage, size_t &bytes, size_t needed)
{
    if (!storage)
        bytes = needed ? needed : 1;
    return !storage;
}

/* The second call's storage is too small: an error, as the caller would write behind it. */
inline bool lacks_storage(size_t bytes, size_t needed)
{
    return bytes < (needed ? needed : 1);
}

}
}

#endif
