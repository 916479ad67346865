// Work of two streams of one device on the same data, in no order.
// out: 6
// exit: 86
// err: race between streams: stops_streams.cu:30 and stops_streams.cu:29
// err: kernel add on device 0 reads what kernel fill on device 0 wrote: 128 bytes
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

    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaMalloc(&p, 128);
    cudaMalloc(&q, 128);
    for (int i = 0; i < 5; i++) {
        fill<<<1, 32, 0, a>>>(p, i);
        fill<<<1, 32, 0, b>>>(q, 2);
        add<<<1, 32, 0, a>>>(p, q);
    }
    cudaMemcpyAsync(&host, p, sizeof host, cudaMemcpyDeviceToHost, a);
    cudaStreamSynchronize(a);
    printf("%d\n", host);
}
