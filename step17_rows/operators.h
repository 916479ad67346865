/*
 * The operators on a row of floats: its sum, and softmax's maximum and sum. In the way of step 16
 * an operator has an accumulator (the partial result of some of a row's numbers), an identity (that
 * of none), and combine. Beside them:
 *
 *     take(a, numbers)     a with more numbers: one, some fours, or some of shared memory
 *     combineLanes(a, lanes)  combines lanes side by side, a power of two of them: the first gets
 *                          it. All 32 lanes of a warp must call it.
 *     padding()            a number that changes nothing
 *     finish(a)            the row's result
 *     tile_columns         the length up to which rows are best reduced from shared memory: the
 *                          work of a warp for a row costs more for one operator than for another
 *     short_blocks         blocks for each multiprocessor, where rows are short and of unequal
 *                          lengths: segments.h
 */
#ifndef OPERATORS_H
#define OPERATORS_H

#include <float.h>
#include <math.h>
#include <stddef.h>

/* The sum, in float. That of an empty row is 0. */
struct RowSum {
    typedef float accumulator;
    typedef float result;
    static const size_t tile_columns = 95;
    static const unsigned int short_blocks = 5;

    static __device__ float padding()
    {
        return 0.0f;
    }
    static __device__ accumulator identity()
    {
        return 0.0f;
    }
    static __device__ accumulator combine(accumulator a, accumulator b)
    {
        return a + b;
    }
    static __device__ accumulator take(accumulator a, float x)
    {
        return a + x;
    }
    template <unsigned int iFours>
    static __device__ accumulator take(accumulator a, const float4 (&x)[iFours])
    {
#pragma unroll
        for (unsigned int k = 0; k < iFours; k++)
            a += (x[k].x + x[k].y) + (x[k].z + x[k].w);
        return a;
    }
    template <unsigned int iNumbers>
    static __device__ accumulator take(accumulator a, const float (&x)[iNumbers])
    {
#pragma unroll
        for (unsigned int k = 0; k < iNumbers; k++)
            a += x[k];
        return a;
    }
    /* The numbers, or fours, at begin, begin + stride, ... below end. */
    static __device__ accumulator take(accumulator a, const float *numbers, unsigned int begin,
                                       unsigned int end, unsigned int stride)
    {
        for (unsigned int i = begin; i < end; i += stride)
            a += numbers[i];
        return a;
    }
    static __device__ accumulator take(accumulator a, const float4 *fours, unsigned int begin,
                                       unsigned int end, unsigned int stride)
    {
        for (unsigned int i = begin; i < end; i += stride) {
            float4 x = fours[i];
            a += (x.x + x.y) + (x.z + x.w);
        }
        return a;
    }
    static __device__ accumulator combineLanes(accumulator a, unsigned int lanes)
    {
        for (unsigned int distance = lanes / 2; distance > 0; distance /= 2)
            a += __shfl_down_sync(0xFFFFFFFF, a, distance);
        return a;
    }
    static __device__ accumulator fromLaneBefore(accumulator a, unsigned int distance)
    {
        return __shfl_up_sync(0xFFFFFFFF, a, distance);
    }
    static __device__ result finish(accumulator a)
    {
        return a;
    }
};

/* A maximum, and the sum of exp(x - maximum). */
struct softmax_pair {
    float maximum, sum;
};

/*
 * Softmax divides exp(x - maximum) by the sum of these over the row: without the maximum, exp would
 * overflow. Here is one pass for both: whenever a larger maximum comes, the sum so far is
 * scaled down to it.
 *
 * -infinity counts nothing, whatever the maximum is. Where the maximum is +infinity, each +infinity
 * counts 1. A NaN in the row makes both NaN: it makes the sum one, which finish looks at, since
 * fmaxf passes over it. Of an empty row, or one of -infinity alone, the pair is (-infinity, 0).
 */
struct Softmax {
    typedef struct softmax_pair
        accumulator; // its maximum is never below -FLT_MAX: so a difference from it
    typedef struct softmax_pair result; // is a number, or -infinity
    static const size_t tile_columns = 192;
    static const unsigned int short_blocks = 4;

