// What has limited room, or few parts: lines of L1 beside shared memory; atomics of blocks that
// follow one another, or meet by chance, on the parts of L2.
#include <cuda_runtime.h>

/* One block reads its lines again and again, beside so much shared memory. */
__global__ void read_again(int *to, const int *from, int lines, int rounds)
{
    extern __shared__ int beside[];
    int sum = 0;
    for (int round = 0; round < rounds; round++) {
        for (int k = threadIdx.x; k < 32 * lines; k += blockDim.x)
            sum += from[k];
        __syncthreads();
    }
    beside[threadIdx.x] = sum;
    to[threadIdx.x] = beside[threadIdx.x];
}

/* Each block adds to the word behind that of the block before it, or to one that is anywhere. */
template <unsigned FACTOR> __global__ void add_behind(int *to, unsigned blocks)
{
    for (int k = 0; k < 16; k++)
        atomicAdd(&to[blockIdx.x * FACTOR % blocks], k);
}

/* Each warp adds to 256 bytes, of so many times 256. */
__global__ void add_anywhere(int *to, unsigned parts)
{
    unsigned warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, at = warp * 2654435761u >> 8;
    for (int k = 0; k < 8; k++, at = at * 1664525u + 1013904223u)
        atomicAdd(&to[(at >> 8) % parts * 64 + threadIdx.x % 8 * 8], k);
}

static void again(int *to, const int *from)
{
    cudaFuncSetAttribute(read_again, cudaFuncAttributeMaxDynamicSharedMemorySize, 64 << 10);
    read_again<<<1, 256, 64 << 10>>>(to, from, 1000, 20);
}

static void atomics(int *to)
{
    add_behind<1><<<1 << 13, 32>>>(to, 1 << 13);
    add_behind<40503><<<1 << 13, 32>>>(to, 1 << 13);
    add_anywhere<<<1 << 12, 32>>>(to, 40);
}

/* The argument says which of them: lines, or atomics. */
int main(int, char **argv)
{
    const unsigned n = 1 << 20;
    int *to, *from;
    cudaMalloc(&to, n * sizeof *to);
    cudaMalloc(&from, n * sizeof *from);
    cudaMemset(to, 0, n * sizeof *to);
    cudaMemset(from, 0, n * sizeof *from);
    if (argv[1][0] == 'l')
        again(to, from);
    else
        atomics(to);
    return cudaDeviceSynchronize() != cudaSuccess;
}
