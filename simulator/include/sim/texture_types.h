/*
 * Types of arrays, textures and surfaces. For C and C++; part of driver_types.h.
 */
#ifndef SIM_TEXTURE_TYPES_H
#define SIM_TEXTURE_TYPES_H

#include <stddef.h>

enum cudaChannelFormatKind {
    cudaChannelFormatKindSigned = 0,
    cudaChannelFormatKindUnsigned = 1,
    cudaChannelFormatKindFloat = 2,
    cudaChannelFormatKindNone = 3
};
/* Bits of each component, 0 for those that are not there. */
struct cudaChannelFormatDesc {
    int x, y, z, w;
    enum cudaChannelFormatKind f;
};

#define cudaArrayDefault          0x00
#define cudaArrayLayered          0x01
#define cudaArraySurfaceLoadStore 0x02
#define cudaArrayCubemap          0x04
#define cudaArrayTextureGather    0x08

enum cudaResourceType {
    cudaResourceTypeArray = 0,
    cudaResourceTypeMipmappedArray = 1,
    cudaResourceTypeLinear = 2,
    cudaResourceTypePitch2D = 3
};
struct cudaResourceDesc {
    enum cudaResourceType resType;
    union {
        struct {
            struct cudaArray *array;
        } array;
        struct {
            void *devPtr;
            struct cudaChannelFormatDesc desc;
            size_t sizeInBytes;
        } linear;
        struct {
            void *devPtr;
            struct cudaChannelFormatDesc desc;
            size_t width, height, pitchInBytes; /* width and height in elements */
        } pitch2D;
    } res;
};

enum cudaTextureAddressMode {
    cudaAddressModeWrap = 0,
    cudaAddressModeClamp = 1,
    cudaAddressModeMirror = 2,
    cudaAddressModeBorder = 3
};
enum cudaTextureFilterMode { cudaFilterModePoint = 0, cudaFilterModeLinear = 1 };
enum cudaTextureReadMode { cudaReadModeElementType = 0, cudaReadModeNormalizedFloat = 1 };
struct cudaTextureDesc {
    enum cudaTextureAddressMode addressMode[3];
    enum cudaTextureFilterMode filterMode;
    enum cudaTextureReadMode readMode;
    int sRGB;
    float borderColor[4];
    int normalizedCoords;
    unsigned int maxAnisotropy;
    enum cudaTextureFilterMode mipmapFilterMode;
    float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
    int disableTrilinearOptimization;
    int seamlessCubemap;
};
typedef unsigned long long cudaTextureObject_t;
struct cudaResourceViewDesc;

typedef unsigned long long cudaSurfaceObject_t;
enum cudaSurfaceBoundaryMode {
    cudaBoundaryModeZero = 0,
    cudaBoundaryModeClamp = 1,
    cudaBoundaryModeTrap = 2
};

/* How a fetch names a texel, beside the number of its dimensions: by a layer, by a direction. */
enum { SIM_TEXTURE_LAYERED = 4, SIM_TEXTURE_CUBE = 8 };

/* A fetch's texels and their weights, which the runtime finds. */
struct sim_texels {
    const void *place[8]; /* NULL: outside, which is the border's color, or 0 */
    float weight[8];
    int count;       /* 1, 2, 4 or 8 */
    int bytes;       /* of a texel */
    int components;  /* of a texel */
    int kind;        /* enum cudaChannelFormatKind */
    int normalized;  /* integers become numbers from 0, or -1, to 1 */
    float border[4]; /* the border's color */
};

#ifndef __cplusplus
typedef struct cudaChannelFormatDesc cudaChannelFormatDesc;
typedef struct cudaResourceDesc cudaResourceDesc;
typedef struct cudaTextureDesc cudaTextureDesc;
#endif

#endif
