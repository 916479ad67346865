/*
 * Half precision: __half and __half2, their arithmetic, comparisons and conversions. All results
 * are rounded to nearest even from the exact one, but for the elementary functions, which on a GPU
 * may differ in their last bit.
 */
#ifndef __CUDA_FP16_H__
#define __CUDA_FP16_H__

#ifdef __cplusplus

#include "sim/narrow_conversions.h"

SIM_NARROW_TYPE(__half, __half_raw, SIM_HALF)
SIM_NARROW_PAIR_TYPE(__half2, __half2_raw, __half)
typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half2 nv_half2;

SIM_NARROW_ARITHMETIC(__half, __half2, SIM_HALF)
SIM_NARROW_COMPARISONS(__half, __half2, SIM_HALF, 0x3c00u)
SIM_NARROW_ALL_OPERATORS(__half, __half2)
SIM_NARROW_CONVERSIONS(__half, __half2, half, half2, SIM_HALF)
SIM_NARROW_TOGETHER(__half, __half2, SIM_ONE_HALF, SIM_TWO_HALVES)

SIM_INLINE float2 __half22float2(__half2 v)
{
    return __half22float2_of(v);
}

SIM_INLINE __half2 __float22half2_rn(float2 v)
{
    return __floats2half2_rn(v.x, v.y);
}

/* 1, -1 or 0 for infinity, minus infinity and the rest. */
SIM_INLINE int __hisinf(const __half &v)
{
    return v.__x == 0x7c00u ? 1 : v.__x == 0xfc00u ? -1 : 0;
}

#define CUDART_INF_FP16        __ushort_as_half(0x7c00u)
#define CUDART_NAN_FP16        __ushort_as_half(0x7fffu)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half(0x0001u)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half(0x7bffu)
#define CUDART_NEG_ZERO_FP16   __ushort_as_half(0x8000u)
#define CUDART_ZERO_FP16       __ushort_as_half(0x0000u)
#define CUDART_ONE_FP16        __ushort_as_half(0x3c00u)

#endif

#endif
