// Work of two streams of one device on the same data, in the order of events.
// out: 6
#include <cstdio>

__global__ void fill(int *p, int value)
{
    p[threadIdx.x] = value;
}

__global__ void add(int *p, const int *q)
{
    p[threadIdx.x] += q[threadIdx.x];
}

int main()
{
    cudaStream_t a, b;
    int *p, *q, host;
    cudaEvent_t filled, added;

    cudaEventCreate(&filled);
    cudaEventCreate(&added);
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaMalloc(&p, 128);
    cudaMalloc(&q, 128);
    for (int i = 0; i < 5; i++) {
        fill<<<1, 32, 0, a>>>(p, i);
        fill<<<1, 32, 0, b>>>(q, 2);
        cudaEventRecord(filled, b);
        cudaStreamWaitEvent(a, filled);
        add<<<1, 32, 0, a>>>(p, q);
        cudaEventRecord(added, a);
        cudaStreamWaitEvent(b, added);
    }
    cudaMemcpyAsync(&host, p, sizeof host, cudaMemcpyDeviceToHost, a);
    cudaStreamSynchronize(a);
    printf("%d\n", host);
}
