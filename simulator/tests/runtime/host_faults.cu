/*
 * What goes wrong on the host: each argument is one mistake. Prints what CUDA's calls answer.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__global__ void store(int *data)
{
    *data = 1;
}

__global__ void print_long()
{
    printf("%01500d\n", 7);
}

static void show(const char *what, cudaError_t error)
{
    printf("%s: %s\n", what, cudaGetErrorName(error));
}

static void destroyed(void)
{
    cudaStream_t stream;
    cudaEvent_t event;
    int *data;
    cudaMalloc(&data, 4);
    cudaStreamCreate(&stream);
    cudaEventCreate(&event);
    store<<<1, 1, 0, stream>>>(data);
    show("before", cudaEventRecord(event, stream));
    cudaStreamDestroy(stream);
    cudaEventDestroy(event);
    show("stream", cudaStreamSynchronize(stream));
    show("copy", cudaMemsetAsync(data, 0, 4, stream));
    show("event", cudaEventRecord(event));
    show("destroyed again", cudaEventDestroy(event));
    store<<<1, 1, 0, stream>>>(data);
    show("launch", cudaGetLastError());
}

static void freed(void)
{
    int *device, *pinned;
    cudaMalloc(&device, 4);
    cudaMallocHost(&pinned, 4);
    free(device);
    free(pinned);
    free(NULL);
}

static void exhausted(void)
{
    int *data = NULL;
    cudaMalloc(&data, (size_t)1 << 40);
    store<<<1, 1>>>(data);
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "";
    if (!strcmp(name, "destroyed"))
        destroyed();
    else if (!strcmp(name, "freed"))
        freed();
    else if (!strcmp(name, "exhausted"))
        exhausted();
    else if (!strcmp(name, "refused"))
        store<<<1, 2000>>>(NULL);
    else
        print_long<<<1, 1>>>();
    cudaDeviceSynchronize();
    return 0;
}
