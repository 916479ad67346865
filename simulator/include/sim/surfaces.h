/*
 * Surfaces in kernels: loads and stores of an array's elements. Each counts as one; positions are
 * counted in bytes along a row, as CUDA has it.
 */
#ifndef SIM_SURFACES_H
#define SIM_SURFACES_H

#include "textures.h"

namespace cuda_sim {

template <class type>
SIM_INLINE type surface_read(cudaSurfaceObject_t surface, int x, int y, int z,
                             cudaSurfaceBoundaryMode mode)
{
    const void *place = sim_surface_find(surface, sizeof(type), x, y, z, mode);
    type value = {};

    if (place) {
        texel bits = load_texel(place, sizeof(type));

        __builtin_memcpy(static_cast<void *>(&value), bits.words, sizeof value);
    }
    return value;
}

template <class type, class other> SIM_INLINE void store_as(void *place, const other &value)
{
    type bits;

    __builtin_memcpy(&bits, &value, sizeof bits);
    *static_cast<type *>(place) = bits;
}

template <class type>
SIM_INLINE void surface_write(const type &value, cudaSurfaceObject_t surface, int x, int y, int z,
                              cudaSurfaceBoundaryMode mode)
{
    typedef uint32_t words_2 __attribute__((vector_size(8), may_alias));
    typedef uint32_t words_4 __attribute__((vector_size(16), may_alias));
    void *place = sim_surface_find(surface, sizeof(type), x, y, z, mode);

    if (!place)
        return;
    if constexpr (sizeof(type) == 1)
        store_as<uint8_t>(place, value);
    else if constexpr (sizeof(type) == 2)
        store_as<uint16_t>(place, value);
    else if constexpr (sizeof(type) == 4)
        store_as<uint32_t>(place, value);
    else if constexpr (sizeof(type) == 8)
        store_as<words_2>(place, value);
    else
        store_as<words_4>(place, value);
}

}

/* A kind of surface: its three functions. */
#define SIM_SURFACE(name, parameters, x, y, z)                                                     \
    template <class type>                                                                          \
    SIM_INLINE type name##read(cudaSurfaceObject_t surface, SIM_UNWRAP parameters,                 \
                               cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)                \
    {                                                                                              \
        return cuda_sim::surface_read<type>(surface, x, y, z, mode);                               \
    }                                                                                              \
    template <class type>                                                                          \
    SIM_INLINE void name##read(type *to, cudaSurfaceObject_t surface, SIM_UNWRAP parameters,       \
                               cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)                \
    {                                                                                              \
        *to = cuda_sim::surface_read<type>(surface, x, y, z, mode);                                \
    }                                                                                              \
    template <class type>                                                                          \
    SIM_INLINE void name##write(type value, cudaSurfaceObject_t surface, SIM_UNWRAP parameters,    \
                                cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)               \
    {                                                                                              \
        cuda_sim::surface_write(value, surface, x, y, z, mode);                                    \
    }
#define SIM_UNWRAP(...) __VA_ARGS__

SIM_SURFACE(surf1D, (int x), x, 0, 0)
SIM_SURFACE(surf2D, (int x, int y), x, y, 0)
SIM_SURFACE(surf3D, (int x, int y, int z), x, y, z)
SIM_SURFACE(surf1DLayered, (int x, int layer), x, 0, layer)
SIM_SURFACE(surf2DLayered, (int x, int y, int layer), x, y, layer)
SIM_SURFACE(surfCubemap, (int x, int y, int face), x, y, face)
SIM_SURFACE(surfCubemapLayered, (int x, int y, int layerface), x, y, layerface)

#undef SIM_SURFACE
#undef SIM_UNWRAP

#endif
