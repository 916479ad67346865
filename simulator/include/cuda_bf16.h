/*
 * bfloat16: __nv_bfloat16 and __nv_bfloat162, their arithmetic, comparisons and conversions. All
 * results are rounded to nearest even from the exact one, but for the elementary functions, which
 * on a GPU may differ in their last bit.
 */
#ifndef __CUDA_BF16_H__
#define __CUDA_BF16_H__

#ifdef __cplusplus

#include "sim/narrow_conversions.h"

SIM_NARROW_TYPE(__nv_bfloat16, __nv_bfloat16_raw, SIM_BFLOAT)
SIM_NARROW_PAIR_TYPE(__nv_bfloat162, __nv_bfloat162_raw, __nv_bfloat16)
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

SIM_NARROW_ARITHMETIC(__nv_bfloat16, __nv_bfloat162, SIM_BFLOAT)
SIM_NARROW_COMPARISONS(__nv_bfloat16, __nv_bfloat162, SIM_BFLOAT, 0x3f80u)
SIM_NARROW_ALL_OPERATORS(__nv_bfloat16, __nv_bfloat162)
SIM_NARROW_CONVERSIONS(__nv_bfloat16, __nv_bfloat162, bfloat16, bfloat162, SIM_BFLOAT)
SIM_NARROW_TOGETHER(__nv_bfloat16, __nv_bfloat162, SIM_ONE_BFLOAT, SIM_TWO_BFLOATS)

SIM_INLINE float2 __bfloat1622float2(__nv_bfloat162 v)
{
    return __bfloat1622float2_of(v);
}

SIM_INLINE __nv_bfloat162 __float22bfloat162_rn(float2 v)
{
    return __floats2bfloat162_rn(v.x, v.y);
}

SIM_INLINE int __hisinf(const __nv_bfloat16 &v)
{
    return v.__x == 0x7f80u ? 1 : v.__x == 0xff80u ? -1 : 0;
}

#define CUDART_INF_BF16        __ushort_as_bfloat16(0x7f80u)
#define CUDART_NAN_BF16        __ushort_as_bfloat16(0x7fffu)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16(0x0001u)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16(0x7f7fu)
#define CUDART_NEG_ZERO_BF16   __ushort_as_bfloat16(0x8000u)
#define CUDART_ZERO_BF16       __ushort_as_bfloat16(0x0000u)
#define CUDART_ONE_BF16        __ushort_as_bfloat16(0x3f80u)

#endif

#endif
