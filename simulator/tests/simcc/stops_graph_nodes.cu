// A graph that is built by hand: the node that adds does not wait for one of those that fill.
// out: 6
// exit: 86
// err: race between streams: stops_graph_nodes.cu:41 and stops_graph_nodes.cu:38
// err: kernel add on device 0 reads what kernel fill on device 0 wrote: 128 bytes
// err: Let the later node depend on the earlier one
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
    // the next one is not waited for
    cudaGraphAddKernelNode(&fills[1], graph, NULL, 0, &node);
    node.func = (void *)add;
    node.kernelParams = of_both;
    cudaGraphAddKernelNode(&sum, graph, fills, 1, &node);
    cudaGraphInstantiate(&executable, graph, 0);
    cudaGraphLaunch(executable, 0);
    cudaMemcpy(&host, p, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d\n", host);
}
