// libcu++'s atomics of pointers, which count elements; flags; headers of parts by their own names.
// out: 64 taken, 64 different, the next one is number 64
// out: -16 bytes
// out: 96 entered, one at a time
#include <cooperative_groups/details/reduce.h>
#include <cooperative_groups/details/scan.h>
#include <cstdio>
#include <cuda/atomic>
#include <cuda/std/atomic>

__device__ cuda::atomic<int *, cuda::thread_scope_device> next;
__device__ cuda::std::atomic<double *> last;
__device__ cuda::std::atomic_flag taken;

__global__ void takes(int *base, long long *back)
{
    if (threadIdx.x == 0)
        next = base;
    __syncthreads();
    int *mine = threadIdx.x % 2 ? next++ : next.fetch_add(1);
    *mine = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) {
        back[0] = next.load() - base;
        last = (double *)base + 2;
        last -= 2;
        back[1] = (char *)last.load() - (char *)((double *)base + 2);
    }
}

__global__ void enters(int *count)
{
    for (int lane = 0; lane < 32; lane++)
        if (threadIdx.x % 32 == lane) {
            while (taken.test_and_set(cuda::std::memory_order_acquire))
                ;
            ++*count;
            taken.clear(cuda::std::memory_order_release);
        }
}

int main()
{
    int *d, seen[64], different = 0, entered;
    long long *d_back, back[2];

    cudaMalloc(&d, sizeof seen);
    cudaMalloc(&d_back, sizeof back);
    takes<<<1, 64>>>(d, d_back);
    cudaMemcpy(seen, d, sizeof seen, cudaMemcpyDeviceToHost);
    cudaMemcpy(back, d_back, sizeof back, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 64; i++)
        for (int k = 0; k < 64; k++)
            different += seen[k] == i;
    printf("64 taken, %d different, the next one is number %lld\n", different, back[0]);
    printf("%lld bytes\n", back[1]);

    cudaMemset(d, 0, sizeof *d);
    enters<<<3, 32>>>(d);
    cudaMemcpy(&entered, d, sizeof entered, cudaMemcpyDeviceToHost);
    printf("%d entered, one at a time\n", entered);
}
