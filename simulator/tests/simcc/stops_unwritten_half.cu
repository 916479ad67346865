// Half of a word is written. That all of it is loaded by cuda::atomic writes nothing to the rest.
// exit: 86
// err: uninitialised read: stops_unwritten_half.cu:12 in halves
// err: reads 4 bytes that nobody has written
#include <cuda/atomic>

__global__ void halves(long long *word, int *out)
{
    cuda::atomic_ref<long long, cuda::thread_scope_block> both(*word);
    out[0] = (int)both.load(cuda::memory_order_relaxed);
    // the other half
    out[1] = ((int *)word)[1];
}

int main()
{
    long long *word;
    int *out;

    cudaMalloc(&word, sizeof *word);
    cudaMalloc(&out, 2 * sizeof *out);
    cudaMemset(word, 0, 4);
    halves<<<1, 1>>>(word, out);
    return cudaDeviceSynchronize() != cudaSuccess;
}
