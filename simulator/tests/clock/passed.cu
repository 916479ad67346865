// What no lane executes, conditions that && joins, bitwise operations of which one takes in
// another, and loops that shift.
#include <cuda_runtime.h>

const int ROUNDS = 64;

// In each round no thread adds, or all store and none loads.
template <bool loads> __global__ void passes(int *out, int least)
{
    __shared__ int numbers[2048];
    int t = threadIdx.x;
    numbers[t] = numbers[t + 1024] = t;
    for (int round = 0; round < ROUNDS; round++) {
        __syncthreads();
        if (t >= least) {
            if (loads)
                numbers[t] += numbers[t + 1024];
            else
                numbers[t] = round;
        }
    }
    __syncthreads();
    out[t] = numbers[t];
}

// A store behind a condition, or behind four.
template <int conditions> __global__ void asks(int *out, int most, int a, int b, int c)
{
    int t = threadIdx.x;
    out[t] = t;
    if (t < most && (conditions == 1 || (t != a && t != b && t != c)))
        out[t + 1024] = most;
}

// 64 pairs of operations: both bitwise, or one of them a sum.
template <bool bitwise> __global__ void pairs(unsigned *out, unsigned left, unsigned right)
{
    unsigned x = threadIdx.x;
#pragma GCC unroll 64
    for (int i = 0; i < 64; i++)
        x = ((bitwise ? x ^ left : x + left) & right) * 5;
    out[threadIdx.x] = x;
}

// As many rounds, of a loop that counts or that shifts.
__global__ void counts(unsigned *out, unsigned last)
{
    unsigned sum = threadIdx.x;
    for (unsigned i = 0; i < last; i++)
        sum = sum * 3 + i;
    out[threadIdx.x] = sum;
}

__global__ void shifts(unsigned *out, unsigned first)
{
    unsigned sum = threadIdx.x;
    for (unsigned i = first; i > 0; i /= 2)
        sum = sum * 3 + i;
    out[threadIdx.x] = sum;
}

int main()
{
    int *out;
    cudaMalloc(&out, 4096 * sizeof *out);
    passes<true><<<1, 1024>>>(out, 5000);
    passes<false><<<1, 1024>>>(out, 5000);
    asks<1><<<1, 32>>>(out, 32, 99, 98, 97);
    asks<4><<<1, 32>>>(out, 32, 99, 98, 97);
    pairs<true><<<1, 32>>>((unsigned *)out, 5, 0xFFF0FFFF);
    pairs<false><<<1, 32>>>((unsigned *)out, 5, 0xFFF0FFFF);
    counts<<<1, 32>>>((unsigned *)out, 32);
    shifts<<<1, 32>>>((unsigned *)out, 1u << 31);
    return cudaDeviceSynchronize() != cudaSuccess;
}
