// Every atomic on every type, against the value and the old value that C gives.
// out: wrong: 0
#include <stdio.h>

__device__ int wrong;

#define STEP(type, start, call, result)                                                  \
    do {                                                                                 \
        type *a = (type *)cell;                                                          \
        *a = start;                                                                      \
        type old = call;                                                                 \
        if (old != (type)(start) || *a != (type)(result)) {                              \
            printf("line %d: %s\n", __LINE__, #call);                                    \
            wrong++;                                                                     \
        }                                                                                \
    } while (0)

#define IN_ALL_SCOPES(type, start, name, arguments, result)                              \
    STEP(type, start, name arguments, result);                                           \
    STEP(type, start, name##_block arguments, result);                                   \
    STEP(type, start, name##_system arguments, result)

typedef unsigned int u32;
typedef unsigned long long u64;
typedef long long i64;
#define BIG 0x123456789abcdefull

__global__ void all(u64 *cell)
{
    IN_ALL_SCOPES(int, 7, atomicAdd, (a, -9), -2);
    IN_ALL_SCOPES(u32, 0xffffffffu, atomicAdd, (a, 2u), 1);
    IN_ALL_SCOPES(u64, BIG, atomicAdd, (a, BIG), 2 * BIG);
    IN_ALL_SCOPES(float, 1.5f, atomicAdd, (a, 2.25f), 3.75f);
    IN_ALL_SCOPES(double, 1.5, atomicAdd, (a, 1e-10), 1.5 + 1e-10);
    IN_ALL_SCOPES(int, 7, atomicSub, (a, 9), -2);
    IN_ALL_SCOPES(u32, 1, atomicSub, (a, 2u), 0xffffffffu);
    IN_ALL_SCOPES(int, 7, atomicExch, (a, -1), -1);
    IN_ALL_SCOPES(u32, 7, atomicExch, (a, 8u), 8);
    IN_ALL_SCOPES(u64, BIG, atomicExch, (a, 5ull), 5);
    IN_ALL_SCOPES(float, 1, atomicExch, (a, 2.5f), 2.5f);
    IN_ALL_SCOPES(int, -7, atomicMin, (a, 3), -7);
    IN_ALL_SCOPES(u32, (u32)-7, atomicMin, (a, 3u), 3);
    IN_ALL_SCOPES(i64, -7, atomicMin, (a, -8ll), -8);
    IN_ALL_SCOPES(u64, (u64)-7, atomicMin, (a, BIG), BIG);
    IN_ALL_SCOPES(int, -7, atomicMax, (a, 3), 3);
    IN_ALL_SCOPES(u32, (u32)-7, atomicMax, (a, 3u), (u32)-7);
    IN_ALL_SCOPES(i64, -7, atomicMax, (a, -8ll), -7);
    IN_ALL_SCOPES(u64, 1, atomicMax, (a, BIG), BIG);
    IN_ALL_SCOPES(u32, 4, atomicInc, (a, 5u), 5);
    IN_ALL_SCOPES(u32, 5, atomicInc, (a, 5u), 0);
    IN_ALL_SCOPES(u32, 6, atomicInc, (a, 5u), 0);
    IN_ALL_SCOPES(u32, 4, atomicDec, (a, 5u), 3);
    IN_ALL_SCOPES(u32, 0, atomicDec, (a, 5u), 5);
    IN_ALL_SCOPES(u32, 6, atomicDec, (a, 5u), 5);
    IN_ALL_SCOPES(int, 7, atomicCAS, (a, 7, -1), -1);
    IN_ALL_SCOPES(u32, 7, atomicCAS, (a, 8u, 9u), 7);
    IN_ALL_SCOPES(u64, BIG, atomicCAS, (a, BIG, 9ull), 9);
    STEP(unsigned short, 7, atomicCAS(a, (unsigned short)7, (unsigned short)9), 9);
    IN_ALL_SCOPES(int, 6, atomicAnd, (a, 3), 2);
    IN_ALL_SCOPES(u32, 6, atomicAnd, (a, 3u), 2);
    IN_ALL_SCOPES(u64, BIG, atomicAnd, (a, 0xffull << 40), BIG & 0xffull << 40);
    IN_ALL_SCOPES(int, 6, atomicOr, (a, 3), 7);
    IN_ALL_SCOPES(u32, 6, atomicOr, (a, 3u), 7);
    IN_ALL_SCOPES(u64, BIG, atomicOr, (a, 1ull << 63), BIG | 1ull << 63);
    IN_ALL_SCOPES(int, 6, atomicXor, (a, 3), 5);
    IN_ALL_SCOPES(u32, 6, atomicXor, (a, 3u), 5);
    IN_ALL_SCOPES(u64, BIG, atomicXor, (a, BIG), 0);
}

int main()
{
    u64 *cell;
    int result;

    cudaMalloc(&cell, sizeof *cell);
    all<<<1, 1>>>(cell);
    cudaMemcpyFromSymbol(&result, wrong, sizeof result);
    printf("wrong: %d\n", result);
    return result != 0;
}
