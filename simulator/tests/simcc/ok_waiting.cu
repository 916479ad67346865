// Kernels that are sound and were stopped: threads that sleep or wait for the clock, stores by
// atomics to memory that is new, many atomics of lanes that diverge, copies of so many bytes as a
// constant says.
// out: slept 1, woke 1
// out: as often in the second launch: 1
// out: 42 43 44
// out: 2000 below 0
// out: 496
#include <cstdio>
#include <cstdlib>
#include <cuda/atomic>

__global__ void sleeps(int *done)
{
    for (int i = 0; i < 1000; i++)
        __nanosleep(100);
    done[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

/* How often it sleeps until its clock has gone on by so much. */
__global__ void wakes(int *times)
{
    long long start = clock64();

    *times = 0;
    while (clock64() - start < 10000000) {
        __nanosleep(1000);
        ++*times;
    }
}

__global__ void stores(int *p)
{
    cuda::atomic_ref<int, cuda::thread_scope_device>(p[0]).store(42, cuda::memory_order_relaxed);
    atomicExch(p + 1, 43);
    cuda::atomic_ref<int, cuda::thread_scope_block> third(p[2]);
    third = 44;
}

__global__ void finds(const int *x, int n, int *count, int *list)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        if (x[i] < 0)
            list[atomicAdd(count, 1)] = i;
}

template <int iBytes> __global__ void copies(const int4 *in, int *sum)
{
    __shared__ int4 s[32];
    unsigned to = (unsigned)__cvta_generic_to_shared(&s[threadIdx.x]);

    asm volatile("cp.async.cg.shared.global [%0], [%1], %2;" ::"r"(to), "l"(in + threadIdx.x), "n"(iBytes));
    asm volatile("cp.async.wait_all;" ::: "memory");
    atomicAdd(sum, s[threadIdx.x].x);
}

int main()
{
    enum { N = 16000 };
    static int h[N], back[32];
    int *d, *more;

    cudaMalloc(&d, N * sizeof(int));
    cudaMalloc(&more, N * sizeof(int));
    sleeps<<<3, 32>>>(d);
    wakes<<<1, 1>>>(more);
    cudaMemcpy(back, d, sizeof back, cudaMemcpyDeviceToHost);
    cudaMemcpy(back + 1, more, sizeof(int), cudaMemcpyDeviceToHost);
    wakes<<<1, 1>>>(more);
    cudaMemcpy(back + 2, more, sizeof(int), cudaMemcpyDeviceToHost);
    printf("slept %d, woke %d\n", back[0], back[1] > 4500);
    printf("as often in the second launch: %d\n", abs(back[1] - back[2]) < 100);

    cudaFree(more);
    cudaMalloc(&more, N * sizeof(int));
    stores<<<1, 1>>>(more);
    cudaMemcpy(back, more, 3 * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d %d %d\n", back[0], back[1], back[2]);

    for (int i = 0; i < N; i++)
        h[i] = i % 8 == 3 ? -i : i;
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemset(more, 0, sizeof(int));
    finds<<<1, 32>>>(d, N, more, more + 1);
    cudaMemcpy(back, more, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d below 0\n", back[0]);

    for (int i = 0; i < 32; i++)
        h[4 * i] = i;
    cudaMemcpy(d, h, 32 * sizeof(int4), cudaMemcpyHostToDevice);
    cudaMemset(more, 0, sizeof(int));
    copies<16><<<1, 32>>>((const int4 *)d, more);
    cudaMemcpy(back, more, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", back[0]);
    return 0;
}
