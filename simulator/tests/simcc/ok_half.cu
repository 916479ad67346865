// Half and bfloat16: arithmetic, conversions, pairs, shared memory, shuffles, atomics.
// out: half: 3.5 10 14 (12 0.75) 496 -1 3 0.125, 32 (32 64), 29
// out: bfloat16: 3.5 10 14 (12 0.75) 496 -1 3 0.125, 32 (32 64), 29
// out: 2048 2050 -2050 -2048
// out: 256 258 -258 -256
// out: 2 -2 0 -1 7c00 0002
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <stdio.h>

template <class one, class two> struct results {
    float sum, fused, scaled, low, high, shuffled, least, root, exponential;
    one counter;
    two pair_counter;
    int flags;
};

template <class one, class two>
__global__ void compute(const one *a, const two *b, results<one, two> *r)
{
    __shared__ one shared[32];
    __shared__ two pairs[32];
    int i = threadIdx.x;
    one sum = a[i];

    for (int distance = 16; distance > 0; distance /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, distance);
    shared[i] = a[31 - i];
    pairs[i] = __hfma2(b[i], b[i], b[i]);
    __syncthreads();
    atomicAdd(&r->counter, one(1.0f));
    atomicAdd(&r->pair_counter, two(one(1), one(2)));
    if (i == 3) {
        r->shuffled = (float)sum;
        r->sum = (float)(a[i] + one(0.5f));
        r->fused = (float)__hfma(a[i], a[i], one(1));
        r->scaled = (float)(shared[i] * one(2.0) / one(4));
        r->low = __low2float(pairs[i]);
        r->high = __high2float(pairs[i]);
        r->least = (float)__hmin(a[i], one(-1));
        r->root = (float)hsqrt(one(9));
        r->exponential = (float)hexp2(one(-3));
        r->flags = (a[i] < shared[i]) + 2 * __hgt(a[i], shared[i]) + 4 * __hisnan(one(0) / one(0)) +
                   8 * (one(2) == one(2.0)) + 16 * __hbeq2(pairs[i], pairs[i]);
    }
}

template <class one, class two, class make_pair> static void run(const char *name, make_pair pair)
{
    one *a;
    two *b;
    results<one, two> *r;

    cudaMallocManaged(&a, 32 * sizeof *a);
    cudaMallocManaged(&b, 32 * sizeof *b);
    cudaMallocManaged(&r, sizeof *r);
    for (int i = 0; i < 32; i++) {
        a[i] = i;
        b[i] = pair((float)i, 0.5f);
    }
    r->counter = 0;
    r->pair_counter = pair(0.0f, 0.0f);
    compute<<<1, 32>>>(a, b, r);
    cudaDeviceSynchronize();
    printf("%s: %g %g %g (%g %g) %g %g %g %g, %g (%g %g), %d\n", name, r->sum, r->fused, r->scaled,
           r->low, r->high, r->shuffled, r->least, r->root, r->exponential, (float)r->counter,
           (float)r->pair_counter.x, (float)r->pair_counter.y, r->flags);
}

int main()
{
    run<__half, __half2>("half", [](float x, float y) { return __floats2half2_rn(x, y); });
    run<__nv_bfloat16, __nv_bfloat162>(
        "bfloat16", [](float x, float y) { return __floats2bfloat162_rn(x, y); });
    /* 2049 lies between two halves, 257 between two bfloat16: to even, up, down, towards 0 */
    printf("%g %g %g %g\n", (float)__float2half_rn(2049), (float)__float2half_ru(2049),
           (float)__float2half_rd(-2049), (float)__float2half_rz(-2049));
    printf("%g %g %g %g\n", (float)__float2bfloat16_rn(257), (float)__float2bfloat16_ru(257),
           (float)__float2bfloat16_rd(-257), (float)__float2bfloat16_rz(-257));
    printf("%d %d %u %lld %04x %04x\n", __half2int_rn(half(2.5f)), __half2int_rz(half(-2.5f)),
           __half2uint_rn(half(-1.0f)), __half2ll_rd(half(-0.5f)),
           __half_as_ushort(__int2half_rn(100000)), __half_as_ushort(__float2half(1e-7f)));
    return 0;
}
