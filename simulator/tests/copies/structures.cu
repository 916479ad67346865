/*
 * Kernels that copy structures of many kinds; nvcc13.csv says how many loads and stores nvcc 13 makes
 * of each (nvcc -std=c++17 -arch=sm_90 -ptx; no kernel has a branch). One to a line: tests/copies.t.
 */
/* clang-format off */
#include <stdio.h>
#define ME threadIdx.x
struct doubles2 { double x, y; };
struct doubles3 { double x, y, z; };
struct longs2 { long long a, b; };
struct intDouble { int i; double d; };
struct longInts { long long a; int b, c; };
struct floatDoubleFloat { float a; double b; float c; };
struct shorts2 { short a, b; };
struct shorts3 { short a, b, c; };
struct shorts8 { short x[8]; };
struct shortChar { short s; char c; };
struct charShort { char c; short s; };
struct chars3 { char x[3]; };
struct chars4 { char x[4]; };
struct chars16 { char x[16]; };
struct ints2 { int a, b; };
struct ints8 { int x[8]; };
struct floats3 { float x, y, z; };
struct floats4 { float x, y, z, w; };
struct floats7 { float x[7]; };
struct charInt { char c; int i; };
struct intChar { int i; char c; };
struct fields { unsigned a : 5, b : 7, c : 20; };
struct __align__(4) color { unsigned char r, g, b, a; };
struct __align__(8) floats4by8 { float a, b, c, d; };
struct __align__(8) floats3by8 { float a, b, c; };
struct __align__(8) ints2by8 { int a, b; };
struct __align__(16) shorts8by16 { short x[8]; };
struct __align__(16) floats3by16 { float a, b, c; };
struct __align__(16) floats8by16 { float x[8]; };
struct __align__(16) doubles3by16 { double x, y, z; };
struct nested { ints2by8 p; float q; };
struct nestedPair { float a; float2 b; float c; };
struct nestedQuad { float4 a; float b; };
struct nestedDoubles { int tag; doubles2 at[2]; };
template <typename T> struct pairOf { T value; T other; };
typedef struct { double re, im; } unnamed;
namespace inside { struct doubles5 { double x[5]; }; }
union either { double d; int i[2]; };
union floatsOr { float f[3]; int i; };
class hidden { double d; int i; public: int x; };
struct base2 { double d; int i, j; };
struct derived : base2 { double more; };

#define COPIES(X) \
    X(doubles2) X(doubles3) X(longs2) X(intDouble) X(longInts) X(floatDoubleFloat) X(shorts2) X(shorts3) X(shorts8) X(shortChar) \
    X(charShort) X(chars3) X(chars4) X(chars16) X(ints2) X(ints8) X(floats3) X(floats4) X(floats7) X(charInt) X(intChar) X(fields) \
    X(color) X(floats4by8) X(floats3by8) X(ints2by8) X(shorts8by16) X(floats3by16) X(floats8by16) X(doubles3by16) X(nested) \
    X(nestedPair) X(nestedQuad) X(nestedDoubles) X(unnamed) X(either) X(floatsOr) X(hidden) X(derived) X(double2) X(float4) \
    X(int4) X(float3) X(double3) X(longlong3) X(uchar4) X(short4)
#define KERNELS(type) \
    extern "C" __global__ void own_##type(type *to, const type *from) { type own = from[ME]; to[ME] = own; } \
    extern "C" __global__ void direct_##type(type *to, const type *from) { to[ME] = from[ME]; } \
    extern "C" __global__ void shared_##type(type *to, const type *from) { __shared__ type s[32]; s[ME] = from[ME]; __syncthreads(); to[ME] = s[ME ^ 1]; }
COPIES(KERNELS)

#define K(name) extern "C" __global__ void name(char *to, const char *from)
#define FROM(type) ((const type *)from)
#define TO(type) ((type *)to)
__device__ doubles2 added(doubles2 a, doubles2 b) { return {a.x + b.x, a.y + b.y}; }
__device__ floats3 scaled(floats3 a, float by) { return {a.x * by, a.y * by, a.z * by}; }
K(membersOfDoubles2) { doubles2 own = FROM(doubles2)[ME]; TO(double)[ME] = own.x + own.y; }
K(membersOfFloats3) { floats3 own = FROM(floats3)[ME]; TO(float)[ME] = own.x + own.y * own.z; }
K(membersOfShorts2) { shorts2 own = FROM(shorts2)[ME]; TO(int)[ME] = own.a - own.b; }
K(membersOfFloats4by8) { floats4by8 own = FROM(floats4by8)[ME]; TO(float)[ME] = own.a + own.b + own.c + own.d; }
K(membersOfDouble2) { double2 own = FROM(double2)[ME]; TO(double)[ME] = own.x + own.y; }
K(argumentsDoubles2) { doubles2 a = FROM(doubles2)[ME], b = FROM(doubles2)[ME + 1]; TO(doubles2)[ME] = added(a, b); }
K(argumentsFloats3) { floats3 a = FROM(floats3)[ME]; TO(floats3)[ME] = scaled(a, 2); }
K(pairsOfDoubles) { TO(pairOf<double>)[ME] = FROM(pairOf<double>)[ME]; }
K(pairsOfFloats) { TO(pairOf<float>)[ME] = FROM(pairOf<float>)[ME]; }
K(pairsOfShorts) { TO(pairOf<short>)[ME] = FROM(pairOf<short>)[ME]; }
K(inNamespace) { TO(inside::doubles5)[ME] = FROM(inside::doubles5)[ME]; }
K(memberStructure) { TO(doubles2)[ME] = FROM(nestedDoubles)[ME].at[1]; }
K(elementStructure) { TO(floats3)[ME] = ((const floats3(*)[4])from)[ME][2]; }
K(sizesAlike) { TO(doubles3)[ME] = FROM(doubles3)[ME]; struct six { float x[6]; }; TO(six)[ME + 64] = FROM(six)[ME + 64]; }
K(alignmentsAlike) { TO(doubles2)[ME] = FROM(doubles2)[ME]; TO(float4)[ME + 64] = FROM(float4)[ME + 64]; TO(floats4)[ME + 128] = FROM(floats4)[ME + 128]; }

int main()
{
    char *to, *from;
    cudaMalloc(&to, 1 << 16);
    cudaMalloc(&from, 1 << 16);
    cudaMemset(from, 0, 1 << 16);
#define RUN(type) own_##type<<<1, 32>>>((type *)to, (const type *)from); direct_##type<<<1, 32>>>((type *)to, (const type *)from); shared_##type<<<1, 32>>>((type *)to, (const type *)from);
    COPIES(RUN)
#define RUN_ONE(name) name<<<1, 32>>>(to, from);
    RUN_ONE(membersOfDoubles2) RUN_ONE(membersOfFloats3) RUN_ONE(membersOfShorts2) RUN_ONE(membersOfFloats4by8)
    RUN_ONE(membersOfDouble2) RUN_ONE(argumentsDoubles2) RUN_ONE(argumentsFloats3) RUN_ONE(pairsOfDoubles)
    RUN_ONE(pairsOfFloats) RUN_ONE(pairsOfShorts) RUN_ONE(inNamespace) RUN_ONE(memberStructure) RUN_ONE(elementStructure)
    RUN_ONE(sizesAlike) RUN_ONE(alignmentsAlike)
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
