/*
 * CUDA's vector types (int4, float2, ...) and dim3, for C and C++. Sizes and
 * alignments are CUDA's: the types of two and four elements are aligned to
 * their size, at most 16 bytes, so that one instruction loads them whole.
 */
#ifndef __VECTOR_TYPES_H__
#define __VECTOR_TYPES_H__

#ifdef __cplusplus
/*
 * They copy themselves in one piece, as a GPU does it. clang would load a plain
 * structure member by member; gcc would not instrument the load of one that is
 * passed to a function.
 */
#define SIM_WHOLE(name, type, bytes, parameters, ...)                                              \
    name() = default;                                                                              \
    constexpr name parameters : __VA_ARGS__ {}                                                     \
    __attribute__((always_inline)) name(const name &other)                                         \
    {                                                                                              \
        copy(other);                                                                               \
    }                                                                                              \
    __attribute__((always_inline)) name &operator=(const name &other)                              \
    {                                                                                              \
        copy(other);                                                                               \
        return *this;                                                                              \
    }                                                                                              \
    __attribute__((always_inline)) void copy(const name &other)                                    \
    {                                                                                              \
        typedef type whole __attribute__((vector_size(bytes), may_alias));                         \
        *reinterpret_cast<whole *>(this) = *reinterpret_cast<const whole *>(&other);               \
    }
#else
#define SIM_WHOLE(name, type, bytes, parameters, ...)
#endif

#define SIM_VECTOR_2(name, type, alignment)                                                        \
    struct __attribute__((aligned(alignment))) name {                                              \
        type x, y;                                                                                 \
        SIM_WHOLE(name, type, alignment, (type vx, type vy = 0), x(vx), y(vy))                     \
    };                                                                                             \
    typedef struct name name;

#define SIM_VECTOR_4(name, type, alignment)                                                        \
    struct __attribute__((aligned(alignment))) name {                                              \
        type x, y, z, w;                                                                           \
        SIM_WHOLE(name, type, alignment, (type vx, type vy = 0, type vz = 0, type vw = 0), x(vx),  \
                  y(vy), z(vz), w(vw))                                                             \
    };                                                                                             \
    typedef struct name name;

/* One and three elements have the alignment of one; so 32 bytes have that of 16. */
#define SIM_VECTOR_PLAIN(name, alignment, members)                                                 \
    struct __attribute__((aligned(alignment))) name {                                              \
        members;                                                                                   \
    };                                                                                             \
    typedef struct name name;

#define SIM_VECTORS_1_3(name, type)                                                                \
    SIM_VECTOR_PLAIN(name##1, sizeof(type), type x)                                                \
    SIM_VECTOR_PLAIN(name##3, sizeof(type), type x; type y; type z)

#define SIM_SMALL_VECTORS(name, type)                                                              \
    SIM_VECTORS_1_3(name, type)                                                                    \
    SIM_VECTOR_2(name##2, type, 2 * sizeof(type))                                                  \
    SIM_VECTOR_4(name##4, type, 4 * sizeof(type))

#define SIM_LARGE_VECTORS(name, type)                                                              \
    SIM_VECTORS_1_3(name, type)                                                                    \
    SIM_VECTOR_2(name##2, type, 16)                                                                \
    SIM_VECTOR_PLAIN(name##4, 16, type x; type y; type z; type w)

SIM_SMALL_VECTORS(char, signed char)
SIM_SMALL_VECTORS(uchar, unsigned char)
SIM_SMALL_VECTORS(short, short)
SIM_SMALL_VECTORS(ushort, unsigned short)
SIM_SMALL_VECTORS(int, int)
SIM_SMALL_VECTORS(uint, unsigned int)
SIM_SMALL_VECTORS(float, float)
SIM_LARGE_VECTORS(long, long int)
SIM_LARGE_VECTORS(ulong, unsigned long int)
SIM_LARGE_VECTORS(longlong, long long int)
SIM_LARGE_VECTORS(ulonglong, unsigned long long int)
SIM_LARGE_VECTORS(double, double)

#undef SIM_LARGE_VECTORS
#undef SIM_SMALL_VECTORS
#undef SIM_VECTORS_1_3
#undef SIM_VECTOR_PLAIN
#undef SIM_VECTOR_4
#undef SIM_VECTOR_2
#undef SIM_WHOLE

/* A grid's or a block's size: an extent that is not given is 1. */
struct dim3 {
    unsigned int x, y, z;
#ifdef __cplusplus
    constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1)
        : x(vx), y(vy), z(vz)
    {
    }
    constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    constexpr operator uint3() const
    {
        return uint3{x, y, z};
    }
    /* From threadIdx and its kind, where they are types of their own (sim/builtin_variables.h). */
    template <class place, typename place::sim_place = 0>
    constexpr dim3(const place &p) : x(p.x), y(p.y), z(p.z)
    {
    }
#endif
};
typedef struct dim3 dim3;

#endif
