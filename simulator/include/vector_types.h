/*
 * CUDA's vector types (int4, float2, ...) and dim3, for C and C++. Sizes and
 * alignments are CUDA's: the types of two and four elements are aligned to
 * their size, at most 16 bytes, so that one instruction loads them whole.
 */
#ifndef SIM_VECTOR_TYPES_H
#define SIM_VECTOR_TYPES_H

#define SIM_VECTOR_TYPES(name, type, alignment2, alignment4)                             \
    struct name##1 { type x; };                                                          \
    struct __attribute__((aligned(alignment2))) name##2 { type x, y; };                  \
    struct name##3 { type x, y, z; };                                                    \
    struct __attribute__((aligned(alignment4))) name##4 { type x, y, z, w; };            \
    typedef struct name##1 name##1;                                                      \
    typedef struct name##2 name##2;                                                      \
    typedef struct name##3 name##3;                                                      \
    typedef struct name##4 name##4;

SIM_VECTOR_TYPES(char, signed char, 2, 4)
SIM_VECTOR_TYPES(uchar, unsigned char, 2, 4)
SIM_VECTOR_TYPES(short, short, 4, 8)
SIM_VECTOR_TYPES(ushort, unsigned short, 4, 8)
SIM_VECTOR_TYPES(int, int, 8, 16)
SIM_VECTOR_TYPES(uint, unsigned int, 8, 16)
SIM_VECTOR_TYPES(long, long int, 2 * sizeof(long int), 16)
SIM_VECTOR_TYPES(ulong, unsigned long int, 2 * sizeof(long int), 16)
SIM_VECTOR_TYPES(longlong, long long int, 16, 16)
SIM_VECTOR_TYPES(ulonglong, unsigned long long int, 16, 16)
SIM_VECTOR_TYPES(float, float, 8, 16)
SIM_VECTOR_TYPES(double, double, 16, 16)

#undef SIM_VECTOR_TYPES

/* A grid's or a block's size: what is not given is 1. */
struct dim3 {
    unsigned int x, y, z;
#ifdef __cplusplus
    constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1)
        : x(vx), y(vy), z(vz) {}
    constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    constexpr operator uint3() const { return uint3{x, y, z}; }
    /* From threadIdx and its kind, where they are types of their own (sim/places.h). */
    template <class place, typename place::sim_place = 0>
    constexpr dim3(const place &p) : x(p.x), y(p.y), z(p.z) {}
#endif
};
typedef struct dim3 dim3;

#endif
