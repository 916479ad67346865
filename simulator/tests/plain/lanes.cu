/*
 * Functions that shuffle, in kernels that run phase by phase with --plain: for all lanes of a warp
 * at once. Blocks of whole warps and of others, of two dimensions; all kinds of shuffles, narrow
 * ones, sums whose order is seen; atomics that nobody waits for. And what must not run so.
 */
#include <cuda_runtime.h>
#include <stdio.h>

enum { MOST = 4096 };
__managed__ long long seen[MOST];
__managed__ float values[MOST];

__device__ inline long long sum_down(long long sum)
{
    for (int distance = 16; distance > 0; distance /= 2)
        sum += __shfl_down_sync(0xFFFFFFFF, sum, distance);
    return sum;
}

static __device__ __forceinline__ float sum_all(float x)
{
#pragma unroll
    for (int distance = 1; distance < 32; distance *= 2)
        x += __shfl_xor_sync(0xffffffffu, x, distance);
    return x * 0.5f;
}

__device__ unsigned int mixed(unsigned int a)
{
    a = a * 3 + __shfl_up_sync(0xFFFFFFFF, a, 3);
    a -= __shfl_sync(0xFFFFFFFF, a, 5, 8);
    a += __shfl_down_sync(0xFFFFFFFF, a + 1, 2, 16) - __shfl_xor_sync(0xFFFFFFFF, a, 12, 8);
    return a + __shfl_sync(0xFFFFFFFF, a, 40);
}

/* Not for lanes: it asks for a lane's value, or has another mask. */
__device__ int asks(int x)
{
    if (x > 3)
        x += __shfl_down_sync(0xFFFFFFFF, 1, 1) * 0;
    return x;
}
__device__ int half_mask(int x)
{
    x += __shfl_xor_sync(0xFFFF, x, 1);
    return x;
}

__global__ void sums(const int *in, unsigned int n)
{
    __shared__ long long part[32];
    unsigned int t = threadIdx.x, all = blockDim.x;
    long long sum = 0;

    for (unsigned int i = blockIdx.x * all + t; i < n; i += gridDim.x * all)
        sum += in[i];
    sum = sum_down(sum);
    if (t % 32 == 0)
        part[t / 32] = sum;
    __syncthreads();
    const long long total = sum_down(t < (all + 31) / 32 ? part[t] : 0);
    if (t == 0)
        atomicAdd((unsigned long long *)&seen[blockIdx.x % 3], (unsigned long long)total);
    seen[16 + blockIdx.x * all + t] = total + sum;
}

__global__ void kinds()
{
    unsigned int t = threadIdx.y * blockDim.x + threadIdx.x;
    unsigned int x = t * 2654435761u;

    x = mixed(x);
    float y = sum_all(1.0f / (float)(t + 1));
    x = mixed(x + (unsigned int)(y * 1000));
    y = sum_all(y);
    values[blockIdx.x * 256 + t] = y;
    seen[blockIdx.x * 256 + t] = x;
}

/* The order of sums of floats, between warps and blocks, is that of the threads. */
__global__ void ordered()
{
    float mine = sum_all(1.0f / (float)(threadIdx.x + 3));

    atomicAdd(&values[0], mine / (float)(blockIdx.x + 1));
    if (threadIdx.x % 7 == blockIdx.x % 7)
        atomicAdd(&values[1], mine);
}

__global__ void added_before()
{
    float mine = 1.0f / (float)(threadIdx.x + 3);

    atomicAdd(&values[0], mine);
    mine = sum_all(mine);
    atomicAdd(&values[0], mine);
}

__global__ void counted(unsigned int n)
{
    for (unsigned int i = threadIdx.x; i < n; i += blockDim.x)
        atomicAdd(&values[i % 5], 1.0f / (float)(i + 1));
}

__global__ void takes_result()
{
    float old = atomicAdd(&values[0], 1.5f);

    values[1 + threadIdx.x] = old;
}

__global__ void in_a_branch()
{
    long long sum = threadIdx.x;

    if (threadIdx.x < 32)
        sum = sum_down(sum);
    seen[threadIdx.x] = sum;
}

__global__ void returns(int n)
{
    long long sum = threadIdx.x;

    if (threadIdx.x >= n)
        return;
    sum = sum_down(sum);
    seen[threadIdx.x] = sum;
}

__global__ void others()
{
    int x = asks(threadIdx.x);

    if (threadIdx.x < 16)
        x += half_mask(x);
    seen[threadIdx.x] = x;
}

static void print(const char *name)
{
    unsigned long long hash = 14695981039346656037u;

    if (cudaDeviceSynchronize() != cudaSuccess)
        printf("%s failed\n", name);
    for (int i = 0; i < MOST; i++) {
        hash = (hash ^ (unsigned long long)seen[i]) * 1099511628211u;
        hash = (hash ^ *(unsigned int *)&values[i]) * 1099511628211u;
        seen[i] = i;
        values[i] = 0.25f * (float)i;
    }
    printf("%s: %016llx\n", name, hash);
}

int main(void)
{
    int *in;

    cudaMallocManaged(&in, 5000 * sizeof *in);
    for (int i = 0; i < 5000; i++)
        in[i] = i * 7 % 1001 - 300;
    print("begin");
    for (unsigned int block = 32; block <= 256; block += 37) {
        sums<<<5, block>>>(in, 5000 - block);
        print("sums");
        kinds<<<3, dim3(block / 4, 3)>>>();
        print("kinds");
        ordered<<<9, block>>>();
        print("ordered");
    }
    added_before<<<2, 96>>>();
    print("added_before");
    counted<<<1, 96>>>(20000);
    print("counted");
    takes_result<<<3, 64>>>();
    print("takes_result");
    in_a_branch<<<1, 64>>>();
    print("in_a_branch");
    returns<<<1, 64>>>(32);
    print("returns");
    others<<<1, 64>>>();
    print("others");
    return 0;
}
