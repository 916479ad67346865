/*
 * Accesses of all sizes, at even and uneven distances, atomics, exchanges, barriers of a warp
 * and fences: one of each that a view must show with the right values.
 */
#include <cuda_runtime.h>
#include <stdio.h>

struct all {
    unsigned char bytes[32];
    short shorts[32];
    int ints[32];
    float floats[32];
    long long longs[32];
    double doubles[32];
    int4 quads[32];
};

__global__ void touch(struct all *a, int *count)
{
    __shared__ double pairs[64];
    unsigned t = threadIdx.x;
    a->bytes[t] = (unsigned char)(200 + t);
    a->shorts[31 - t] = (short)(-1000 - (int)t);
    a->ints[t * 5 % 32] = 7;
    a->floats[t] = 0.5f * (float)t;
    a->longs[t] = (long long)t << 60;
    a->doubles[t] = 0.25 * t;
    a->quads[t] = make_int4((int)t, -1, 1 << 30, 0);
    pairs[2 * t] = a->doubles[t];
    __syncwarp();
    pairs[2 * t + 1] = pairs[2 * (31 - t)];
    __threadfence();
    int before = atomicAdd(count, (int)t);
    unsigned odd = __ballot_sync(0xFFFFFFFF, t & 1);
    int next = __shfl_down_sync(0xFFFFFFFF, before, 4);
    if (t % 2)
        a->ints[t] = next + (int)odd;
}

int main()
{
    struct all *a;
    int *count;
    cudaMalloc(&a, sizeof *a);
    cudaMalloc(&count, sizeof *count);
    cudaMemset(a, 0, sizeof *a);
    cudaMemset(count, 0, sizeof *count);
    touch<<<1, 32>>>(a, count);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
