/*
 * CUDA's host API as the simulator offers it, for C and C++: the same names, arguments and error
 * codes as the CUDA runtime. Every call is done when it returns, so the Async forms differ from the
 * others by name only. Calls that are not declared here are not supported.
 */
#ifndef __CUDA_RUNTIME_API_H__
#define __CUDA_RUNTIME_API_H__

#include "driver_types.h"

#define CUDART_VERSION 13000

#ifdef __cplusplus
#define SIM_DEFAULT(value) = value
extern "C" {
#else
#define SIM_DEFAULT(value)
#endif

/* ---- Errors -------------------------------------------------------------- */

cudaError_t cudaGetLastError(void);
cudaError_t cudaPeekAtLastError(void);
const char *cudaGetErrorName(cudaError_t error);
const char *cudaGetErrorString(cudaError_t error);

/* ---- Devices: there is one, number 0 -------------------------------------- */

cudaError_t cudaGetDeviceCount(int *count);
cudaError_t cudaGetDevice(int *device);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaInitDevice(int device, unsigned int deviceFlags, unsigned int flags);
cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *properties);
cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *properties, int device);
cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device);
cudaError_t cudaDeviceGetPCIBusId(char *text, int length, int device);
cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *text);
cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest);
cudaError_t cudaDeviceSynchronize(void);
cudaError_t cudaDeviceReset(void);
cudaError_t cudaSetDeviceFlags(unsigned int flags);
cudaError_t cudaGetDeviceFlags(unsigned int *flags);
cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value);
cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit);
cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config);
cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *config);
cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config);
cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config);
/* Older names of these, which CUDA 12 still had. */
cudaError_t cudaThreadSynchronize(void);
cudaError_t cudaThreadExit(void);
cudaError_t cudaThreadSetLimit(enum cudaLimit limit, size_t value);
cudaError_t cudaThreadGetLimit(size_t *value, enum cudaLimit limit);
cudaError_t cudaThreadSetCacheConfig(enum cudaFuncCache config);
cudaError_t cudaThreadGetCacheConfig(enum cudaFuncCache *config);
cudaError_t cudaDeviceCanAccessPeer(int *possible, int device, int peer);
cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attribute, int device,
                                      int peer);
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags);
cudaError_t cudaDeviceDisablePeerAccess(int peer);
cudaError_t cudaRuntimeGetVersion(int *version);
cudaError_t cudaDriverGetVersion(int *version);
cudaError_t cudaProfilerStart(void);
cudaError_t cudaProfilerStop(void);

/* ---- Memory (sizes in bytes) ---------------------------------------------- */

cudaError_t cudaMalloc(void **pointer, size_t size);
cudaError_t cudaFree(void *pointer);
cudaError_t cudaMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height);
cudaError_t cudaMallocHost(void **pointer, size_t size);
cudaError_t cudaHostAlloc(void **pointer, size_t size, unsigned int flags);
cudaError_t cudaFreeHost(void *pointer);
cudaError_t cudaHostRegister(void *pointer, size_t size, unsigned int flags);
cudaError_t cudaHostUnregister(void *pointer);
cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned int flags);
cudaError_t cudaHostGetFlags(unsigned int *flags, void *host);
cudaError_t cudaMallocManaged(void **pointer, size_t size,
                              unsigned int flags SIM_DEFAULT(cudaMemAttachGlobal));
cudaError_t cudaMallocAsync(void **pointer, size_t size, cudaStream_t stream);
cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream);
cudaError_t cudaMemGetInfo(size_t *free, size_t *total);
cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *pointer);
cudaError_t cudaMemset(void *pointer, int value, size_t size);
cudaError_t cudaMemsetAsync(void *pointer, int value, size_t size,
                            cudaStream_t stream SIM_DEFAULT(0));
cudaError_t cudaMemset2D(void *pointer, size_t pitch, int value, size_t width, size_t height);
cudaError_t cudaMemcpy(void *target, const void *source, size_t size, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync(void *target, const void *source, size_t size, enum cudaMemcpyKind kind,
                            cudaStream_t stream SIM_DEFAULT(0));
cudaError_t cudaMemcpy2D(void *target, size_t targetPitch, const void *source, size_t sourcePitch,
                         size_t width, size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DAsync(void *target, size_t targetPitch, const void *source,
                              size_t sourcePitch, size_t width, size_t height,
                              enum cudaMemcpyKind kind, cudaStream_t stream SIM_DEFAULT(0));
cudaError_t cudaMemcpyPeer(void *target, int targetDevice, const void *source, int sourceDevice,
                           size_t size);
cudaError_t cudaMemcpyPeerAsync(void *target, int targetDevice, const void *source,
                                int sourceDevice, size_t size, cudaStream_t stream SIM_DEFAULT(0));
/* symbol is the variable's own address here (in C++: of any type, cuda_runtime.h). */
cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *source, size_t size,
                               size_t offset SIM_DEFAULT(0),
                               enum cudaMemcpyKind kind SIM_DEFAULT(cudaMemcpyHostToDevice));
cudaError_t cudaMemcpyFromSymbol(void *target, const void *symbol, size_t size,
                                 size_t offset SIM_DEFAULT(0),
                                 enum cudaMemcpyKind kind SIM_DEFAULT(cudaMemcpyDeviceToHost));
cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *source, size_t size,
                                    size_t offset, enum cudaMemcpyKind kind,
                                    cudaStream_t stream SIM_DEFAULT(0));
