/*
 * Loops with counters of many types; nvcc13.csv says how many iterations nvcc 13 unrolls each to (nvcc
 * -std=c++17 -arch=sm_90 -O3 -ptx, its loads less the one of the iterations that are left). One to a
 * line but for its body, as a table: tests/loops.t.
 */
/* clang-format off */
#include <stddef.h>
#include <stdint.h>
#define K(name) extern "C" __global__ void name(int *to, const int *x, int n, int step, size_t size, unsigned last)
#define ME (blockIdx.x * blockDim.x + threadIdx.x)
enum { HALF = 32, WIDTH = 2 * HALF };
typedef unsigned int word;
typedef int place;
using count = unsigned;
K(oneInt) { int sum = 0; for (int i = 0; i < n; i++)
        sum += x[i];
    to[ME] = sum; }
K(twoInt) { int sum = 0; for (int i = threadIdx.x; i < n; i += 2)
        sum += x[i];
    to[ME] = sum; }
K(parameterInt) { int sum = 0; for (int i = threadIdx.x; i < n; i += step)
        sum += x[i];
    to[ME] = sum; }
K(threadsInt) { int sum = 0; int threads = blockDim.x * gridDim.x; for (int i = ME; i < n; i += threads)
        sum += x[i];
    to[ME] = sum; }
K(oneUnsigned) { int sum = 0; for (unsigned i = 0; i < n; i++)
        sum += x[i];
    to[ME] = sum; }
K(twoUnsigned) { int sum = 0; for (unsigned i = threadIdx.x; i < n; i += 2)
        sum += x[i];
    to[ME] = sum; }
K(parameterUnsigned) { int sum = 0; for (unsigned i = threadIdx.x; i < n; i += step)
        sum += x[i];
    to[ME] = sum; }
K(threadsUnsigned) { int sum = 0; unsigned threads = blockDim.x * gridDim.x; for (unsigned i = ME; i < n; i += threads)
        sum += x[i];
    to[ME] = sum; }
K(oneSize) { int sum = 0; for (size_t i = 0; i < n; i++)
        sum += x[i];
    to[ME] = sum; }
K(twoSize) { int sum = 0; for (size_t i = threadIdx.x; i < n; i += 2)
        sum += x[i];
    to[ME] = sum; }
K(parameterSize) { int sum = 0; for (size_t i = threadIdx.x; i < n; i += step)
        sum += x[i];
    to[ME] = sum; }
K(threadsSize) { int sum = 0; size_t threads = blockDim.x * gridDim.x; for (size_t i = ME; i < n; i += threads)
        sum += x[i];
    to[ME] = sum; }
K(oneLong) { int sum = 0; for (long long i = 0; i < n; i++)
        sum += x[i];
    to[ME] = sum; }
K(twoLong) { int sum = 0; for (long long i = threadIdx.x; i < n; i += 2)
        sum += x[i];
    to[ME] = sum; }
K(parameterLong) { int sum = 0; for (long long i = threadIdx.x; i < n; i += step)
        sum += x[i];
    to[ME] = sum; }
K(threadsLong) { int sum = 0; long long threads = blockDim.x * gridDim.x; for (long long i = ME; i < n; i += threads)
        sum += x[i];
    to[ME] = sum; }
K(directBlock) { int sum = 0; for (int i = threadIdx.x; i < n; i += blockDim.x)
        sum += x[i];
    to[ME] = sum; }
K(directGrid) { int sum = 0; for (int i = ME; i < n; i += gridDim.x * blockDim.x)
        sum += x[i];
    to[ME] = sum; }
K(directWarps) { int sum = 0; for (int i = ME / 32; i < n; i += gridDim.x * blockDim.x / 32)
        sum += x[i];
    to[ME] = sum; }
K(castGrid) { int sum = 0; for (int i = ME; i < n; i += (int)(gridDim.x * blockDim.x))
        sum += x[i];
    to[ME] = sum; }
K(castEach) { int sum = 0; for (int i = ME; i < n; i += (int)gridDim.x * (int)blockDim.x)
        sum += x[i];
    to[ME] = sum; }
K(castOne) { int sum = 0; for (int i = ME; i < n; i += (int)gridDim.x * blockDim.x)
        sum += x[i];
    to[ME] = sum; }
K(longByUnsigned) { int sum = 0; for (long long i = ME; i < n; i += gridDim.x * blockDim.x)
        sum += x[i];
    to[ME] = sum; }
K(longBySize) { int sum = 0; for (long long i = ME; i < n; i += size)
        sum += x[i];
    to[ME] = sum; }
