/*
 * NVTX: marks for a profiler's timeline. There is no such profiler here: they do nothing.
 * For C and C++.
 */
#ifndef SIM_NV_TOOLS_EXT_H
#define SIM_NV_TOOLS_EXT_H

#include <stddef.h>
#include <stdint.h>

#define NVTX_VERSION 3

typedef uint64_t nvtxRangeId_t;
typedef struct nvtxDomainRegistration_st *nvtxDomainHandle_t;
typedef struct nvtxStringRegistration_st *nvtxStringHandle_t;

#define NVTX_COLOR_UNKNOWN               0
#define NVTX_COLOR_ARGB                  1
#define NVTX_MESSAGE_TYPE_ASCII          1
#define NVTX_MESSAGE_TYPE_UNICODE        2
#define NVTX_MESSAGE_TYPE_REGISTERED     3
#define NVTX_PAYLOAD_UNKNOWN             0
#define NVTX_PAYLOAD_TYPE_UNSIGNED_INT64 1
#define NVTX_PAYLOAD_TYPE_INT64          2
#define NVTX_PAYLOAD_TYPE_DOUBLE         3

typedef union nvtxMessageValue_t {
    const char *ascii;
    const wchar_t *unicode;
    nvtxStringHandle_t registered;
} nvtxMessageValue_t;

typedef struct nvtxEventAttributes_v2 {
    uint16_t version;
    uint16_t size;
    uint32_t category;
    int32_t colorType;
    uint32_t color;
    int32_t payloadType;
    int32_t reserved0;
    union {
        uint64_t ullValue;
        int64_t llValue;
        double dValue;
    } payload;
    int32_t messageType;
    nvtxMessageValue_t message;
} nvtxEventAttributes_t;
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxEventAttributes_t))

#define SIM_NVTX static inline __attribute__((unused))

SIM_NVTX int nvtxRangePushA(const char *name)
{
    (void)name;
    return 0;
}
SIM_NVTX int nvtxRangePushW(const wchar_t *name)
{
    (void)name;
    return 0;
}
SIM_NVTX int nvtxRangePushEx(const nvtxEventAttributes_t *attributes)
{
    (void)attributes;
    return 0;
}
SIM_NVTX int nvtxRangePop(void)
{
    return 0;
}
SIM_NVTX nvtxRangeId_t nvtxRangeStartA(const char *name)
{
    (void)name;
    return 1;
}
SIM_NVTX nvtxRangeId_t nvtxRangeStartEx(const nvtxEventAttributes_t *attributes)
{
    (void)attributes;
    return 1;
}
SIM_NVTX void nvtxRangeEnd(nvtxRangeId_t range)
{
    (void)range;
}
SIM_NVTX void nvtxMarkA(const char *name)
{
    (void)name;
}
SIM_NVTX void nvtxMarkEx(const nvtxEventAttributes_t *attributes)
{
    (void)attributes;
}
SIM_NVTX nvtxDomainHandle_t nvtxDomainCreateA(const char *name)
{
    (void)name;
    return (nvtxDomainHandle_t)0;
}
SIM_NVTX void nvtxDomainDestroy(nvtxDomainHandle_t domain)
{
    (void)domain;
}
SIM_NVTX int nvtxDomainRangePushEx(nvtxDomainHandle_t domain,
                                   const nvtxEventAttributes_t *attributes)
{
    (void)domain;
    (void)attributes;
    return 0;
}
SIM_NVTX int nvtxDomainRangePop(nvtxDomainHandle_t domain)
{
    (void)domain;
    return 0;
}
SIM_NVTX void nvtxNameOsThreadA(uint32_t thread, const char *name)
{
    (void)thread;
    (void)name;
}

#define nvtxRangePush  nvtxRangePushA
#define nvtxRangeStart nvtxRangeStartA
#define nvtxMark       nvtxMarkA

#undef SIM_NVTX

#endif
