/*
 * make_int4 and its kind: builds a vector from its elements. For C and C++.
 */
#ifndef __VECTOR_FUNCTIONS_H__
#define __VECTOR_FUNCTIONS_H__

#include "vector_types.h"

#define SIM_MAKE_FUNCTION static inline __attribute__((always_inline, unused))

#define SIM_MAKE_VECTORS(name, type)                                                               \
    SIM_MAKE_FUNCTION name##1 make_##name##1(type x)                                               \
    {                                                                                              \
        name##1 v = {x};                                                                           \
        return v;                                                                                  \
    }                                                                                              \
    SIM_MAKE_FUNCTION name##2 make_##name##2(type x, type y)                                       \
    {                                                                                              \
        name##2 v = {x, y};                                                                        \
        return v;                                                                                  \
    }                                                                                              \
    SIM_MAKE_FUNCTION name##3 make_##name##3(type x, type y, type z)                               \
    {                                                                                              \
        name##3 v = {x, y, z};                                                                     \
        return v;                                                                                  \
    }                                                                                              \
    SIM_MAKE_FUNCTION name##4 make_##name##4(type x, type y, type z, type w)                       \
    {                                                                                              \
        name##4 v = {x, y, z, w};                                                                  \
        return v;                                                                                  \
    }

SIM_MAKE_VECTORS(char, signed char)
SIM_MAKE_VECTORS(uchar, unsigned char)
SIM_MAKE_VECTORS(short, short)
SIM_MAKE_VECTORS(ushort, unsigned short)
SIM_MAKE_VECTORS(int, int)
SIM_MAKE_VECTORS(uint, unsigned int)
SIM_MAKE_VECTORS(long, long int)
SIM_MAKE_VECTORS(ulong, unsigned long int)
SIM_MAKE_VECTORS(longlong, long long int)
SIM_MAKE_VECTORS(ulonglong, unsigned long long int)
SIM_MAKE_VECTORS(float, float)
SIM_MAKE_VECTORS(double, double)

#undef SIM_MAKE_VECTORS
#undef SIM_MAKE_FUNCTION

#endif
