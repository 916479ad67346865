/*
 * Loads of 8 and 16 bytes from shared memory in which lanes share addresses, in patterns for which
 * the wavefronts were counted on a GPU: packed_loads.csv, by
 *     ncu --metrics l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum
 */
#include <cuda_runtime.h>
#include <stdio.h>

enum { WORDS = 1024, PATTERNS = 24 };

/* Which element a lane loads; -1: it loads nothing. */
__device__ int element(int pattern, int lane)
{
    switch (pattern) {
    case 0: return lane;
    case 1: return 0;
    case 2: return lane / 2;
    case 3: return lane / 4;
    case 4: return lane & 1;
    case 5: return lane & ~2;
    case 6: return lane * 7 % 32;
    case 7: return lane / 8;
    case 8: return lane & 3;
    case 9: return lane % 16;
    case 10: return lane / 2 * 2;
    case 11: return lane > 20 ? -1 : lane < 16 ? 0 : lane;
    case 12: return lane / 16;
    case 13: return lane & 7;
    case 14: return lane & 5;
    case 15: return lane & 6;
    case 16: return lane & 20;
    case 17: return lane / 4 * 4;
    case 18: return lane & 27;
    case 19: return lane / 2 % 8;
    case 20: return lane < 8 ? 0 : lane;
    case 21: return lane * 3 / 4;
    case 22: return lane & 1 ? 5 : -1;
    default: return lane & 16;
    }
}

/* Of all of it: what is not used is not loaded. */
__device__ float sum(float2 value)
{
    return value.x + value.y;
}

__device__ float sum(float4 value)
{
    return value.x + value.y + value.z + value.w;
}

template <typename vector> __global__ void load(int pattern, float *result)
{
    __shared__ float4 storage[WORDS / 4];
    int lane = threadIdx.x;

    for (int i = lane; i < WORDS; i += 32)
        ((float *)storage)[i] = i;
    __syncthreads();
    int i = element(pattern, lane);
    if (i >= 0) {
        vector value = ((const vector *)storage)[i];
        result[lane] = sum(value);
    }
}

int main()
{
    float *result;

    cudaMalloc(&result, 32 * sizeof(float));
    // a grid of its own for each pattern tells them apart in the counters
    for (int pattern = 0; pattern < PATTERNS; pattern++) {
        load<float2><<<pattern + 1, 32>>>(pattern, result);
        load<float4><<<pattern + 1, 32>>>(pattern, result);
    }
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
