/*
 * Textures: objects that the host creates, and the texels of a fetch.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/errors.h"
#include "base/worker.h"
#include "launch/repeat.h"
#include "cuda_api/layers.h"

struct texture {
    const char *memory;
    size_t size[3];  /* in texels; 1 for missing dimensions */
    size_t pitch[3]; /* bytes from texel to texel, row to row, layer to layer */
    struct cudaChannelFormatDesc format;
    struct cudaTextureDesc description;
    struct cudaResourceDesc resource; /* from the program */
};

static int bytes_of(const struct cudaChannelFormatDesc *format)
{
    return (format->x + format->y + format->z + format->w) / 8;
}

/* Fills in memory and sizes. Returns 0 for resources that are not supported. */
static int take_resource(struct texture *texture, const struct cudaResourceDesc *resource)
{
    switch (resource->resType) {
    case cudaResourceTypeArray: {
        const struct cudaArray *array = resource->res.array.array;
        if (!array)
            return 0;
        texture->format = array->format;
        texture->memory = array->memory;
        texture->size[0] = array->extent.width;
        texture->size[1] = array->extent.height ? array->extent.height : 1;
        texture->size[2] = array->extent.depth ? array->extent.depth : 1;
        texture->pitch[1] = array->extent.width * array->element;
        break;
    }
    case cudaResourceTypeLinear:
        texture->format = resource->res.linear.desc;
        texture->memory = resource->res.linear.devPtr;
        if (bytes_of(&texture->format) == 0)
            return 0;
        texture->size[0] = resource->res.linear.sizeInBytes / (size_t)bytes_of(&texture->format);
        break;
    case cudaResourceTypePitch2D:
        texture->format = resource->res.pitch2D.desc;
        texture->memory = resource->res.pitch2D.devPtr;
        texture->size[0] = resource->res.pitch2D.width;
        texture->size[1] = resource->res.pitch2D.height;
        texture->pitch[1] = resource->res.pitch2D.pitchInBytes;
        break;
    default: return 0;
    }
    texture->pitch[0] = (size_t)bytes_of(&texture->format);
    texture->pitch[2] = texture->pitch[1] * texture->size[1];
    return texture->memory && texture->pitch[0];
}

cudaError_t cudaCreateTextureObject(cudaTextureObject_t *object,
                                    const struct cudaResourceDesc *resource,
                                    const struct cudaTextureDesc *description,
                                    const struct cudaResourceViewDesc *view)
{
    struct texture made = {.size = {1, 1, 1}};
    if (!object || !resource || !description || view || !take_resource(&made, resource))
        return error_set(cudaErrorInvalidValue);
    int is_integer = made.format.f != cudaChannelFormatKindFloat;
    if (description->filterMode == cudaFilterModeLinear && is_integer &&
        description->readMode == cudaReadModeElementType)
        return error_set(cudaErrorInvalidFilterSetting);
    made.description = *description;
    made.resource = *resource;
    struct texture *texture = allocate(sizeof *texture);
    *texture = made;
    *object = (cudaTextureObject_t)(uintptr_t)texture;
    return cudaSuccess;
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object)
{
    free((void *)(uintptr_t)object);
    repeat_forget(); /* a new object may get its address */
    return error_sticky();
}

cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *resource,
                                             cudaTextureObject_t object)
{
    if (!resource || !object)
        return error_set(cudaErrorInvalidValue);
    *resource = ((const struct texture *)(uintptr_t)object)->resource;
    return error_sticky();
}

cudaError_t cudaGetTextureObjectTextureDesc(struct cudaTextureDesc *description,
                                            cudaTextureObject_t object)
{
    if (!description || !object)
        return error_set(cudaErrorInvalidValue);
    *description = ((const struct texture *)(uintptr_t)object)->description;
    return error_sticky();
}

/* The texel for index i of n, by the addressing mode; -1: the border. */
static long settle(long i, size_t n, enum cudaTextureAddressMode mode, int normalized)
{
    long count = (long)n;
    if (i >= 0 && i < count)
        return i;
    if (mode == cudaAddressModeBorder)
        return -1;
    if (normalized && mode == cudaAddressModeWrap)
        return ((i % count) + count) % count;
    if (normalized && mode == cudaAddressModeMirror) {
        long turn = ((i % (2 * count)) + 2 * count) % (2 * count);
        return turn < count ? turn : 2 * count - 1 - turn;
    }
    return i < 0 ? 0 : count - 1;
}

/*
 * The two neighbours of a coordinate, and the weight of the second, in steps of 1/256 as on a GPU.
 */
