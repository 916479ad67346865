/*
 * A device's attributes by number, and its properties in one structure. For C and C++; part of
 * driver_types.h.
 */
#ifndef SIM_DEVICE_PROPERTIES_H
#define SIM_DEVICE_PROPERTIES_H

#include <stddef.h>

/* Each attribute once: its name, CUDA's number. */
/* clang-format off */
#define SIM_DEVICE_ATTRIBUTES(entry)                   \
    entry(MaxThreadsPerBlock, 1)                       \
    entry(MaxBlockDimX, 2)                             \
    entry(MaxBlockDimY, 3)                             \
    entry(MaxBlockDimZ, 4)                             \
    entry(MaxGridDimX, 5)                              \
    entry(MaxGridDimY, 6)                              \
    entry(MaxGridDimZ, 7)                              \
    entry(MaxSharedMemoryPerBlock, 8)                  \
    entry(TotalConstantMemory, 9)                      \
    entry(WarpSize, 10)                                \
    entry(MaxPitch, 11)                                \
    entry(MaxRegistersPerBlock, 12)                    \
    entry(ClockRate, 13)                               \
    entry(TextureAlignment, 14)                        \
    entry(GpuOverlap, 15)                              \
    entry(MultiProcessorCount, 16)                     \
    entry(KernelExecTimeout, 17)                       \
    entry(Integrated, 18)                              \
    entry(CanMapHostMemory, 19)                        \
    entry(ComputeMode, 20)                             \
    entry(MaxTexture1DWidth, 21)                       \
    entry(MaxTexture2DWidth, 22)                       \
    entry(MaxTexture2DHeight, 23)                      \
    entry(MaxTexture3DWidth, 24)                       \
    entry(MaxTexture3DHeight, 25)                      \
    entry(MaxTexture3DDepth, 26)                       \
    entry(MaxTexture2DLayeredWidth, 27)                \
    entry(MaxTexture2DLayeredHeight, 28)               \
    entry(MaxTexture2DLayeredLayers, 29)               \
    entry(SurfaceAlignment, 30)                        \
    entry(ConcurrentKernels, 31)                       \
    entry(EccEnabled, 32)                              \
    entry(PciBusId, 33)                                \
    entry(PciDeviceId, 34)                             \
    entry(TccDriver, 35)                               \
    entry(MemoryClockRate, 36)                         \
    entry(GlobalMemoryBusWidth, 37)                    \
    entry(L2CacheSize, 38)                             \
    entry(MaxThreadsPerMultiProcessor, 39)             \
    entry(AsyncEngineCount, 40)                        \
    entry(UnifiedAddressing, 41)                       \
    entry(MaxTexture1DLayeredWidth, 42)                \
    entry(MaxTexture1DLayeredLayers, 43)               \
    entry(MaxTexture2DGatherWidth, 45)                 \
    entry(MaxTexture2DGatherHeight, 46)                \
    entry(MaxTexture3DWidthAlt, 47)                    \
    entry(MaxTexture3DHeightAlt, 48)                   \
    entry(MaxTexture3DDepthAlt, 49)                    \
    entry(PciDomainId, 50)                             \
    entry(TexturePitchAlignment, 51)                   \
    entry(MaxTextureCubemapWidth, 52)                  \
    entry(MaxTextureCubemapLayeredWidth, 53)           \
    entry(MaxTextureCubemapLayeredLayers, 54)          \
    entry(MaxSurface1DWidth, 55)                       \
    entry(MaxSurface2DWidth, 56)                       \
    entry(MaxSurface2DHeight, 57)                      \
    entry(MaxSurface3DWidth, 58)                       \
    entry(MaxSurface3DHeight, 59)                      \
    entry(MaxSurface3DDepth, 60)                       \
    entry(MaxSurface1DLayeredWidth, 61)                \
    entry(MaxSurface1DLayeredLayers, 62)               \
    entry(MaxSurface2DLayeredWidth, 63)                \
    entry(MaxSurface2DLayeredHeight, 64)               \
    entry(MaxSurface2DLayeredLayers, 65)               \
    entry(MaxSurfaceCubemapWidth, 66)                  \
    entry(MaxSurfaceCubemapLayeredWidth, 67)           \
    entry(MaxSurfaceCubemapLayeredLayers, 68)          \
    entry(MaxTexture1DLinearWidth, 69)                 \
    entry(MaxTexture2DLinearWidth, 70)                 \
    entry(MaxTexture2DLinearHeight, 71)                \
    entry(MaxTexture2DLinearPitch, 72)                 \
    entry(MaxTexture2DMipmappedWidth, 73)              \
    entry(MaxTexture2DMipmappedHeight, 74)             \
    entry(ComputeCapabilityMajor, 75)                  \
    entry(ComputeCapabilityMinor, 76)                  \
    entry(MaxTexture1DMipmappedWidth, 77)              \
    entry(StreamPrioritiesSupported, 78)               \
    entry(GlobalL1CacheSupported, 79)                  \
    entry(LocalL1CacheSupported, 80)                   \
    entry(MaxSharedMemoryPerMultiprocessor, 81)        \
    entry(MaxRegistersPerMultiprocessor, 82)           \
    entry(ManagedMemory, 83)                           \
    entry(IsMultiGpuBoard, 84)                         \
    entry(MultiGpuBoardGroupID, 85)                    \
    entry(HostNativeAtomicSupported, 86)               \
    entry(SingleToDoublePrecisionPerfRatio, 87)        \
    entry(PageableMemoryAccess, 88)                    \
    entry(ConcurrentManagedAccess, 89)                 \
    entry(ComputePreemptionSupported, 90)              \
    entry(CanUseHostPointerForRegisteredMem, 91)       \
    entry(CooperativeLaunch, 95)                       \
    entry(CooperativeMultiDeviceLaunch, 96)            \
    entry(MaxSharedMemoryPerBlockOptin, 97)            \
    entry(CanFlushRemoteWrites, 98)                    \
    entry(HostRegisterSupported, 99)                   \
    entry(PageableMemoryAccessUsesHostPageTables, 100) \
    entry(DirectManagedMemAccessFromHost, 101)         \
    entry(MaxBlocksPerMultiprocessor, 106)             \
    entry(MaxPersistingL2CacheSize, 108)               \
    entry(MaxAccessPolicyWindowSize, 109)              \
    entry(ReservedSharedMemoryPerBlock, 111)           \
    entry(SparseCudaArraySupported, 112)               \
    entry(HostRegisterReadOnlySupported, 113)          \
    entry(TimelineSemaphoreInteropSupported, 114)      \
    entry(MemoryPoolsSupported, 115)                   \
    entry(GPUDirectRDMASupported, 116)                 \
    entry(GPUDirectRDMAFlushWritesOptions, 117)        \
    entry(GPUDirectRDMAWritesOrdering, 118)            \
    entry(MemoryPoolSupportedHandleTypes, 119)         \
    entry(ClusterLaunch, 120)                          \
    entry(DeferredMappingCudaArraySupported, 121)      \
    entry(IpcEventSupport, 125)                        \
    entry(NumaConfig, 130)                             \
    entry(NumaId, 131)                                 \
    entry(HostNumaId, 134)