cudaError_t cudaMemcpyFromSymbolAsync(void *target, const void *symbol, size_t size, size_t offset,
                                      enum cudaMemcpyKind kind, cudaStream_t stream SIM_DEFAULT(0));
cudaError_t cudaGetSymbolAddress(void **pointer, const void *symbol);
cudaError_t cudaGetSymbolSize(size_t *size, const void *symbol);
/* Managed memory never moves on the simulator: these check their arguments only. */
cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t size, struct cudaMemLocation location,
                                 unsigned int flags, cudaStream_t stream SIM_DEFAULT(0));
cudaError_t cudaMemAdvise(const void *pointer, size_t size, enum cudaMemoryAdvise advice,
                          struct cudaMemLocation location);

/* ---- Streams and events ---------------------------------------------------- */

cudaError_t cudaStreamCreate(cudaStream_t *stream);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned int flags, int priority);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int *flags);
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority);
/* Hints for the caches and the like: the arguments are checked, nothing changes. */
cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaStreamAttrID attribute,
                                   const cudaStreamAttrValue *value);
cudaError_t cudaStreamGetAttribute(cudaStream_t stream, cudaStreamAttrID attribute,
                                   cudaStreamAttrValue *value);
cudaError_t cudaStreamGetDevice(cudaStream_t stream, int *device);
/* No two streams that a program has made have the same number. */
cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long *number);
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *pointer, size_t size SIM_DEFAULT(0),
                                     unsigned int flags SIM_DEFAULT(cudaMemAttachSingle));
cudaError_t cudaCtxResetPersistingL2Cache(void);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamQuery(cudaStream_t stream);
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event,
                                unsigned int flags SIM_DEFAULT(0));
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback,
                                  void *userData, unsigned int flags);
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *userData);
cudaError_t cudaEventCreate(cudaEvent_t *event);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags);
cudaError_t cudaEventDestroy(cudaEvent_t event);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream SIM_DEFAULT(0));
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int flags);
cudaError_t cudaEventSynchronize(cudaEvent_t event);
cudaError_t cudaEventQuery(cudaEvent_t event);
/*
 * The modelled time between the two, in milliseconds: a model's estimate for the device
 * (docs/clock.md). 0 without the clock: SIM_CLOCK=0, SIM_COUNTERS=0, or compiled with --plain.
 */
cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t end);

/* ---- Kernels (function: the kernel's address) ------------------------------- */

cudaError_t cudaLaunchKernel(const void *function, dim3 grid, dim3 block, void **arguments,
                             size_t dynamicShared, cudaStream_t stream);
cudaError_t cudaLaunchCooperativeKernel(const void *function, dim3 grid, dim3 block,
                                        void **arguments, size_t dynamicShared,
                                        cudaStream_t stream);
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *function,
                                void **arguments);
cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, const void *function);
cudaError_t cudaFuncSetAttribute(const void *function, enum cudaFuncAttribute attribute, int value);
cudaError_t cudaFuncSetCacheConfig(const void *function, enum cudaFuncCache config);
cudaError_t cudaFuncSetSharedMemConfig(const void *function, enum cudaSharedMemConfig config);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *function,
                                                          int blockSize, size_t dynamicShared);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *blocks, const void *function, int blockSize, size_t dynamicShared, unsigned int flags);
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *dynamicShared, const void *function,
                                                      int blocks, int blockSize);
/* Block size for most active threads; behind the templates of cuda_runtime.h. */
cudaError_t sim_occupancy_block_size(int *minimumGrid, int *blockSize, const void *function,
                                     size_t (*sharedOfBlock)(int blockSize, void *user), void *user,
                                     int limit);

#include "sim/graph_api.h"
#include "sim/texture_api.h"

#ifdef __cplusplus
}
#endif

#undef SIM_DEFAULT

#endif
