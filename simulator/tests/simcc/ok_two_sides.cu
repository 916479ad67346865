// __CUDA_ARCH__ is defined on the device only: functions of both sides are others on the host.
// out: host: plain -1, member 20, made 7, of a template 1.5, operator 103, constant 2, list 4
// out: host: macro 10, header 30, out of line 2, kernel started 5, caught no kernel here
// out: host only: no device here
// out: constants: 2 2
// out: device: plain 0, member 21, made 8, of a template 2.5, operator 203, constant 1, list 5
// out: device: macro 900, header 31, out of line 3
#include "include/two_sides.h"
#include <stdexcept>
#include <stdio.h>

#ifdef __CUDA_ARCH__
#define SIDE __CUDA_ARCH__
#else
#define SIDE 10
#endif

__host__ __device__ int plain()
{
#ifdef __CUDA_ARCH__
    int i = threadIdx.x;
#else
    int i = -1;
#endif
    return i;
}

struct thing {
    int value, list[2];

    __host__ __device__ thing(int v) : value(v + 1), list{v, v + 1}
    {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700
        value++;
#endif
    }
    __host__ __device__ int member() const
    {
#ifndef __CUDA_ARCH__
        return 20;
#else
        return 21;
#endif
    }
    template <class T> __host__ __device__ auto half(T x) const -> T
    {
#ifdef __CUDA_ARCH__
        x += 1;
#endif
        return x / 2;
    }
    __host__ __device__ int operator()(int x) const noexcept
    {
#ifdef __CUDA_ARCH__
        return 200 + x;
#else
        return 100 + x;
#endif
    }
    __host__ __device__ int out_of_line() const;
};

__host__ __device__ int thing::out_of_line() const
{
    int sum = 2;
#if __CUDA_ARCH__
    for (int i = 0; i < 1; i++) {
        sum++;
    }
#endif
    return sum;
}

namespace inner
{
__host__ __device__ constexpr int constant()
{
#ifdef __CUDA_ARCH__
    return 1;
#else
    return 2;
#endif
}
} // namespace inner

__host__ __device__ int macro()
{
    return SIDE;
}

__global__ void set(int *p, int v)
{
    *p = v;
}

__host__ __device__ int start()
{
#ifdef __CUDA_ARCH__
    return 0;
#else
    int *p, v;
    cudaMallocManaged(&p, sizeof *p);
    set<<<1, 1>>>(p, 5);
    cudaDeviceSynchronize();
    v = *p;
    cudaFree(p);
    return v;
#endif
}

__host__ __device__ void only_in_kernels()
{
#ifndef __CUDA_ARCH__
    throw std::runtime_error("no kernel here");
#endif
}

const char *host_only()
{
#ifdef __CUDA_ARCH__
    return 1; // would not compile on the host
#else
    return "no device here";
#endif
}

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600
#else
__device__ double atomicAdd(double *p, double v)
{
    return *p += v;
}
#endif

__global__ void show()
{
    thing t(6);

    printf("device: plain %d, member %d, made %d, of a template %g, operator %d, constant %d, "
           "list %d\n",
           plain(), t.member(), t.value, t.half(4.0f), t(3), inner::constant(), t.list[1] - 2);
    printf("device: macro %d, header %d, out of line %d\n", macro(), in_header(), t.out_of_line());
}

int main()
{
    thing t(6);
    constexpr int fixed = inner::constant();
    int sized[inner::constant()] = {};

    printf("host: plain %d, member %d, made %d, of a template %g, operator %d, constant %d, "
           "list %d\n",
           plain(), t.member(), t.value, t.half(3.0f), t(3), inner::constant(), t.list[1] - 3);
    printf("host: macro %d, header %d, out of line %d, kernel started %d", macro(), in_header(),
           t.out_of_line(), start());
    try {
        only_in_kernels();
    } catch (const std::runtime_error &error) {
        printf(", caught %s\n", error.what());
    }
    printf("host only: %s\n", host_only());
    printf("constants: %d %d\n", fixed, (int)(sizeof sized / sizeof *sized));
    show<<<1, 1>>>();
    return cudaDeviceSynchronize();
}
