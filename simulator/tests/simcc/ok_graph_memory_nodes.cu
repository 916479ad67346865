// Memory that graphs allocate and free: nodes built by hand, memory that one graph leaves to another
// or to cudaFree, what may not be done with it, and how much of it there is, as on an H100.
// out: sum 6 2, freed twice 1, other address 1
// out: no clone 801, no second executable 801, no child 801
// out: before a launch 1, launched 0, still allocated 1
// out: freed by another graph 0 0, again 0, freed by the program 0
// out: footprint 64 MiB, trimmed 32 MiB, high 64 and 32 MiB
// out: freed at each launch 0 0, 5
// out: types 10 11, the same address 1, found 1 1
#include <stdio.h>
#include <string.h>

__global__ void fill(int *p, int from)
{
    p[threadIdx.x] = from + threadIdx.x;
}

__global__ void add(const int *p, int *sum)
{
    *sum = p[0] + p[1] + p[2];
}

static cudaGraphNode_t allocate(cudaGraph_t graph, const cudaGraphNode_t *after, size_t bytes,
                                int **p)
{
    cudaMemAllocNodeParams parameters;
    cudaGraphNode_t node = NULL;

    memset(&parameters, 0, sizeof parameters);
    parameters.bytesize = bytes;
    parameters.poolProps.allocType = cudaMemAllocationTypePinned;
    parameters.poolProps.location.type = cudaMemLocationTypeDevice;
    cudaGraphAddMemAllocNode(&node, graph, after, after ? 1 : 0, &parameters);
    *p = (int *)parameters.dptr;
    return node;
}

static cudaGraphNode_t launch_of(cudaGraph_t graph, cudaGraphNode_t after, void *function,
                                 void **arguments, int threads)
{
    cudaKernelNodeParams parameters = {};
    cudaGraphNode_t node;

    parameters.func = function;
    parameters.gridDim = dim3(1);
    parameters.blockDim = dim3(threads);
    parameters.kernelParams = arguments;
    cudaGraphAddKernelNode(&node, graph, &after, 1, &parameters);
    return node;
}

static size_t mebibytes(cudaGraphMemAttributeType attribute)
{
    unsigned long long bytes = 0;

    cudaDeviceGetGraphMemAttribute(0, attribute, &bytes);
    return bytes >> 20;
}

/* A graph of two nodes: memory, and a kernel that fills it; without a node that frees it. */
static cudaGraph_t make_filling(int **p)
{
    cudaGraph_t graph;
    int from = 5;

    cudaGraphCreate(&graph, 0);
    cudaGraphNode_t node = allocate(graph, NULL, 4 * sizeof(int), p);
    void *arguments[] = {p, &from};
    launch_of(graph, node, (void *)fill, arguments, 4);
    return graph;
}

static void use_and_free(int *sum)
{
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    cudaGraphNode_t free_node, unused;
    int *p, from = 1;

    cudaGraphCreate(&graph, 0);
    cudaGraphNode_t node = allocate(graph, NULL, 3 * sizeof(int), &p);
    void *of_fill[] = {&p, &from}, *of_add[] = {&p, &sum};
    node = launch_of(graph, node, (void *)fill, of_fill, 3);
    node = launch_of(graph, node, (void *)add, of_add, 1);
    cudaGraphAddMemFreeNode(&free_node, graph, &node, 1, p);
    int twice = cudaGraphAddMemFreeNode(&unused, graph, &node, 1, p);
    int other = cudaGraphAddMemFreeNode(&unused, graph, &node, 1, p + 1);
    cudaGraphInstantiate(&executable, graph, 0);
    cudaGraphDestroy(graph);
    int launches = 0;
    for (int i = 0; i < 2; i++)
        launches += !cudaGraphLaunch(executable, 0);
    cudaDeviceSynchronize();
    printf("sum %d %d, freed twice %d, other address %d\n", *sum, launches, twice, other);
    cudaGraphExecDestroy(executable);
}

