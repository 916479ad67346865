/*
 * Limits of textures and surfaces: see texture_limits.h. In elements, alignments in bytes.
 */
#include "cuda_api/texture_limits.h"

#include <stddef.h>

/* A limit: its attribute, its member of the properties, its value. */
struct limit {
    enum cudaDeviceAttr attribute;
    size_t offset;
    int value;
};

#define IN(member) offsetof(struct cudaDeviceProp, member)
static const struct limit limits[] = {
    {cudaDevAttrMaxTexture1DWidth, IN(maxTexture1D), 131072},
    {cudaDevAttrMaxTexture1DMipmappedWidth, IN(maxTexture1DMipmap), 32768},
    {cudaDevAttrMaxTexture1DLinearWidth, IN(maxTexture1DLinear), 268435456},
    {cudaDevAttrMaxTexture2DWidth, IN(maxTexture2D[0]), 131072},
    {cudaDevAttrMaxTexture2DHeight, IN(maxTexture2D[1]), 65536},
    {cudaDevAttrMaxTexture2DMipmappedWidth, IN(maxTexture2DMipmap[0]), 32768},
    {cudaDevAttrMaxTexture2DMipmappedHeight, IN(maxTexture2DMipmap[1]), 32768},
    {cudaDevAttrMaxTexture2DLinearWidth, IN(maxTexture2DLinear[0]), 131072},
    {cudaDevAttrMaxTexture2DLinearHeight, IN(maxTexture2DLinear[1]), 65000},
    {cudaDevAttrMaxTexture2DLinearPitch, IN(maxTexture2DLinear[2]), 2097120},
    {cudaDevAttrMaxTexture2DGatherWidth, IN(maxTexture2DGather[0]), 32768},
    {cudaDevAttrMaxTexture2DGatherHeight, IN(maxTexture2DGather[1]), 32768},
    {cudaDevAttrMaxTexture3DWidth, IN(maxTexture3D[0]), 16384},
    {cudaDevAttrMaxTexture3DHeight, IN(maxTexture3D[1]), 16384},
    {cudaDevAttrMaxTexture3DDepth, IN(maxTexture3D[2]), 16384},
    {cudaDevAttrMaxTexture3DWidthAlt, IN(maxTexture3DAlt[0]), 8192},
    {cudaDevAttrMaxTexture3DHeightAlt, IN(maxTexture3DAlt[1]), 8192},
    {cudaDevAttrMaxTexture3DDepthAlt, IN(maxTexture3DAlt[2]), 32768},
    {cudaDevAttrMaxTextureCubemapWidth, IN(maxTextureCubemap), 32768},
    {cudaDevAttrMaxTexture1DLayeredWidth, IN(maxTexture1DLayered[0]), 32768},
    {cudaDevAttrMaxTexture1DLayeredLayers, IN(maxTexture1DLayered[1]), 2048},
    {cudaDevAttrMaxTexture2DLayeredWidth, IN(maxTexture2DLayered[0]), 32768},
    {cudaDevAttrMaxTexture2DLayeredHeight, IN(maxTexture2DLayered[1]), 32768},
    {cudaDevAttrMaxTexture2DLayeredLayers, IN(maxTexture2DLayered[2]), 2048},
    {cudaDevAttrMaxTextureCubemapLayeredWidth, IN(maxTextureCubemapLayered[0]), 32768},
    {cudaDevAttrMaxTextureCubemapLayeredLayers, IN(maxTextureCubemapLayered[1]), 2046},
    {cudaDevAttrMaxSurface1DWidth, IN(maxSurface1D), 32768},
    {cudaDevAttrMaxSurface2DWidth, IN(maxSurface2D[0]), 131072},
    {cudaDevAttrMaxSurface2DHeight, IN(maxSurface2D[1]), 65536},
    {cudaDevAttrMaxSurface3DWidth, IN(maxSurface3D[0]), 16384},
    {cudaDevAttrMaxSurface3DHeight, IN(maxSurface3D[1]), 16384},
    {cudaDevAttrMaxSurface3DDepth, IN(maxSurface3D[2]), 16384},
    {cudaDevAttrMaxSurface1DLayeredWidth, IN(maxSurface1DLayered[0]), 32768},
    {cudaDevAttrMaxSurface1DLayeredLayers, IN(maxSurface1DLayered[1]), 2048},
    {cudaDevAttrMaxSurface2DLayeredWidth, IN(maxSurface2DLayered[0]), 32768},
    {cudaDevAttrMaxSurface2DLayeredHeight, IN(maxSurface2DLayered[1]), 32768},
    {cudaDevAttrMaxSurface2DLayeredLayers, IN(maxSurface2DLayered[2]), 2048},
    {cudaDevAttrMaxSurfaceCubemapWidth, IN(maxSurfaceCubemap), 32768},
    {cudaDevAttrMaxSurfaceCubemapLayeredWidth, IN(maxSurfaceCubemapLayered[0]), 32768},
    {cudaDevAttrMaxSurfaceCubemapLayeredLayers, IN(maxSurfaceCubemapLayered[1]), 2046},
};

#define SURFACE_ALIGNMENT       512
#define TEXTURE_PITCH_ALIGNMENT 32

int texture_limit(enum cudaDeviceAttr attribute)
{
    if (attribute == cudaDevAttrSurfaceAlignment)
        return SURFACE_ALIGNMENT;
    if (attribute == cudaDevAttrTexturePitchAlignment)
        return TEXTURE_PITCH_ALIGNMENT;
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        if (limits[i].attribute == attribute)
            return limits[i].value;
    return -1;
}

void texture_limits_set(struct cudaDeviceProp *properties)
{
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        *(int *)((char *)properties + limits[i].offset) = limits[i].value;
    properties->surfaceAlignment = SURFACE_ALIGNMENT;
    properties->texturePitchAlignment = TEXTURE_PITCH_ALIGNMENT;
}
