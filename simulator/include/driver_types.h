/*
 * The types of CUDA's host API: errors, device attributes and properties,
 * streams, events, flags. For C and C++. Numbers are CUDA's, so that a program
 * that prints or stores them behaves the same on the simulator.
 */
#ifndef __DRIVER_TYPES_H__ /* CUDA's own name: programs ask whether it is defined */
#define __DRIVER_TYPES_H__

#include <stddef.h>

#include "sim/error_list.h"
#include "vector_types.h"

#define SIM_ERROR_ENTRY(name, number, description) cuda##name = number,
enum cudaError { SIM_ERROR_LIST(SIM_ERROR_ENTRY) };
#undef SIM_ERROR_ENTRY
typedef enum cudaError cudaError_t;

enum cudaMemcpyKind {
    cudaMemcpyHostToHost = 0,
    cudaMemcpyHostToDevice = 1,
    cudaMemcpyDeviceToHost = 2,
    cudaMemcpyDeviceToDevice = 3,
    cudaMemcpyDefault = 4
};

/* Opaque handles. Work is done at once, in order: a stream is only a name. */
typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;
#define CUDART_CB           /* how callbacks are called: nothing on Linux */
#define cudaStreamLegacy    ((cudaStream_t)0x1)
#define cudaStreamPerThread ((cudaStream_t)0x2)
/* For kernels that launch kernels; all of them mean the same here. */
#define cudaStreamTailLaunch    ((cudaStream_t)0x3)
#define cudaStreamFireAndForget ((cudaStream_t)0x4)

#define cudaStreamDefault                   0x00
#define cudaStreamNonBlocking               0x01
#define cudaEventDefault                    0x00
#define cudaEventBlockingSync               0x01
#define cudaEventDisableTiming              0x02
#define cudaEventInterprocess               0x04
#define cudaHostAllocDefault                0x00
#define cudaHostAllocPortable               0x01
#define cudaHostAllocMapped                 0x02
#define cudaHostAllocWriteCombined          0x04
#define cudaHostRegisterDefault             0x00
#define cudaHostRegisterPortable            0x01
#define cudaHostRegisterMapped              0x02
#define cudaHostRegisterIoMemory            0x04
#define cudaHostRegisterReadOnly            0x08
#define cudaMemAttachGlobal                 0x01
#define cudaMemAttachHost                   0x02
#define cudaMemAttachSingle                 0x04
#define cudaDeviceScheduleAuto              0x00
#define cudaDeviceScheduleSpin              0x01
#define cudaDeviceScheduleYield             0x02
#define cudaDeviceScheduleBlockingSync      0x04
#define cudaDeviceBlockingSync              0x04 /* the older name */
#define cudaDeviceScheduleMask              0x07
#define cudaDeviceMapHost                   0x08
#define cudaDeviceLmemResizeToMax           0x10
#define cudaDeviceMask                      0xff
#define cudaPeerAccessDefault               0x00
#define cudaEventRecordDefault              0x00
#define cudaEventWaitDefault                0x00
#define cudaOccupancyDefault                0x00
#define cudaOccupancyDisableCachingOverride 0x01
#define cudaCpuDeviceId                     (-1)
#define cudaInvalidDeviceId                 (-2)

#include "sim/device_properties.h"

struct cudaFuncAttributes {
    size_t sharedSizeBytes; /* static shared memory, bytes; 0 if it is not known */
    size_t constSizeBytes;
    size_t localSizeBytes;
    int maxThreadsPerBlock;
    int numRegs; /* 0: the simulator has no registers to count */
    int ptxVersion;
    int binaryVersion;
    int cacheModeCA;
    int maxDynamicSharedSizeBytes;
    int preferredShmemCarveout;
};

enum cudaFuncAttribute {
    cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
    cudaFuncAttributePreferredSharedMemoryCarveout = 9
};

enum cudaSharedCarveout {
    cudaSharedmemCarveoutDefault = -1,
    cudaSharedmemCarveoutMaxShared = 100,
    cudaSharedmemCarveoutMaxL1 = 0
};

enum cudaFuncCache {
    cudaFuncCachePreferNone = 0,
    cudaFuncCachePreferShared = 1,
    cudaFuncCachePreferL1 = 2,
    cudaFuncCachePreferEqual = 3
};

enum cudaSharedMemConfig {
    cudaSharedMemBankSizeDefault = 0,
    cudaSharedMemBankSizeFourByte = 1,
    cudaSharedMemBankSizeEightByte = 2
};

enum cudaLimit {
    cudaLimitStackSize = 0x00,
    cudaLimitPrintfFifoSize = 0x01,
    cudaLimitMallocHeapSize = 0x02,
    cudaLimitDevRuntimeSyncDepth = 0x03,
    cudaLimitDevRuntimePendingLaunchCount = 0x04,
    cudaLimitMaxL2FetchGranularity = 0x05,
    cudaLimitPersistingL2CacheSize = 0x06
};