static void leave_and_refuse()
{
    cudaGraph_t graph, clone, freeing, parent;
    cudaGraphExec_t executable, second, freer;
    cudaGraphNode_t node;
    int *p;

    graph = make_filling(&p);
    int copied = cudaGraphClone(&clone, graph);
    cudaGraphInstantiate(&executable, graph, NULL, NULL, 0);
    int again = cudaGraphInstantiate(&second, graph, 0);
    cudaGraphCreate(&parent, 0);
    printf("no clone %d, no second executable %d, no child %d\n", copied, again,
           cudaGraphAddChildGraphNode(&node, parent, NULL, 0, graph));

    cudaGraphCreate(&freeing, 0);
    int early = cudaGraphAddMemFreeNode(&node, freeing, NULL, 0, p + 1);
    cudaGraphAddMemFreeNode(&node, freeing, NULL, 0, p);
    cudaGraphInstantiate(&freer, freeing, 0);
    int launched = cudaGraphLaunch(executable, 0);
    printf("before a launch %d, launched %d, still allocated %d\n", early, launched,
           cudaGraphLaunch(executable, 0));
    int freed = cudaGraphLaunch(freer, 0), relaunched = cudaGraphLaunch(executable, 0);
    int freed_again = cudaGraphLaunch(freer, 0);
    cudaGraphLaunch(executable, 0);
    cudaGraphExecDestroy(executable);
    cudaGraphDestroy(graph);
    printf("freed by another graph %d %d, again %d, freed by the program %d\n", freed, relaunched,
           freed_again, cudaFree(p));
}

static void count()
{
    const size_t large = 40 << 20;
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    cudaGraphNode_t node;
    unsigned long long zero = 0;
    int *small, *p;

    cudaDeviceGraphMemTrim(0);
    graph = make_filling(&small);
    node = allocate(graph, NULL, large, &p);
    cudaGraphInstantiate(&executable, graph, 0);
    cudaGraphLaunch(executable, 0);
    cudaFree(p);
    size_t now = mebibytes(cudaGraphMemAttrUsedMemCurrent);
    cudaDeviceGraphMemTrim(0);
    size_t high = mebibytes(cudaGraphMemAttrReservedMemHigh);
    cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrReservedMemHigh, &zero);
    printf("footprint %zu MiB, trimmed %zu MiB, high %zu and %zu MiB\n", now,
           mebibytes(cudaGraphMemAttrReservedMemCurrent), high,
           mebibytes(cudaGraphMemAttrReservedMemHigh));
    cudaFree(small);
}

static void free_at_launch()
{
    cudaGraphExec_t executable;
    int *p, value;

    cudaGraphInstantiate(&executable, make_filling(&p), cudaGraphInstantiateFlagAutoFreeOnLaunch);
    int first = cudaGraphLaunch(executable, 0), second = cudaGraphLaunch(executable, 0);
    cudaMemcpy(&value, p, sizeof value, cudaMemcpyDeviceToHost);
    printf("freed at each launch %d %d, %d\n", first, second, value);
    cudaFree(p);
}

static void ask()
{
    cudaGraph_t graph;
    cudaGraphNode_t first, freed;
    cudaGraphNodeType types[2];
    cudaMemAllocNodeParams parameters;
    int *p, *q;
    void *found;

    cudaGraphCreate(&graph, 0);
    first = allocate(graph, NULL, 100, &p);
    cudaGraphAddMemFreeNode(&freed, graph, &first, 1, p);
    allocate(graph, &freed, 100, &q);
    cudaGraphNodeGetType(first, &types[0]);
    cudaGraphNodeGetType(freed, &types[1]);
    cudaGraphMemAllocNodeGetParams(first, &parameters);
    cudaGraphMemFreeNodeGetParams(freed, &found);
    printf("types %d %d, the same address %d, found %d %d\n", types[0], types[1], p == q,
           parameters.dptr == p, found == p);
}

int main()
{
    int *sum;

    cudaMallocManaged(&sum, sizeof *sum);
    use_and_free(sum);
    leave_and_refuse();
    count();
    free_at_launch();
    ask();
    return 0;
}
