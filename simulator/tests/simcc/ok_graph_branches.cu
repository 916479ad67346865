// Branches of a graph that are captured from two streams, and joined before their data is used.
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
    cudaEventRecord(join, b);
    cudaStreamWaitEvent(a, join);
    add<<<1, 32, 0, a>>>(p, q);
    cudaStreamEndCapture(a, &graph);
    cudaGraphInstantiate(&executable, graph, 0);
    for (int i = 0; i < 3; i++)
        cudaGraphLaunch(executable, a);
    cudaMemcpyAsync(&host, p, sizeof host, cudaMemcpyDeviceToHost, a);
    cudaStreamSynchronize(a);
    printf("%d\n", host);
}
