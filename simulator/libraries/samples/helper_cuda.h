/*
 * Error checks and the choice of a device, under the names that NVIDIA's samples use. Written
 * for the simulator; a program's own helper_cuda.h comes first.
 */
#ifndef COMMON_HELPER_CUDA_H_
#define COMMON_HELPER_CUDA_H_

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cuda_runtime.h"
#include "helper_string.h"

#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif
#ifndef MIN
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#endif

static inline const char *_cudaGetErrorEnum(cudaError_t error)
{
    return cudaGetErrorName(error);
}

/* Ends the program where a call has failed, with its line and CUDA's text. */
template <class status>
static inline void check(status result, const char *call, const char *file, int line)
{
    if (!result)
        return;
    fprintf(stderr, "%s:%d: %s: CUDA error %d, %s (%s)\n", file, line, call, (int)result,
            cudaGetErrorName((cudaError_t)result), cudaGetErrorString((cudaError_t)result));
    exit(EXIT_FAILURE);
}

#define checkCudaErrors(call)       check((call), #call, __FILE__, __LINE__)
#define getLastCudaError(message)   __getLastCudaError(message, __FILE__, __LINE__)
#define printLastCudaError(message) __printLastCudaError(message, __FILE__, __LINE__)

static inline bool __printLastCudaError(const char *message, const char *file, int line)
{
    cudaError_t error = cudaGetLastError();

    if (error)
        fprintf(stderr, "%s:%d: %s: CUDA error %d, %s\n", file, line, message, (int)error,
                cudaGetErrorString(error));
    return error != cudaSuccess;
}

static inline void __getLastCudaError(const char *message, const char *file, int line)
{
    if (__printLastCudaError(message, file, line))
        exit(EXIT_FAILURE);
}

/* To the nearest whole number, halves away from zero. */
static inline int ftoi(float value)
{
    return value >= 0 ? (int)(value + 0.5f) : (int)(value - 0.5f);
}

/* Lanes that a multiprocessor of this capability has for float arithmetic. */
static inline int _ConvertSMVer2Cores(int major, int minor)
{
    if (major == 3)
        return 192;
    if (major == 6 && minor == 0)
        return 64;
    if (major == 7 || (major == 8 && minor == 0))
        return 64;
    return 128;
}

static inline const char *_ConvertSMVer2ArchName(int major, int minor)
{
    static const char *const names[] = {"Kepler", "Kepler",  "Kepler",   "Kepler",
                                        "Kepler", "Maxwell", "Pascal",   "Volta",
                                        "Ampere", "Hopper",  "Blackwell"};

    if (major == 7 && minor == 5)
        return "Turing";
    if (major == 8 && minor == 9)
        return "Ada";
    return names[major < 0 ? 0 : major > 10 ? 10 : major];
}

static inline int sim_attribute(cudaDeviceAttr which, int device)
{
    int value = 0;

    checkCudaErrors(cudaDeviceGetAttribute(&value, which, device));
    return value;
}

/* Takes that device, or ends the program where there is none. */
static inline int gpuDeviceInit(int device)
{
    int count = 0;

    checkCudaErrors(cudaGetDeviceCount(&count));
    if (!count) {
        fprintf(stderr, "gpuDeviceInit() CUDA error: no devices supporting CUDA.\n");
        exit(EXIT_FAILURE);
    }
    device = device < 0 ? 0 : device;
    if (device >= count) {
        fprintf(stderr, "gpuDeviceInit: device %d is not one of the %d there are\n", device, count);
        return -device;
    }
    checkCudaErrors(cudaSetDevice(device));
    return device;
}

/* The device with the most lanes times clock. */
static inline int gpuGetMaxGflopsDeviceId()
{
    int count = 0, best = 0;
    double most = -1;

    checkCudaErrors(cudaGetDeviceCount(&count));
    for (int i = 0; i < count; i++) {
        double speed = (double)sim_attribute(cudaDevAttrMultiProcessorCount, i) *
                       _ConvertSMVer2Cores(sim_attribute(cudaDevAttrComputeCapabilityMajor, i),
                                           sim_attribute(cudaDevAttrComputeCapabilityMinor, i)) *
                       sim_attribute(cudaDevAttrClockRate, i);

        if (speed > most) {
            most = speed;
            best = i;
        }
    }
    return best;
}

/* The device that -device=N names, else the fastest; says which. */
static inline int findCudaDevice(int argc, const char **argv)
{
    int device;

    if (checkCmdLineFlag(argc, argv, "device")) {
        device = gpuDeviceInit(getCmdLineArgumentInt(argc, argv, "device"));
        if (device < 0)
            exit(EXIT_FAILURE);
    } else {
        device = gpuGetMaxGflopsDeviceId();
        checkCudaErrors(cudaSetDevice(device));
    }
    {
        int major = sim_attribute(cudaDevAttrComputeCapabilityMajor, device);
        int minor = sim_attribute(cudaDevAttrComputeCapabilityMinor, device);

        printf("GPU Device %d: \"%s\" with compute capability %d.%d\n\n", device,
               _ConvertSMVer2ArchName(major, minor), major, minor);
    }
    return device;
}

/* A device that shares its memory with the host: none is simulated. */
static inline int findIntegratedGPU()
{
    fprintf(stderr, "CUDA error: no integrated GPU\n");
    exit(EXIT_FAILURE);
}

static inline bool checkCudaCapabilities(int major_wanted, int minor_wanted)
{
    int device = 0;

    checkCudaErrors(cudaGetDevice(&device));
    {
        int major = sim_attribute(cudaDevAttrComputeCapabilityMajor, device);
        int minor = sim_attribute(cudaDevAttrComputeCapabilityMinor, device);

        return major > major_wanted || (major == major_wanted && minor >= minor_wanted);
    }
}

#endif