K(intToSize) { int sum = 0; for (int i = threadIdx.x; i < size; i += 256)
        sum += x[i];
    to[ME] = sum; }
K(intToUnsigned) { int sum = 0; for (int i = threadIdx.x; i < last; i += 256)
        sum += x[i];
    to[ME] = sum; }
K(literalUnsigned) { int sum = 0; for (int i = threadIdx.x; i < n; i += 256u)
        sum += x[i];
    to[ME] = sum; }
K(literalLong) { int sum = 0; for (long i = threadIdx.x; i < n; i += 256L)
        sum += x[i];
    to[ME] = sum; }
K(named) { int sum = 0; for (int i = threadIdx.x; i < n; i += WIDTH)
        sum += x[i];
    to[ME] = sum; }
K(namedSum) { int sum = 0; for (int i = threadIdx.x; i < n; i += 2 * WIDTH + 1)
        sum += x[i];
    to[ME] = sum; }
K(down) { int sum = 0; for (int i = n - 1; i >= 0; i -= step)
        sum += x[i];
    to[ME] = sum; }
K(downUnsigned) { int sum = 0; for (unsigned i = last; i > 0; i -= 4)
        sum += x[i];
    to[ME] = sum; }
K(typedefUnsigned) { int sum = 0; for (word i = threadIdx.x; i < last; i += 32)
        sum += x[i];
    to[ME] = sum; }
K(usingUnsigned) { int sum = 0; for (count i = threadIdx.x; i < last; i += 32)
        sum += x[i];
    to[ME] = sum; }
K(typedefInt) { int sum = 0; for (place i = threadIdx.x; i < n; i += 32)
        sum += x[i];
    to[ME] = sum; }
K(constStep) { int sum = 0; const int each = gridDim.x * 256; for (int i = threadIdx.x; i < n; i += each)
        sum += x[i];
    to[ME] = sum; }
K(constUnsigned) { int sum = 0; const unsigned each = 256; for (int i = threadIdx.x; i < n; i += each)
        sum += x[i];
    to[ME] = sum; }
K(outside) { int sum = 0; int i = threadIdx.x; for (; i < n; i += step)
        sum += x[i];
    to[ME] = sum; }
K(outsideUnsigned) { int sum = 0; unsigned i = threadIdx.x; for (; i < last; i += 64)
        sum += x[i];
    to[ME] = sum; }
K(several) { int sum = 0; for (int i = threadIdx.x, k = 0; i < n; i += step, k++)
        sum += x[i];
    to[ME] = sum; }
K(sumBelow) { int sum = 0; for (int i = threadIdx.x; i + 3 < n; i += step)
        sum += x[i];
    to[ME] = sum; }
K(both) { int sum = 0; for (int i = threadIdx.x; i < n && i < step; i += 256)
        sum += x[i];
    to[ME] = sum; }
K(fixedBound) { int sum = 0; for (int i = threadIdx.x; i < 4096; i += step)
        sum += x[i];
    to[ME] = sum; }
K(boundOfTwo) { int sum = 0; for (int i = threadIdx.x; i < n - step; i += step)
        sum += x[i];
    to[ME] = sum; }
K(uint32) { int sum = 0; for (uint32_t i = threadIdx.x; i < last; i += 128)
        sum += x[i];
    to[ME] = sum; }
K(int32) { int sum = 0; for (int32_t i = threadIdx.x; i < n; i += 128)
        sum += x[i];
    to[ME] = sum; }
K(warpSized) { int sum = 0; for (int i = threadIdx.x; i < n; i += warpSize)
        sum += x[i];
    to[ME] = sum; }
K(severalBy) { int sum = 0; for (int i = threadIdx.x, k = 0; k < n; i += step, k++)
        sum += x[i];
    to[ME] = sum; }
K(severalBack) { int sum = 0; for (int k = 0, i = threadIdx.x; i < n; k++, i += step)
        sum += x[i];
    to[ME] = sum; }
K(severalUnsigned) { int sum = 0; for (unsigned k = 0, i = threadIdx.x; i < last; k++, i += step)
        sum += x[i];
    to[ME] = sum; }
template <unsigned AT, int END> __device__ int walk(const int *x) { int sum = 0; for (unsigned i = 0; i < END; i += AT)
        sum += x[i];
    return sum; }
K(fixedUnsigned) { int sum = 0; for (unsigned i = 0; i < 1 << 12; i += 4)
        sum += x[i];
    to[ME] = sum; }
K(fixedNamed) { int sum = 0; for (size_t i = 0; i < 64 * WIDTH; i += HALF)
        sum += x[i];
    to[ME] = sum; }
