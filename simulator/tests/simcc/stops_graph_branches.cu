// Branches of a graph that are captured from two streams, and joined after their data is used.
// out: 6
// exit: 86
// err: race between streams: stops_graph_branches.cu:37 and stops_graph_branches.cu:36
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
    cudaEventRecord(join, b);
    cudaStreamWaitEvent(a, join);
    cudaStreamEndCapture(a, &graph);
    cudaGraphInstantiate(&executable, graph, 0);
    for (int i = 0; i < 3; i++)
        cudaGraphLaunch(executable, a);
    cudaMemcpyAsync(&host, p, sizeof host, cudaMemcpyDeviceToHost, a);
    cudaStreamSynchronize(a);
    printf("%d\n", host);
}
