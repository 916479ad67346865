// The driver API's questions about devices have the runtime API's answers.
// out: 0 1 0, 1 1, 1 1 1
// out: errors 101 1: invalid device ordinal
#include <cuda.h>

int main()
{
    CUdevice device = -1;
    int count = 0, threads = 0, major = 0, version = 0;
    char name[256];
    size_t bytes = 0;
    const char *text = "";
    cudaDeviceProp properties;

    CUresult begun = cuInit(0);
    cuDeviceGetCount(&count);
    cuDeviceGet(&device, 0);
    cudaGetDeviceProperties(&properties, 0);
    cuDeviceGetName(name, sizeof name, device);
    cuDeviceTotalMem(&bytes, device);
    cuDeviceGetAttribute(&threads, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, device);
    cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
    cuDriverGetVersion(&version);
    printf("%d %d %d, %d %d, %d %d %d\n", begun, count, device, !strcmp(name, properties.name),
           bytes == properties.totalGlobalMem, threads == properties.maxThreadsPerBlock,
           major == properties.major, version == CUDA_VERSION);
    CUresult error = cuDeviceGet(&device, 99);
    cuGetErrorString(error, &text);
    printf("errors %d %d: %s\n", error,
           cuDeviceTotalMem(nullptr, 0), text);
    return 0;
}
