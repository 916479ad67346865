// A graph that is built by hand, launched into two streams: its launches come one after the other.
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
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    cudaGraphNode_t fills[2], sum;
    cudaKernelNodeParams node = {};
    int *p, *q, four = 4, two = 2, host;

    cudaMalloc(&p, 128);
    cudaMalloc(&q, 128);
    cudaGraphCreate(&graph, 0);
    node.gridDim = 1;
    node.blockDim = 32;
    node.func = (void *)fill;
    void *of_p[] = {&p, &four}, *of_q[] = {&q, &two}, *of_both[] = {&p, &q};
    node.kernelParams = of_p;
    cudaGraphAddKernelNode(&fills[0], graph, NULL, 0, &node);
    node.kernelParams = of_q;
    cudaGraphAddKernelNode(&fills[1], graph, NULL, 0, &node);
    node.func = (void *)add;
    node.kernelParams = of_both;
    cudaGraphAddKernelNode(&sum, graph, fills, 2, &node);
    cudaGraphInstantiate(&executable, graph, 0);
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaGraphLaunch(executable, a);
    cudaGraphLaunch(executable, b);
    cudaStreamSynchronize(b);
    cudaMemcpy(&host, p, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d\n", host);
}
