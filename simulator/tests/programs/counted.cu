/*
 * What people's programs use beyond plain CUDA, one warp or block each, with counts that follow
 * from the text: tests/programs.t.
 */
#include <cooperative_groups/reduce.h>
#include <cub/cub.cuh>
#include <cuda/atomic>
#include <cuda_fp16.h>
#include <curand_kernel.h>

namespace cg = cooperative_groups;

/* 32 halves are 64 bytes. */
__global__ void halves(const __half *a, __half *to)
{
    to[threadIdx.x] = a[threadIdx.x] + a[threadIdx.x + 32];
}

__global__ void pairs(const __half2 *a, __half2 *to)
{
    to[threadIdx.x] = __hfma2(a[threadIdx.x], a[threadIdx.x], a[threadIdx.x]);
}

__global__ void half_atomics(__half *a)
{
    atomicAdd(a + threadIdx.x, __half(1));
}

/* A load of 16 bytes and a store to shared memory, without registers between them on a GPU. */
__global__ void copied(const int4 *from, int4 *to)
{
    __shared__ int4 s[32];
    unsigned place = (unsigned)__cvta_generic_to_shared(&s[threadIdx.x]);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(place), "l"(from + threadIdx.x));
    asm volatile("cp.async.wait_all;\nbar.sync 0;");
    to[threadIdx.x] = s[31 - threadIdx.x];
}

__global__ void by_ptx(const int *from, int *to)
{
    int v, w;
    asm("ld.global.nc.v2.s32 {%0, %1}, [%2];" : "=r"(v), "=r"(w) : "l"(from + 2 * threadIdx.x));
    asm volatile("st.global.cs.s32 [%0], %1;" ::"l"(to + threadIdx.x), "r"(v + w));
    asm volatile("red.global.add.s32 [%0], 1;" ::"l"(to + 64));
}

/* 8 warps: 5 shuffles each, a store of each warp's sum; thread 0 reads seven of them. */
__global__ void block_sum(const int *from, int *to)
{
    typedef cub::BlockReduce<int, 256> reduction;
    __shared__ typename reduction::TempStorage storage;
    int sum = reduction(storage).Sum(from[threadIdx.x]);
    if (threadIdx.x == 0)
        *to = sum;
}

/*
 * Two tiles of four warps: one exchange in hardware for each warp, a barrier of the block before the
 * tiles, and two of each tile: there three of four warps read the counter twice, the last one once.
 */
__global__ void tile_sum(const int *from, int *to)
{
    __shared__ cg::block_tile_memory<256> memory;
    auto tile = cg::tiled_partition<128>(cg::this_thread_block(memory));
    int sum = cg::reduce(tile, from[threadIdx.x], cg::plus<int>());
    if (tile.thread_rank() == 0)
        to[tile.meta_group_rank()] = sum;
}

__global__ void relaxed(int *to)
{
    cuda::atomic_ref<int, cuda::thread_scope_device>(*to).fetch_add(1, cuda::memory_order_relaxed);
}

__global__ void child(int *to)
{
    to[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
__global__ void parent(int *to)
{
    child<<<2, 32>>>(to + 64 * threadIdx.x);
}

__global__ void textured(cudaTextureObject_t texture, float *to)
{
    to[threadIdx.x] = tex1Dfetch<float>(texture, threadIdx.x);
}

/* The state stays in registers; the numbers are stored. */
__global__ void random(unsigned *to)
{
    curandStatePhilox4_32_10_t state;
    curand_init(1, threadIdx.x, 0, &state);
    to[threadIdx.x] = curand(&state);
}

int main()
{
    char *from, *to;
    cudaMalloc(&from, 8192);
    cudaMalloc(&to, 8192);
    cudaMemset(from, 0, 8192);
    cudaMemset(to, 0, 8192);
    halves<<<1, 32>>>((__half *)from, (__half *)to);
    pairs<<<1, 32>>>((__half2 *)from, (__half2 *)to);
    half_atomics<<<1, 32>>>((__half *)to);
    copied<<<1, 32>>>((int4 *)from, (int4 *)to);
    by_ptx<<<1, 32>>>((int *)from, (int *)to);
    block_sum<<<1, 256>>>((int *)from, (int *)to);
    tile_sum<<<1, 256>>>((int *)from, (int *)to);
    relaxed<<<1, 32>>>((int *)to);
    parent<<<1, 4>>>((int *)to);
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = from;
    resource.res.linear.desc = cudaCreateChannelDesc<float>();
    resource.res.linear.sizeInBytes = 128;
    cudaTextureDesc description = {};
    cudaTextureObject_t texture;
    cudaCreateTextureObject(&texture, &resource, &description, NULL);
    textured<<<1, 32>>>(texture, (float *)to);
    random<<<1, 32>>>((unsigned *)to);
    return cudaDeviceSynchronize();
}