/* clang-format on */

#define SIM_ATTRIBUTE(name, number) cudaDevAttr##name = number,
enum cudaDeviceAttr { SIM_DEVICE_ATTRIBUTES(SIM_ATTRIBUTE) };
#undef SIM_ATTRIBUTE

enum cudaDeviceP2PAttr {
    cudaDevP2PAttrPerformanceRank = 1,
    cudaDevP2PAttrAccessSupported = 2,
    cudaDevP2PAttrNativeAtomicSupported = 3,
    cudaDevP2PAttrCudaArrayAccessSupported = 4
};

enum cudaComputeMode {
    cudaComputeModeDefault = 0,
    cudaComputeModeExclusive = 1,
    cudaComputeModeProhibited = 2,
    cudaComputeModeExclusiveProcess = 3
};

struct cudaUUID {
    char bytes[16];
};
typedef struct cudaUUID cudaUUID_t;

/* The fields of CUDA 13, and those of CUDA 12 that are gone there. */
struct cudaDeviceProp {
    char name[256];
    cudaUUID_t uuid;
    char luid[8];
    unsigned int luidDeviceNodeMask;
    size_t totalGlobalMem;    /* bytes */
    size_t sharedMemPerBlock; /* bytes, without opting in */
    int regsPerBlock;
    int warpSize;
    size_t memPitch;
    int maxThreadsPerBlock;
    int maxThreadsDim[3];
    int maxGridSize[3];
    int clockRate; /* kHz; until CUDA 12 */
    size_t totalConstMem;
    int major, minor; /* compute capability */
    size_t textureAlignment;
    size_t texturePitchAlignment;
    int deviceOverlap; /* until CUDA 12 */
    int multiProcessorCount;
    int kernelExecTimeoutEnabled; /* until CUDA 12 */
    int integrated;
    int canMapHostMemory;
    int computeMode; /* until CUDA 12 */
    int maxTexture1D, maxTexture1DMipmap;
    int maxTexture1DLinear; /* until CUDA 12 */
    int maxTexture2D[2], maxTexture2DMipmap[2], maxTexture2DLinear[3], maxTexture2DGather[2];
    int maxTexture3D[3], maxTexture3DAlt[3];
    int maxTextureCubemap, maxTexture1DLayered[2], maxTexture2DLayered[3];
    int maxTextureCubemapLayered[2];
    int maxSurface1D, maxSurface2D[2], maxSurface3D[3], maxSurface1DLayered[2];
    int maxSurface2DLayered[3], maxSurfaceCubemap, maxSurfaceCubemapLayered[2];
    size_t surfaceAlignment;
    int concurrentKernels;
    int ECCEnabled;
    int pciBusID, pciDeviceID, pciDomainID;
    int tccDriver;
    int asyncEngineCount;
    int unifiedAddressing;
    int memoryClockRate; /* kHz; until CUDA 12 */
    int memoryBusWidth;  /* bits */
    int l2CacheSize;     /* bytes */
    int persistingL2CacheMaxSize;
    int maxThreadsPerMultiProcessor;
    int streamPrioritiesSupported;
    int globalL1CacheSupported;
    int localL1CacheSupported;
    size_t sharedMemPerMultiprocessor;
    int regsPerMultiprocessor;
    int managedMemory;
    int isMultiGpuBoard;
    int multiGpuBoardGroupID;
    int hostNativeAtomicSupported;
    int singleToDoublePrecisionPerfRatio; /* until CUDA 12 */
    int pageableMemoryAccess;
    int concurrentManagedAccess;
    int computePreemptionSupported;
    int canUseHostPointerForRegisteredMem;
    int cooperativeLaunch;
    int cooperativeMultiDeviceLaunch; /* until CUDA 12 */
    size_t sharedMemPerBlockOptin;    /* bytes */
    int pageableMemoryAccessUsesHostPageTables;
    int directManagedMemAccessFromHost;
    int maxBlocksPerMultiProcessor;
    int accessPolicyMaxWindowSize;
    size_t reservedSharedMemPerBlock;
    int hostRegisterSupported;
    int sparseCudaArraySupported;
    int hostRegisterReadOnlySupported;
    int timelineSemaphoreInteropSupported;
    int memoryPoolsSupported;
    int gpuDirectRDMASupported;
    unsigned int gpuDirectRDMAFlushWritesOptions;
    int gpuDirectRDMAWritesOrdering;
    unsigned int memoryPoolSupportedHandleTypes;
    int deferredMappingCudaArraySupported;
    int ipcEventSupported;
    int clusterLaunch;
    int unifiedFunctionPointers;
};

#endif
