// Copies and fills of rows in a captured stream are done when the graph is launched.
// out: while captured 9 9 9
// out: launched 0: 7 7 9, launched 1: 7 7 9
#include <stdio.h>

int main()
{
    unsigned char *device, *host;
    size_t pitch;
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t executable;

    cudaMallocHost(&host, 3);
    cudaMallocPitch(&device, &pitch, 3, 2);
    memset(host, 9, 3);
    cudaMemset(device, 9, pitch * 2);
    cudaStreamCreate(&stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    cudaMemset2DAsync(device, pitch, 7, 2, 2, stream);
    cudaMemcpy2DAsync(host, 3, device + pitch, pitch, 3, 1, cudaMemcpyDeviceToHost, stream);
    cudaStreamEndCapture(stream, &graph);
    printf("while captured %d %d %d\n", host[0], host[1], host[2]);
    cudaGraphInstantiate(&executable, graph, 0);
    for (int i = 0; i < 2; i++) {
        memset(host, 0, 3);
        cudaGraphLaunch(executable, stream);
        cudaStreamSynchronize(stream);
        printf("launched %d: %d %d %d%s", i, host[0], host[1], host[2], i ? "\n" : ", ");
    }
    return 0;
}