static void neighbours(double coordinate, int linear, long index[2], float weight[2])
{
    if (!linear) {
        index[0] = index[1] = (long)floor(coordinate);
        weight[0] = 1;
        weight[1] = 0;
        return;
    }
    double below = floor(coordinate - 0.5);
    index[0] = (long)below;
    index[1] = index[0] + 1;
    weight[1] = (float)(floor((coordinate - 0.5 - below) * 256 + 0.5) / 256);
    weight[0] = 1 - weight[1];
}

static const void *texel_at(const struct texture *texture, int normalized, const long index[3])
{
    const char *texel = texture->memory;
    for (int d = 0; d < 3; d++) {
        long i =
            settle(index[d], texture->size[d], texture->description.addressMode[d], normalized);
        if (i < 0)
            return NULL;
        texel += (size_t)i * texture->pitch[d];
    }
    return texel;
}

/* The cube's face in the direction `at`, which becomes the coordinates in it, from 0 to 1. */
static int cube_face(float at[3])
{
    float x = at[0], y = at[1], z = at[2];
    float size[3] = {fabsf(x), fabsf(y), fabsf(z)};
    int axis = size[0] >= size[1] && size[0] >= size[2] ? 0 : size[1] >= size[2] ? 1 : 2;
    int negative = at[axis] < 0;
    float across = axis == 0 ? (negative ? z : -z) : axis == 2 && negative ? -x : x;
    float down = axis == 1 ? (negative ? -z : z) : -y;
    at[0] = (across / size[axis] + 1) / 2;
    at[1] = (down / size[axis] + 1) / 2;
    return 2 * axis + negative;
}

/* The number of the layer, clamped to the existing ones. */
static long layer_of(const struct texture *texture, int dimensions, int layer, float at[3])
{
    if (dimensions & SIM_TEXTURE_CUBE)
        layer = 6 * layer + cube_face(at);
    return layer < 0 ? 0 : (size_t)layer < texture->size[2] ? layer : (long)texture->size[2] - 1;
}

static void find(const struct texture *texture, int kind, float at[3], int layer,
                 struct sim_texels *texels)
{
    int dimensions = kind & 3;
    int normalized = texture->description.normalizedCoords || (kind & SIM_TEXTURE_CUBE);
    const struct cudaTextureDesc *description = &texture->description;
    const struct cudaChannelFormatDesc *format = &texture->format;
    int linear = dimensions && description->filterMode == cudaFilterModeLinear;
    float weight[3][2];
    long index[3][2];

    texels->bytes = bytes_of(format);
    texels->components = 1 + (format->y > 0) + (format->z > 0) + (format->w > 0);
    texels->kind = format->f;
    texels->normalized = format->f != cudaChannelFormatKindFloat &&
                         description->readMode == cudaReadModeNormalizedFloat;
    texels->count = linear ? 1 << dimensions : 1;
    memcpy(texels->border, description->borderColor, sizeof texels->border);
    if (!dimensions) { /* tex1Dfetch: the index is passed as bits; out of bounds is 0 */
        int i;
        memcpy(&i, at, sizeof i);
        memset(texels->border, 0, sizeof texels->border);
        texels->weight[0] = 1;
        texels->place[0] = i >= 0 && (size_t)i < texture->size[0]
                               ? texture->memory + (size_t)i * texture->pitch[0]
                               : NULL;
        return;
    }
    long in_layer = kind & ~3 ? layer_of(texture, kind, layer, at) : 0;
    for (int d = 0; d < 3; d++) {
        double coordinate = d < dimensions ? at[d] : d == 2 ? (double)in_layer + 0.5 : 0.5;
        if (d < dimensions && normalized)
            coordinate *= (double)texture->size[d];
        neighbours(coordinate, linear && d < dimensions, index[d], weight[d]);
    }
    for (int t = 0; t < texels->count; t++) {
        long chosen[3] = {index[0][t & 1], index[1][t >> 1 & 1], index[2][t >> 2 & 1]};
        texels->place[t] = texel_at(texture, normalized, chosen);
        texels->weight[t] = weight[0][t & 1] * weight[1][t >> 1 & 1] * weight[2][t >> 2 & 1];
    }
}

void sim_texture_find(cudaTextureObject_t object, int dimensions, float x, float y, float z,
                      int layer, struct sim_texels *texels)
{
    event_t *recording = recorder_pause(); /* the copy below is no part of the kernel */
    find((const struct texture *)(uintptr_t)object, dimensions, (float[]){x, y, z}, layer, texels);
    recorder_go_on(recording);
}
