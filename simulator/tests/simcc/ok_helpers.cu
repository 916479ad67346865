// What NVIDIA's samples ask for: guards of CUDA's headers, helper headers, properties and calls of
// CUDA 12 and 13, NVTX, flags.
// flags: -O 3 --define-macro=SEEN=1 -lcudart -lcurand -lnvToolsExt -arch=sm_90 --optimize 2
// out: GPU Device 0: "Hopper" with compute capability 9.0
// out: 
// out: 0 1, 1980000 kHz, 2619000 kHz, texture 131072 65536 16384
// out: 0 Hopper 128
// out: 1 1 1, time 1, p2p 1
// out: file.txt ends in txt, opened 0
#if !defined(__DRIVER_TYPES_H__) || !defined(__CUDA_RUNTIME_H__) ||                                \
    !defined(__VECTOR_TYPES_H__) || !defined(__CUDA_RUNTIME_API_H__)
#error "a guard is missing"
#endif
#include <helper_cuda.h>
#include <helper_functions.h>
#include <nvtx3/nvToolsExt.h>
#include <stdio.h>

void CUDART_CB callback(void *data)
{
    ++*(int *)data;
}

__global__ void set(int *p)
{
    *p = SEEN;
}

int main(int argc, char **argv)
{
    int device = findCudaDevice(argc, (const char **)argv), mode, overlap, native, called = 0;
    cudaDeviceProp prop;
    StopWatchInterface *timer = new StopWatchLinux();
    cudaStream_t stream;
    cudaStreamAttrValue value = {};
    unsigned flags;
    int *p;

    nvtxRangePush("all");
    checkCudaErrors(cudaDeviceGetAttribute(&mode, cudaDevAttrComputeMode, device));
    checkCudaErrors(cudaDeviceGetAttribute(&overlap, cudaDevAttrGpuOverlap, device));
    checkCudaErrors(cudaGetDeviceProperties(&prop, device));
    printf("%d %d, %d kHz, %d kHz, texture %d %d %d\n", mode == cudaComputeModeProhibited, overlap,
           prop.clockRate, prop.memoryClockRate, prop.maxTexture1D, prop.maxTexture2D[1],
           prop.maxTexture3D[2]);
    printf("%d %s %d\n", prop.clockRate == 0, _ConvertSMVer2ArchName(prop.major, prop.minor),
           _ConvertSMVer2Cores(prop.major, prop.minor));
    delete timer;
    sdkCreateTimer(&timer);
    sdkStartTimer(&timer);
    checkCudaErrors(cudaMallocManaged(&p, sizeof *p));
    checkCudaErrors(cudaMemAdvise(p, sizeof *p, cudaMemAdviseSetReadMostly, device));
    checkCudaErrors(cudaMemPrefetchAsync(p, sizeof *p, cudaCpuDeviceId, NULL));
    checkCudaErrors(cudaSetDeviceFlags(cudaDeviceBlockingSync));
    checkCudaErrors(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    checkCudaErrors(cudaStreamGetFlags(stream, &flags));
    value.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
    checkCudaErrors(cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value));
    checkCudaErrors(cudaStreamAttachMemAsync(stream, p));
    set<<<1, 1, 0, stream>>>(p);
    getLastCudaError("the launch");
    checkCudaErrors(cudaLaunchHostFunc(stream, callback, &called));
    checkCudaErrors(cudaStreamSynchronize(stream));
    sdkStopTimer(&timer);
    printf("%d %u %d, time %d, p2p %d\n", *p, flags, called, sdkGetTimerValue(&timer) >= 0,
           cudaDeviceGetP2PAttribute(&native, cudaDevP2PAttrNativeAtomicSupported, 0, 0));
    sdkDeleteTimer(&timer);
    nvtxRangePop();
    char name[] = "file.txt", *end;
    FILE *file;
    printf("%s ends in %s, opened %d\n", name, getFileExtension(name, &end) == 5 ? end : "",
           !FOPEN_FAIL(FOPEN(file, "no-such-file", "r")));
    return 0;
}
