// Asynchronous copies of all kinds, waited for as they must be.
// out: prior 496 496
// out: ptx 496
// out: barrier 496
// out: shared pipeline 1488
// out: group 496
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cstdio>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_pipeline.h>

// Two groups: the first is waited for while the second is under way.
__global__ void prior(const int *in, int *out)
{
    __shared__ int s[2][32];
    unsigned int t = threadIdx.x;

    for (int i = 0; i < 2; i++) {
        __pipeline_memcpy_async(&s[i][t], &in[t], 4);
        __pipeline_commit();
    }
    __pipeline_wait_prior(1);
    atomicAdd(&out[0], s[0][t]);
    __pipeline_wait_prior(0);
    __syncthreads();
    atomicAdd(&out[1], s[1][31 - t]);
}

__global__ void ptx(const int *in, int *out)
{
    __shared__ int s[32];
    unsigned int t = threadIdx.x;
    unsigned int to = (unsigned int)__cvta_generic_to_shared(&s[t]);

    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(&in[t]) : "memory");
    asm volatile("cp.async.commit_group;");
    asm volatile("cp.async.wait_group 0;" ::: "memory");
    __syncthreads();
    atomicAdd(out, s[31 - t]);
}

__global__ void barrier(const int *in, int *out)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> full;
    __shared__ int s[32];
    unsigned int t = threadIdx.x;

    if (t == 0)
        init(&full, blockDim.x);
    __syncthreads();
    cuda::memcpy_async(&s[t], &in[t], sizeof(int), full);
    full.arrive_and_wait();
    atomicAdd(out, s[31 - t]);
}

// All threads copy and add, through two stages that they share.
__global__ void shared_pipeline(const int *in, int *out)
{
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    __shared__ int s[2][32];
    auto block = cooperative_groups::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    unsigned int t = threadIdx.x;

    for (int i = 0; i < 4; i++) {
        if (i < 3) {
            pipe.producer_acquire();
            cuda::memcpy_async(&s[i % 2][t], &in[t], sizeof(int), pipe);
            pipe.producer_commit();
        }
        if (i > 0) {
            pipe.consumer_wait();
            atomicAdd(out, s[(i - 1) % 2][31 - t]);
            pipe.consumer_release();
        }
    }
}

__global__ void group(const int *in, int *out)
{
    __shared__ int s[32];
    auto block = cooperative_groups::this_thread_block();

    cooperative_groups::memcpy_async(block, s, in, sizeof s);
    cooperative_groups::wait(block);
    atomicAdd(out, s[31 - threadIdx.x]);
}

int main()
{
    int host[32], sum[2], *in, *out;

    for (int i = 0; i < 32; i++)
        host[i] = i;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof sum);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
#define RUN(name, kernel)                                                                          \
    cudaMemset(out, 0, sizeof sum);                                                                \
    kernel<<<1, 32>>>(in, out);                                                                    \
    cudaMemcpy(sum, out, sizeof sum, cudaMemcpyDeviceToHost);                                      \
    printf("%s %d", name, sum[0]);
    RUN("prior", prior)
    printf(" %d\n", sum[1]);
    RUN("ptx", ptx)
    printf("\n");
    RUN("barrier", barrier)
    printf("\n");
    RUN("shared pipeline", shared_pipeline)
    printf("\n");
    RUN("group", group)
    printf("\n");
}
