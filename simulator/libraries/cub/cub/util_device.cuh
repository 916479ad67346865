/*
 * Questions of CUB's programs about the device and the thread: MaxSmOccupancy, LaneId and the like;
 * and CUB_MIN, CUB_MAX.
 */
#ifndef SIM_CUB_UTIL_DEVICE_CUH
#define SIM_CUB_UTIL_DEVICE_CUH

#include <cooperative_groups.h>

#define CUB_MAX(a, b)              (((b) > (a)) ? (b) : (a))
#define CUB_MIN(a, b)              (((b) < (a)) ? (b) : (a))
#define CUB_QUOTIENT_CEILING(x, y) (((x) + (y)-1) / (y))
#define CUB_ROUND_UP_NEAREST(x, y) (CUB_QUOTIENT_CEILING(x, y) * (y))
#define CUB_PTX_WARP_THREADS       32
#define CUB_PTX_LOG_WARP_THREADS   5

namespace cub {

/* How many blocks of the kernel fit on a multiprocessor at a time. */
template <class kernel>
cudaError_t MaxSmOccupancy(int &blocks, kernel k, int threads, int shared_bytes = 0)
{
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, k, threads, (size_t)shared_bytes);
}

inline int CurrentDevice()
{
    int device = -1;

    return cudaGetDevice(&device) == cudaSuccess ? device : -1;
}

__device__ __forceinline__ unsigned int LaneId()
{
    return ::cuda_sim::rank_in_block() % 32;
}
__device__ __forceinline__ unsigned int WarpId()
{
    return ::cuda_sim::rank_in_block() / 32;
}
__device__ __forceinline__ int RowMajorTid(int, int, int)
{
    return (int)::cuda_sim::rank_in_block();
}

}

#endif
