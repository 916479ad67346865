/* Included by ok_headers.cu. */
#pragma once

__device__ __forceinline__ int same(int v) { return v; }

__global__ void in_header(int *p, int v)
{
    __shared__ int s[1];

    s[0] = same(v);
    *p = s[0];
}

static inline void launch_in_header(int *p, int v)
{
    in_header<<<1,
                1>>>(p, v);
}
