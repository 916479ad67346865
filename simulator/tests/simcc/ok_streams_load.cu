// Kernels of two streams read the same word, one of them by cuda::atomic with a block's scope.
// out: 7 7
#include <cstdio>
#include <cuda/atomic>

__global__ void read(int *out, const int *word)
{
    *out = *word;
}

__global__ void load(int *out, int *word)
{
    cuda::atomic_ref<int, cuda::thread_scope_block> atomic(*word);
    *out = atomic.load(cuda::memory_order_relaxed);
}

int main()
{
    cudaStream_t a, b;
    int *word, *out, host[2], value = 7;

    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaMalloc(&word, sizeof *word);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(word, &value, sizeof value, cudaMemcpyHostToDevice);
    load<<<1, 1, 0, a>>>(&out[0], word);
    read<<<1, 1, 0, b>>>(&out[1], word);
    cudaDeviceSynchronize();
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d %d\n", host[0], host[1]);
}
