// The host waits for a stream, and asks for its end, while it is captured: that spoils the capture.
// out: cudaErrorStreamCaptureUnsupported cudaErrorStreamCaptureUnsupported
// out: cudaErrorStreamCaptureInvalidated 1
// out: cudaSuccess
// exit: 86
// err: stops_capture_synchronised.cu:30
// err: cudaStreamSynchronize: the stream is being captured: operation not permitted when stream is capturing
// err: stops_capture_synchronised.cu:31
// err: cudaStreamQuery: the stream is being captured
#include <cstdio>

__global__ void fill(int *p, int value)
{
    p[threadIdx.x] = value;
}

int main()
{
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaError_t first, second;
    int *p;

    cudaStreamCreate(&stream);
    cudaMalloc(&p, 128);
    cudaMemset(p, 0, 128);
    cudaDeviceSynchronize();
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    fill<<<1, 32, 0, stream>>>(p, 4);
    first = cudaStreamSynchronize(stream);
    second = cudaStreamQuery(stream);
    printf("%s %s\n", cudaGetErrorName(first), cudaGetErrorName(second));
    first = cudaStreamEndCapture(stream, &graph);
    printf("%s %d\n", cudaGetErrorName(first), graph == nullptr);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    fill<<<1, 32, 0, stream>>>(p, 4);
    printf("%s\n", cudaGetErrorName(cudaStreamEndCapture(stream, &graph)));
}
