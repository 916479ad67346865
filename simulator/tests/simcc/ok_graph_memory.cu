// Memory that a captured stream asks for stays where it was for each launch of the graph; the form
// of cudaGraphExecUpdate before CUDA 12; a pool that another device may use.
// out: 0 1 2 3
// out: 10 11 12 13
// out: updated: 0, with 0
// out: 1 0
#include <cstdio>

__global__ void number(int *a, int from) { a[threadIdx.x] = from + threadIdx.x; }

static cudaGraph_t capture(cudaStream_t stream, int *target, int from)
{
    cudaGraph_t graph;
    int *between;

    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    cudaMallocAsync(&between, 4 * sizeof(int), stream);
    number<<<1, 4, 0, stream>>>(between, from);
    cudaMemcpyAsync(target, between, 4 * sizeof(int), cudaMemcpyDeviceToHost, stream);
    cudaFreeAsync(between, stream);
    cudaStreamEndCapture(stream, &graph);
    return graph;
}

static void launch(cudaGraphExec_t executable, cudaStream_t stream, const int *numbers)
{
    for (int i = 0; i < 2; i++)
        cudaGraphLaunch(executable, stream);
    cudaStreamSynchronize(stream);
    printf("%d %d %d %d\n", numbers[0], numbers[1], numbers[2], numbers[3]);
}

int main()
{
    cudaStream_t stream;
    cudaGraphExec_t executable;
    cudaGraphNode_t node;
    cudaGraphExecUpdateResult result;
    int *numbers;

    cudaStreamCreate(&stream);
    cudaMallocHost(&numbers, 4 * sizeof(int));
    cudaGraphInstantiate(&executable, capture(stream, numbers, 0), NULL, NULL, 0);
    launch(executable, stream, numbers);
    cudaError_t error = cudaGraphExecUpdate(executable, capture(stream, numbers, 10), &node, &result);
    launch(executable, stream, numbers);
    printf("updated: %d, with %d\n", error, result);

    cudaMemPool_t pool;
    cudaMemAccessDesc access = {};
    cudaMemAccessFlags flags;
    cudaDeviceGetDefaultMemPool(&pool, 0);
    access.location.type = cudaMemLocationTypeDevice;
    access.location.id = 0;
    access.flags = cudaMemAccessFlagsProtReadWrite;
    error = cudaMemPoolSetAccess(pool, &access, 1);
    cudaMemPoolGetAccess(&flags, pool, &access.location);
    printf("%d %d\n", flags == cudaMemAccessFlagsProtReadWrite, error);
}
