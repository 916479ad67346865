/*
 * cub::DoubleBuffer: two arrays; an algorithm says which one has its results.
 */
#ifndef SIM_CUB_UTIL_TYPE_CUH
#define SIM_CUB_UTIL_TYPE_CUH

#include "thread/thread_operators.cuh"
#include "util_debug.cuh"
#include "util_device.cuh"

namespace cub {

template <class T> struct DoubleBuffer {
    T *d_buffers[2];
    int selector = 0;

    __host__ __device__ DoubleBuffer() : d_buffers{NULL, NULL} {}
    __host__ __device__ DoubleBuffer(T *current, T *alternate) : d_buffers{current, alternate} {}
    __host__ __device__ T *Current() { return d_buffers[selector]; }
    __host__ __device__ T *Alternate() { return d_buffers[selector ^ 1]; }
};

}

#endif
