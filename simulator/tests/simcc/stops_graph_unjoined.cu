// A capture that ends while another stream's captured work is not joined.
// out: cudaErrorStreamCaptureUnjoined
// exit: 86
// err: cudaStreamEndCapture: another stream's work was captured, and this one has not waited for its end
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
    cudaEvent_t fork, join;
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    int *p, *q, host;

    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaEventCreate(&fork);
    cudaEventCreate(&join);
    cudaMalloc(&p, 128);
    cudaMalloc(&q, 128);
    cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal);
    cudaEventRecord(fork, a);
    cudaStreamWaitEvent(b, fork);
    fill<<<1, 32, 0, a>>>(p, 4);
    fill<<<1, 32, 0, b>>>(q, 2);
    add<<<1, 32, 0, a>>>(p, q);
    printf("%s\n", cudaGetErrorName(cudaStreamEndCapture(a, &graph)));
    (void)executable, (void)host;
}
