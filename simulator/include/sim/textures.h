/*
 * Fetches from textures in kernels. Each texel that a fetch is made of counts as a load.
 */
#ifndef SIM_TEXTURES_H
#define SIM_TEXTURES_H

#include <stdint.h>
#include <type_traits>

#include "../cuda_runtime_api.h"
#include "attributes.h"

namespace cuda_sim {

/* A fetched type's components: their type, how many. */
template <class type> struct texture_value {
    using component = type;
    static constexpr int count = 1;
};
#define SIM_TEXTURE_VALUE(name, type)                                                              \
    template <> struct texture_value<name##1> {                                                    \
        using component = type;                                                                    \
        static constexpr int count = 1;                                                            \
    };                                                                                             \
    template <> struct texture_value<name##2> {                                                    \
        using component = type;                                                                    \
        static constexpr int count = 2;                                                            \
    };                                                                                             \
    template <> struct texture_value<name##4> {                                                    \
        using component = type;                                                                    \
        static constexpr int count = 4;                                                            \
    };
SIM_TEXTURE_VALUE(char, signed char)
SIM_TEXTURE_VALUE(uchar, unsigned char)
SIM_TEXTURE_VALUE(short, short)
SIM_TEXTURE_VALUE(ushort, unsigned short)
SIM_TEXTURE_VALUE(int, int)
SIM_TEXTURE_VALUE(uint, unsigned int)
SIM_TEXTURE_VALUE(float, float)
#undef SIM_TEXTURE_VALUE

/* A texel's bits, loaded as one. */
struct texel {
    uint32_t words[4];
};

template <class type> SIM_INLINE void load_texel(texel &to, const void *place)
{
    type value = *static_cast<const type *>(place);

    __builtin_memcpy(to.words, &value, sizeof value);
}

SIM_INLINE texel load_texel(const void *place, int bytes)
{
    typedef uint32_t words_2 __attribute__((vector_size(8), may_alias));
    typedef uint32_t words_4 __attribute__((vector_size(16), may_alias));
    texel result = {};

    switch (bytes) {
    case 1: load_texel<uint8_t>(result, place); break;
    case 2: load_texel<uint16_t>(result, place); break;
    case 4: load_texel<uint32_t>(result, place); break;
    case 8: load_texel<words_2>(result, place); break;
    default: load_texel<words_4>(result, place); break;
    }
    return result;
}

/* Component i of a texel as a number. */
SIM_INLINE float texel_number(const texel &t, int i, const sim_texels &format)
{
    int bits = 8 * format.bytes / format.components;
    uint32_t raw = t.words[i * bits / 32] >> (i * bits % 32);

    if (format.kind == cudaChannelFormatKindFloat)
        return __builtin_bit_cast(float, raw);
    if (format.kind == cudaChannelFormatKindUnsigned) {
        raw = bits == 32 ? raw : raw & ((1u << bits) - 1);
        return format.normalized ? (float)raw / (float)((1ull << bits) - 1) : (float)raw;
    }
    int32_t value = bits == 32 ? (int32_t)raw : (int32_t)(raw << (32 - bits)) >> (32 - bits);
    float scaled = (float)value / (float)((1ull << (bits - 1)) - 1);

    return !format.normalized ? (float)value : scaled < -1.0f ? -1.0f : scaled;
}

template <class type>
SIM_INLINE type fetch(cudaTextureObject_t texture, int dimensions, float x, float y, float z,
                      int layer = 0)
{
    using component = typename texture_value<type>::component;
    constexpr int count = texture_value<type>::count;
    sim_texels texels;
    component result[count] = {};

    sim_texture_find(texture, dimensions, x, y, z, layer, &texels);
    for (int t = 0; t < texels.count; t++) {
        texel bits = {};

        if (texels.place[t])
            bits = load_texel(texels.place[t], texels.bytes);
        if (texels.place[t] && texels.count == 1 && !texels.normalized) {
            __builtin_memcpy(result, bits.words,
                             sizeof result < sizeof bits ? sizeof result : sizeof bits);
            break; /* the element as it is */
        }
        for (int i = 0; i < count && i < texels.components; i++)
            result[i] =
                (component)((float)result[i] +
                            texels.weight[t] * (texels.place[t] ? texel_number(bits, i, texels)
                                                                : texels.border[i]));
    }
    type value;
    __builtin_memcpy(static_cast<void *>(&value), result, sizeof value);
    return value;
}

}

/* A kind of fetch in its two forms: one returns the value, the other stores it. */
#define SIM_FETCH(name, parameters, names, dimensions, x, y, z, layer)                             \
    template <class type> SIM_INLINE type name parameters                                          \
    {                                                                                              \
        return cuda_sim::fetch<type>(texture, dimensions, x, y, z, layer);                         \
    }                                                                                              \
    template <class type> SIM_INLINE void name(type *to, SIM_UNWRAP parameters)                    \
    {                                                                                              \
        *to = name<type> names;                                                                    \
    }
#define SIM_UNWRAP(...) __VA_ARGS__

SIM_FETCH(tex1Dfetch, (cudaTextureObject_t texture, int i), (texture, i), 0,
          __builtin_bit_cast(float, i), 0, 0, 0)
SIM_FETCH(tex1D, (cudaTextureObject_t texture, float x), (texture, x), 1, x, 0, 0, 0)
SIM_FETCH(tex2D, (cudaTextureObject_t texture, float x, float y), (texture, x, y), 2, x, y, 0, 0)
SIM_FETCH(tex3D, (cudaTextureObject_t texture, float x, float y, float z), (texture, x, y, z), 3, x,
          y, z, 0)
SIM_FETCH(tex1DLayered, (cudaTextureObject_t texture, float x, int layer), (texture, x, layer),
          1 | SIM_TEXTURE_LAYERED, x, 0, 0, layer)
SIM_FETCH(tex2DLayered, (cudaTextureObject_t texture, float x, float y, int layer),
          (texture, x, y, layer), 2 | SIM_TEXTURE_LAYERED, x, y, 0, layer)
SIM_FETCH(texCubemap, (cudaTextureObject_t texture, float x, float y, float z), (texture, x, y, z),
          2 | SIM_TEXTURE_CUBE, x, y, z, 0)
SIM_FETCH(texCubemapLayered, (cudaTextureObject_t texture, float x, float y, float z, int layer),
          (texture, x, y, z, layer), 2 | SIM_TEXTURE_CUBE, x, y, z, layer)
/* All textures have one level here: any level is that one. */
SIM_FETCH(tex1DLod, (cudaTextureObject_t texture, float x, float), (texture, x, 0), 1, x, 0, 0, 0)
SIM_FETCH(tex2DLod, (cudaTextureObject_t texture, float x, float y, float), (texture, x, y, 0), 2,
          x, y, 0, 0)
SIM_FETCH(tex3DLod, (cudaTextureObject_t texture, float x, float y, float z, float),
          (texture, x, y, z, 0), 3, x, y, z, 0)

#undef SIM_FETCH
#undef SIM_UNWRAP

/* The format of an array whose elements are of this type. */
template <class type> SIM_INLINE cudaChannelFormatDesc cudaCreateChannelDesc()
{
    using component = typename cuda_sim::texture_value<type>::component;
    constexpr int count = cuda_sim::texture_value<type>::count, bits = 8 * sizeof(component);

    return {bits, count > 1 ? bits : 0, count > 2 ? bits : 0, count > 2 ? bits : 0,
            std::is_floating_point_v<component> ? cudaChannelFormatKindFloat
            : std::is_signed_v<component>       ? cudaChannelFormatKindSigned
                                                : cudaChannelFormatKindUnsigned};
}

#endif
