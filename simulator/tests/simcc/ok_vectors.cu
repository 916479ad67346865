// Arithmetic of vectors as NVIDIA's samples have it, on the host and in kernels; and headers that
// are there for their names.
// out: sum 5 7 9, scaled 2 4 6, from 10: 9 8 7, quotient 0.5
// out: dot 32, length 5, cross -3 6 -3, unit 0.6 0.8
// out: clamped 0 2 3, limits 1 2 and 4 5, between 2.5, half 0.5
// out: ints 4 6 8 10, dot 50, wide 1 2 3 9
// out: kernel 11 22 33 44
// out: code 8 of CUDA: profiler already stopped, depth 65
#include <crt/device_functions.h>
#include <curand_uniform.h>
#include <helper_math.h>
#include <host_defines.h>
#include <math_functions.h>
#include <nvToolsExtCuda.h>
#include <sm_61_intrinsics.h>
#include <stdio.h>
#include <texture_types.h>
#include <vector_functions.hpp>

__global__ void add(float4 *to, const float4 *a, float factor)
{
    to[threadIdx.x] += a[threadIdx.x] * factor;
}

/* A launch that may begin before the one in front of it has ended. */
__global__ void scale(float4 *to)
{
    cudaGridDependencySynchronize();
    to[0] *= 11;
    cudaTriggerProgrammaticLaunchCompletion();
}

int main()
{
    float3 a = make_float3(1, 2, 3), b = make_float3(4, 5, 6);
    float3 sum = a + b, scaled = 2.0f * a, from = 10.0f - a, turned = cross(a, b);
    float2 leg = make_float2(3, 4), unit = normalize(leg);
    float3 clamped = clamp(make_float3(-1, 2, 9), 0.0f, 3.0f);
    int4 ints = make_int4(1, 2, 3, 4), more = make_int4(3, 4, 5, 6);
    float4 wide = make_float4(make_float3(make_int3(1, 2, 3)), 9);

    printf("sum %g %g %g, scaled %g %g %g, from 10: %g %g %g, quotient %g\n", sum.x, sum.y, sum.z,
           scaled.x, scaled.y, scaled.z, from.x, from.y, from.z, (a / 2.0f).x);
    printf("dot %g, length %g, cross %g %g %g, unit %.2g %.2g\n", dot(a, b), length(leg), turned.x,
           turned.y, turned.z, unit.x, unit.y);
    printf("clamped %g %g %g, limits %g %g and %g %g, between %g, half %g\n", clamped.x, clamped.y,
           clamped.z, fminf(a, b).x, fminf(a, b).y, fmaxf(a, b).x, fmaxf(a, b).y,
           lerp(a, b, 0.5f).x, smoothstep(0.0f, 2.0f, 1.0f));
    printf("ints %d %d %d %d, dot %d, wide %g %g %g %g\n", (ints + more).x, (ints + more).y,
           (ints + more).z, (ints + more).w, dot(ints, more), wide.x, wide.y, wide.z, wide.w);

    float4 *to, *by;
    cudaMallocManaged(&to, sizeof *to);
    cudaMallocManaged(&by, sizeof *by);
    *to = make_float4(0.0f);
    *by = make_float4(0.5f, 1, 1.5f, 2);
    add<<<1, 1>>>(to, by, 2);
    scale<<<1, 1>>>(to);
    cudaDeviceSynchronize();
    printf("kernel %g %g %g %g\n", to->x, to->y, to->z, to->w);
    printf("code %d of CUDA: %s, depth %d\n", (int)cudaErrorProfilerAlreadyStopped,
           cudaGetErrorString(cudaErrorProfilerAlreadyStopped),
           (int)cudaErrorLaunchMaxDepthExceeded);
    return 0;
}
