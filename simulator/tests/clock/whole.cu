/*
 * Kernels of loops that nvcc unrolls as a whole, of words of shared memory that it loads by
 * vectors, and of values that the host's compiler takes apart: tests/clock_whole.t. Each launch has
 * one block; nvcc's instructions are of release 13.0, sm_90.
 */
#include <cuda_runtime.h>

#define SIDE  3
#define WORDS 32
#define WIDTH 64

/* nvcc has 22 instructions. */
__global__ void of_square(int *to, const int *from)
{
    int sum = 0;
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++)
            sum += from[y * WIDTH + x + threadIdx.x];
    to[threadIdx.x] = sum;
}

/* As many iterations, from a number on that nobody knows: 18 instructions. */
__global__ void of_range(int *to, const int *from, int first)
{
    int sum = from[first];
    for (int k = first; k < first + 4; k++)
        sum = sum * 3 + k;
    to[threadIdx.x] = sum;
}

/* The same, as often as the host says: all of the counting is left. */
__global__ void of_sides(int *to, const int *from, int side)
{
    int sum = 0;
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++)
            sum += from[y * WIDTH + x + threadIdx.x];
    to[threadIdx.x] = sum;
}

/*
 * Words of a row of shared memory side by side, a row for each lane: nvcc loads four at a time where
 * all rows begin at multiples of 16 bytes (8 loads), else one (32).
 */
template <int LENGTH> __global__ void of_row(float *to, const float *from)
{
    __shared__ __align__(16) float row[32][LENGTH];
    for (int k = 0; k < WORDS; k++)
        row[k][threadIdx.x] = from[32 * k + threadIdx.x];
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < WORDS; k++)
        sum = sum * 0.5f + row[threadIdx.x][k];
    to[threadIdx.x] = sum;
}

__device__ __noinline__ static unsigned int mixed(unsigned int word)
{
    return (word ^ word >> 7) * 3u;
}

/* A vector, of which the host's compiler loads the words one by one, and calls a function for each:
 * 32 instructions. */
__global__ void of_vector(uint4 *to, const uint4 *from)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    uint4 four = from[i];
    to[i] = make_uint4(mixed(four.x), mixed(four.y), mixed(four.z), mixed(four.w));
}

/* What follows from parts of a vector that all lanes have: 27 instructions. */
__global__ void of_parts(unsigned int *to, const uint4 *from)
{
    uint4 four = from[blockIdx.x];
    unsigned int sum = 0;
    for (int k = 0; k < 16; k++)
        sum = sum * four.y + four.z;
    to[threadIdx.x] = sum + four.x;
}

/* A tile that is copied ahead of a barrier: the warps wait for their loads, not for each other. */
__global__ void of_tile(float *to, const float *from)
{
    __shared__ float tile[4 * 256];
    for (int k = threadIdx.x; k < 4 * 256; k += 256)
        tile[k] = from[k];
    __syncthreads();
    to[threadIdx.x] = tile[255 - threadIdx.x];
}

/*
 * Numbers that follow from the iteration's alone. nvcc has computed them where it unrolls the loop
 * as a whole, and has one instruction for each iteration; else it has four more.
 */
template <int ROUNDS> __global__ void of_weights(float *to, const float *from)
{
    float sum = from[threadIdx.x], weight = 1, slope = 2;
    for (int k = 0; k < ROUNDS; k++) {
        weight = weight * 1.5f + slope;
        slope = slope * 0.25f + weight;
        weight = weight * 0.5f + 1;
        slope = slope * 0.5f + weight;
        sum = sum * slope + weight;
    }
    to[threadIdx.x] = sum;
}

template <int ROUNDS> __global__ void of_asked(float *to, const float *from)
{
    float sum = from[threadIdx.x], weight = 1, slope = 2;
#pragma unroll
    for (int k = 0; k < ROUNDS; k++) {
        weight = weight * 1.5f + slope;
        slope = slope * 0.25f + weight;
        weight = weight * 0.5f + 1;
        slope = slope * 0.5f + weight;
        sum = sum * slope + weight;
    }
    to[threadIdx.x] = sum;
}

int main()
{
    const int n = 1 << 12;
    int *to, *from;
    cudaMalloc(&to, n * sizeof(int));
    cudaMalloc(&from, n * sizeof(int));
    cudaMemset(from, 0, n * sizeof(int));
    of_square<<<1, 32>>>(to, from);
    of_range<<<1, 32>>>(to, from, 5);
    of_sides<<<1, 32>>>(to, from, SIDE);
    of_row<36><<<1, 32>>>((float *)to, (float *)from);
    of_row<33><<<1, 32>>>((float *)to, (float *)from);
    of_vector<<<8, 128>>>((uint4 *)to, (uint4 *)from);
    of_parts<<<1, 32>>>((unsigned int *)to, (uint4 *)from);
    of_tile<<<1, 256>>>((float *)to, (float *)from);
    of_weights<16><<<1, 32>>>((float *)to, (float *)from);
    of_weights<128><<<8, 64>>>((float *)to, (float *)from);
    of_asked<128><<<8, 64>>>((float *)to, (float *)from);
    return cudaDeviceSynchronize() != cudaSuccess;
}
