// Structures in shared and global memory: those that functions return or take by
// value, those with a constructor that does nothing, and a sized extern array.
// flags: -Wall -Wextra -Werror -Wno-cpp
// out: sum 3968 992 93 496
#include <stdio.h>

struct empty {
    int value;
    __device__ empty() {}
    __device__ empty(int v) : value(v) {}
    __device__ empty next() const { return empty(value + 1); }
};
template <typename T> struct pair_of {
    T first, second;
    __host__ __device__ pair_of() noexcept {}
};
struct triple {
    int a, b, c;
};
struct large {
    float values[8];
};

__device__ __noinline__ float4 make(int t) { return make_float4(t, t, t, t); }
__device__ float4 nested(int t) { return make(t); }
__device__ __noinline__ triple make_triple(int t)
{
    triple result;
    result.a = t, result.b = 2, result.c = 3;
    return result;
}
__device__ __noinline__ large make_large(int t)
{
    large result;
    for (int i = 0; i < 8; i++)
        result.values[i] = t;
    return result;
}
__device__ __noinline__ triple operator+(const triple &x, const triple &y)
{
    return triple{x.a + y.a, x.b + y.b, x.c + y.c};
}
__device__ __noinline__ float first(float4 v) { return v.x; }
template <typename T> __device__ __noinline__ T same(T value) { return value; }

__global__ void structures(triple *global)
{
    __shared__ float4 vectors[32];
    __shared__ empty objects[32], one;
    __shared__ pair_of<int> pairs[2];
    __shared__ triple triples[32];
    __shared__ large larges[32];
    int t = threadIdx.x, i, sum[4] = {0, 0, 0, 0};
    triple *p = global + t;

    vectors[t] = nested(t);
    objects[t] = empty(t).next();
    if (t == 0)
        one = same<empty>(objects[t]), pairs[0].first = pairs[1].first = 1;
    triples[t] = *p = make_triple(t);
    triples[t] = triples[t] + *p;
    larges[t] = t < 16 ? make_large(t) : make_large(t - 16);
    __syncthreads();
    if (t == 0) {
        for (i = 0; i < 32; i++) {
            sum[0] += (int)first(vectors[i]) * 8;
            sum[1] += triples[i].a;
            sum[2] += i % 32 < 31 ? global[i].c : 0;
            sum[3] += (int)(larges[i].values[7] * 2 + objects[i].value / 33);
        }
        printf("sum %d %d %d %d\n", sum[0], sum[1], sum[2], sum[3] + one.value * pairs[0].first +
               pairs[1].first - 2 + 16);
    }
}

int main()
{
    triple *global;
    cudaMalloc(&global, 32 * sizeof *global);
    structures<<<1, 32>>>(global);
    return cudaDeviceSynchronize();
}
