/*
 * CUB for the simulator: the names that programs use most, written anew. Its kernels' counters are
 * their own, not those of NVIDIA's library.
 */
#ifndef SIM_CUB_CUH
#define SIM_CUB_CUH

#include "block/block_load.cuh"
#include "block/block_radix_sort.cuh"
#include "block/block_reduce.cuh"
#include "block/block_scan.cuh"
#include "block/block_store.cuh"
#include "device/device_histogram.cuh"
#include "device/device_partition.cuh"
#include "device/device_radix_sort.cuh"
#include "device/device_reduce.cuh"
#include "device/device_run_length_encode.cuh"
#include "device/device_scan.cuh"
#include "device/device_segmented_reduce.cuh"
#include "device/device_select.cuh"
#include "iterator/iterators.cuh"
#include "util_allocator.cuh"
#include "util_type.cuh"
#include "warp/warp_reduce.cuh"
#include "warp/warp_scan.cuh"

#endif
