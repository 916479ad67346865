// Barriers of PTX for a number of threads, in one part and in two, with numbers in registers; a
// block's barrier of cooperative groups in two parts.
// out: 603 64 9240 9216
// out: 2 96
#include <cooperative_groups.h>
#include <stdio.h>
#include <utility>

// Two warps fill two buffers in turns, two others take what is there.
__global__ void hand_over(int *out, int rounds)
{
    __shared__ int buffer[2][64];
    int t = threadIdx.x;

    for (int i = 0; i < rounds && t < 64; i++) {
        if (i >= 2)
            asm volatile("bar.sync %0, %1;" ::"r"(3 + i % 2), "r"(128) : "memory");
        buffer[i % 2][t] = i * 100 + t;
        asm volatile("bar.arrive %0, 128;" ::"r"(1 + i % 2) : "memory");
    }
    for (int i = 0; i < rounds && t >= 64; i++) {
        asm volatile("barrier.sync.aligned %0, 128;" ::"r"(1 + i % 2) : "memory");
        out[i * 64 + t - 64] = buffer[i % 2][127 - t];
        if (i + 2 < rounds)
            asm volatile("barrier.arrive %0, 128;" ::"r"(3 + i % 2) : "memory");
    }
}

// Each half of the block waits for itself alone; then all do, at another number than 0.
__global__ void halves(int *out)
{
    __shared__ int s[256];
    int t = threadIdx.x;

    s[t] = t;
    if (t < 128)
        asm volatile("bar.sync 1, 128;" ::: "memory");
    else
        asm volatile("bar.sync 2, 128;" ::: "memory");
    out[t] = s[t ^ 64];
    asm volatile("bar.sync 15;" ::: "memory");
    out[t + 256] = s[255 - t];
}

// One number for other counts, one after the other; the last warp is short, and some have left.
__global__ void counts(int *out)
{
    __shared__ int s[32];
    int t = threadIdx.x;

    if (t >= 70)
        return;
    if (t < 64) {
        if (t >= 32)
            s[t - 32] = 100 * blockIdx.x;
        asm volatile("bar.sync 5, 64;" ::: "memory");
        if (t < 32)
            s[t] += 500;
    }
    __syncthreads();
    asm volatile("bar.sync 5, 96;" ::: "memory");
    atomicAdd(out, s[t % 32] / 70);
}

__global__ void groups(int *out)
{
    auto block = cooperative_groups::this_thread_block();
    __shared__ int s[96];
    int t = threadIdx.x, own = 0;

    for (int i = 0; i < 3; i++) {
        s[t] = t + i;
        auto token = block.barrier_arrive();
        own += t;
        block.barrier_wait(std::move(token));
        own += s[95 - t];
        block.sync();
    }
    atomicAdd(out, own % 97 == 0 ? 97 : own % 3 == 0 ? 96 : 0);
    if (t == 2)
        out[1] = block.thread_rank();
    if (t == 3)
        out[2] = block.size();
}

int main()
{
    int *out, host[1024];

    cudaMalloc(&out, sizeof host);
    cudaMemset(out, 0, sizeof host);
    hand_over<<<1, 128>>>(out, 7);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d ", host[6 * 64 + 60]);
    halves<<<1, 256>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d ", host[0]);
    cudaMemset(out, 0, sizeof host);
    counts<<<10, 80>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d ", host[0]);
    cudaMemset(out, 0, sizeof host);
    groups<<<1, 96>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d\n%d %d\n", host[0], host[1], host[2]);
}