enum cudaMemoryType {
    cudaMemoryTypeUnregistered = 0,
    cudaMemoryTypeHost = 1,
    cudaMemoryTypeDevice = 2,
    cudaMemoryTypeManaged = 3
};

struct cudaPointerAttributes {
    enum cudaMemoryType type;
    int device;
    void *devicePointer;
    void *hostPointer;
};

enum cudaMemoryAdvise {
    cudaMemAdviseSetReadMostly = 1,
    cudaMemAdviseUnsetReadMostly = 2,
    cudaMemAdviseSetPreferredLocation = 3,
    cudaMemAdviseUnsetPreferredLocation = 4,
    cudaMemAdviseSetAccessedBy = 5,
    cudaMemAdviseUnsetAccessedBy = 6
};

enum cudaMemLocationType {
    cudaMemLocationTypeInvalid = 0,
    cudaMemLocationTypeDevice = 1,
    cudaMemLocationTypeHost = 2
};
struct cudaMemLocation {
    enum cudaMemLocationType type;
    int id;
};

#include "sim/graph_types.h"
#include "sim/texture_types.h"

typedef void (*cudaStreamCallback_t)(cudaStream_t stream, cudaError_t status, void *user_data);
typedef void (*cudaHostFn_t)(void *user_data);

/* Which lines of L2 a stream would like to keep: taken, and without effect here. */
enum cudaAccessProperty {
    cudaAccessPropertyNormal = 0,
    cudaAccessPropertyStreaming = 1,
    cudaAccessPropertyPersisting = 2
};
struct cudaAccessPolicyWindow {
    void *base_ptr;
    size_t num_bytes;
    float hitRatio;
    enum cudaAccessProperty hitProp;
    enum cudaAccessProperty missProp;
};

/* The configuration that cudaLaunchKernelEx takes. */
enum cudaLaunchAttributeID {
    cudaLaunchAttributeIgnore = 0,
    cudaLaunchAttributeAccessPolicyWindow = 1,
    cudaLaunchAttributeCooperative = 2,
    cudaLaunchAttributeSynchronizationPolicy = 3,
    cudaLaunchAttributeProgrammaticStreamSerialization = 6,
    cudaLaunchAttributePriority = 8,
    cudaLaunchAttributeMemSyncDomain = 10,
    cudaLaunchAttributePreferredSharedMemoryCarveout = 14
};
enum cudaSynchronizationPolicy {
    cudaSyncPolicyAuto = 1,
    cudaSyncPolicySpin = 2,
    cudaSyncPolicyYield = 3,
    cudaSyncPolicyBlockingSync = 4
};
enum cudaLaunchMemSyncDomain {
    cudaLaunchMemSyncDomainDefault = 0,
    cudaLaunchMemSyncDomainRemote = 1
};
union cudaLaunchAttributeValue {
    char pad[64];
    int cooperative;
    int priority;
    struct cudaAccessPolicyWindow accessPolicyWindow;
    enum cudaSynchronizationPolicy syncPolicy;
    int programmaticStreamSerializationAllowed; /* a kernel begins when the one before has ended */
    enum cudaLaunchMemSyncDomain memSyncDomain;
    unsigned int sharedMemCarveout;
};
#define cudaStreamAttributeAccessPolicyWindow    cudaLaunchAttributeAccessPolicyWindow
#define cudaStreamAttributeSynchronizationPolicy cudaLaunchAttributeSynchronizationPolicy
#define cudaStreamAttributePriority              cudaLaunchAttributePriority
struct cudaLaunchAttribute {
    enum cudaLaunchAttributeID id;
    union cudaLaunchAttributeValue val;
};
struct cudaLaunchConfig_st {
    dim3 gridDim;
    dim3 blockDim;
    size_t dynamicSmemBytes;
    cudaStream_t stream;
    struct cudaLaunchAttribute *attrs;
    unsigned int numAttrs;
};

#ifndef __cplusplus
typedef enum cudaMemcpyKind cudaMemcpyKind;
typedef enum cudaDeviceAttr cudaDeviceAttr;
typedef enum cudaComputeMode cudaComputeMode;
typedef enum cudaFuncAttribute cudaFuncAttribute;
typedef enum cudaFuncCache cudaFuncCache;
typedef enum cudaSharedMemConfig cudaSharedMemConfig;
typedef enum cudaLimit cudaLimit;
typedef enum cudaMemoryType cudaMemoryType;
typedef struct cudaDeviceProp cudaDeviceProp;
typedef struct cudaFuncAttributes cudaFuncAttributes;
typedef struct cudaPointerAttributes cudaPointerAttributes;
#endif
typedef struct cudaLaunchConfig_st cudaLaunchConfig_t;
typedef struct cudaLaunchAttribute cudaLaunchAttribute;
typedef enum cudaLaunchAttributeID cudaLaunchAttributeID;
typedef enum cudaLaunchAttributeID cudaStreamAttrID;
typedef union cudaLaunchAttributeValue cudaLaunchAttributeValue;
typedef union cudaLaunchAttributeValue cudaStreamAttrValue;

#endif
