// Kernels whose parameters point into arrays in all ways: tests/view_answer.t.
#include <cuda_runtime.h>

struct pair {
    int *first, *second;
};

__device__ int counter[4];

__global__ void plain(const int *__restrict__ in, int n, int *out)
{
    if (threadIdx.x < n)
        out[threadIdx.x] = in[threadIdx.x] + counter[threadIdx.x % 4];
}

/* Two parameters in one allocation, the second in its middle. */
__global__ void halves(int *low, int *high)
{
    high[threadIdx.x] = low[threadIdx.x];
}

/* One without a name, and one that is called as the kernel is. */
__global__ void unnamed(int *, int *unnamed)
{
    unnamed[threadIdx.x] = 1;
}

/* A pack: one name for several. */
template <class... types> __global__ void pack(int *to, types... from)
{
    to[threadIdx.x] = (0 + ... + from[threadIdx.x]);
}

/* Pointers within a structure have no name; the other one has. */
__global__ void structure(pair both, int *third)
{
    both.first[threadIdx.x] = both.second[threadIdx.x] + third[threadIdx.x];
}

__global__ void dynamic(int *values)
{
    extern __shared__ int tile[];
    tile[threadIdx.x] = values[threadIdx.x];
    __syncthreads();
    values[threadIdx.x] = tile[31 - threadIdx.x];
}

int main(int argc, char **argv)
{
    int *a, *b, *c, *managed, which = argc > 1 ? argv[1][0] - '0' : 0;

    cudaMalloc(&a, 256);
    cudaMalloc(&b, 256);
    cudaMalloc(&c, 256);
    cudaMallocManaged(&managed, 256);
    cudaMemset(a, 0, 256);
    cudaMemset(b, 0, 256);
    cudaMemset(c, 0, 256);
    if (which == 0)
        plain<<<1, 32>>>(a, 32, managed);
    if (which == 1)
        halves<<<1, 32>>>(a, a + 32);
    if (which == 2)
        unnamed<<<1, 32>>>(a, b);
    if (which == 3)
        pack<<<1, 32>>>(a, b, c);
    if (which == 4)
        structure<<<1, 32>>>(pair{a, b}, c);
    if (which == 5)
        dynamic<<<1, 32, 128>>>(a);
    if (which == 6) {
        int n = 32;
        void *arguments[] = {&a, &n, &b};
        cudaLaunchKernel((const void *)plain, 1, 32, arguments, 0, 0);
    }
    return cudaDeviceSynchronize() != cudaSuccess;
}