    static __device__ float padding()
    {
        return -INFINITY;
    }
    static __device__ accumulator identity()
    {
        return {-FLT_MAX, 0.0f};
    }
    /* exp(x - maximum), for x up to the maximum. */
    static __device__ float power(float x, float maximum)
    {
        return expf(x == maximum ? 0.0f : x - maximum); // both may be infinite
    }
    static __device__ accumulator combine(accumulator a, accumulator b)
    {
        float maximum = fmaxf(a.maximum, b.maximum);
        return {maximum, a.sum * power(a.maximum, maximum) + b.sum * power(b.maximum, maximum)};
    }
    static __device__ accumulator take(accumulator a, float x)
    {
        float maximum = fmaxf(a.maximum, x);
        return {maximum, a.sum * power(a.maximum, maximum) + power(x, maximum)};
    }
    template <unsigned int iFours>
    static __device__ accumulator take(accumulator a, const float4 (&x)[iFours])
    {
        float maximum = a.maximum; // of all of them: so the sum is scaled once
#pragma unroll
        for (unsigned int k = 0; k < iFours; k++)
            maximum = fmaxf(maximum, fmaxf(fmaxf(x[k].x, x[k].y), fmaxf(x[k].z, x[k].w)));
        float sum = a.sum * power(a.maximum, maximum);
#pragma unroll
        for (unsigned int k = 0; k < iFours; k++)
            sum += (power(x[k].x, maximum) + power(x[k].y, maximum)) +
                   (power(x[k].z, maximum) + power(x[k].w, maximum));
        return {maximum, sum};
    }
    template <unsigned int iNumbers>
    static __device__ accumulator take(accumulator a, const float (&x)[iNumbers])
    {
        float maximum = a.maximum; // the same
#pragma unroll
        for (unsigned int k = 0; k < iNumbers; k++)
            maximum = fmaxf(maximum, x[k]);
        float sum = a.sum * power(a.maximum, maximum);
#pragma unroll
        for (unsigned int k = 0; k < iNumbers; k++)
            sum += power(x[k], maximum);
        return {maximum, sum};
    }
    static __device__ accumulator take(accumulator a, const float *numbers, unsigned int begin,
                                       unsigned int end, unsigned int stride)
    {
        float maximum = a.maximum;
        for (unsigned int i = begin; i < end; i += stride)
            maximum = fmaxf(maximum, numbers[i]);
        float sum = a.sum * power(a.maximum, maximum);
        for (unsigned int i = begin; i < end; i += stride)
            sum += power(numbers[i], maximum);
        return {maximum, sum};
    }
    static __device__ accumulator take(accumulator a, const float4 *fours, unsigned int begin,
                                       unsigned int end, unsigned int stride)
    {
        for (unsigned int i = begin; i < end; i += stride) {
            float4 x[1] = {fours[i]};
            a = take(a, x);
        }
        return a;
    }
    static __device__ accumulator combineLanes(accumulator a, unsigned int lanes)
    {
        float maximum = a.maximum; // first of all lanes: so each scales its sum once
        for (unsigned int distance = lanes / 2; distance > 0; distance /= 2)
            maximum = fmaxf(maximum, __shfl_xor_sync(0xFFFFFFFF, maximum, distance));
        float sum = a.sum * power(a.maximum, maximum);
        for (unsigned int distance = lanes / 2; distance > 0; distance /= 2)
            sum += __shfl_down_sync(0xFFFFFFFF, sum, distance);
        return {maximum, sum};
    }
    static __device__ accumulator fromLaneBefore(accumulator a, unsigned int distance)
    {
        return {__shfl_up_sync(0xFFFFFFFF, a.maximum, distance),
                __shfl_up_sync(0xFFFFFFFF, a.sum, distance)};
    }
    static __device__ result finish(accumulator a)
    {
        if (isnan(a.sum))
            return {a.sum, a.sum};
        return {a.sum == 0.0f ? -INFINITY : a.maximum, a.sum};
    }
};

#endif
