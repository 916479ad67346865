// A kernel's static shared memory is known before any launch: that of its own arrays, of templates
// and of the functions that it calls, and how many blocks fit a multiprocessor with it.
// out: 40960, 5 blocks
// out: 4096, 8 blocks
// out: templates 1284 2308
// out: none 0, others not counted 132
// out: dynamic 8192, asked for too much 1, enough 0, launched 1 0
// out: 1024 threads: 2 blocks, with more of it 5
#include <stdio.h>

__global__ void large(int *o)
{
    __shared__ int s[10240];

    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    o[threadIdx.x] = s[255 - threadIdx.x];
}

__global__ void small(int *o)
{
    __shared__ double s[512];

    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    o[threadIdx.x] = (int)s[255 - threadIdx.x];
}

template <int n> __device__ float last(float value)
{
    __shared__ float values[n];

    values[threadIdx.x] = value;
    __syncthreads();
    return values[n - 1];
}

__device__ __noinline__ int agreed(int value)
{
    __shared__ int one;

    if (threadIdx.x == 0)
        one = value;
    __syncthreads();
    return one;
}

template <class type, int n> __global__ void generic(type *o)
{
    __shared__ type s[n];

    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    o[threadIdx.x] = s[n - 1 - threadIdx.x] + last<n>(1) + agreed(2);
}

__global__ void none(int *o)
{
    *o = 1;
}

__shared__ int outside[33];

__global__ void parent(int *o)
{
    outside[threadIdx.x] = 2;
    __syncthreads();
    if (threadIdx.x == 0)
        none<<<1, 1>>>(o + outside[3]);
}

template <class kernel> static size_t shared_of(kernel function)
{
    cudaFuncAttributes attributes;

    cudaFuncGetAttributes(&attributes, function);
    return attributes.sharedSizeBytes;
}

template <class kernel> static int blocks_of(kernel function, int threads)
{
    int blocks = 0;

    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, threads, 0);
    return blocks;
}

int main()
{
    printf("%zu, %d blocks\n", shared_of(large), blocks_of(large, 256));
    printf("%zu, %d blocks\n", shared_of(small), blocks_of(small, 256));
    printf("templates %zu %zu\n", shared_of(generic<float, 160>), shared_of(generic<double, 192>));
    printf("none %zu, others not counted %zu\n", shared_of(none), shared_of(parent));
    cudaFuncAttributes attributes;
    int *o, most = 217 * 1024;
    cudaFuncGetAttributes(&attributes, large);
    cudaError_t too_much =
        cudaFuncSetAttribute(large, cudaFuncAttributeMaxDynamicSharedMemorySize, 227 * 1024);
    cudaMalloc(&o, 256 * sizeof *o);
    large<<<1, 256, 8193>>>(o);
    cudaError_t launched = cudaGetLastError();
    large<<<1, 256, 8192>>>(o);
    printf("dynamic %d, asked for too much %d, enough %d, launched %d %d\n",
           attributes.maxDynamicSharedSizeBytes, too_much,
           cudaFuncSetAttribute(small, cudaFuncAttributeMaxDynamicSharedMemorySize, most), launched,
           cudaGetLastError());
    printf("1024 threads: %d blocks, with more of it %d\n", blocks_of(none, 1024),
           blocks_of(large, 64));
    return 0;
}
