// A pair of halves beside an atomic on the whole word: neither is atomic with the other.
// exit: 86
// err: race: stops_half_pairs.cu:1
// err: stops_half_pairs.cu:13: atomicAdd
// err: stops_half_pairs.cu:15: atomicOr
// err: Use atomics of one size on the same word
#include <cuda_fp16.h>

__global__ void count(__half2 *pair)
{
    if (threadIdx.x == 0)
        // on a line of its own
        atomicAdd(pair, __half2{1.0f, 1.0f});
    else
        atomicOr((unsigned int *)pair, 0u);
}

int main()
{
    __half2 *pair;

    cudaMalloc(&pair, sizeof *pair);
    cudaMemset(pair, 0, sizeof *pair);
    count<<<1, 2>>>(pair);
    return cudaDeviceSynchronize() != cudaSuccess;
}
