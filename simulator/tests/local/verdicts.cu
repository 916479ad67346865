/*
 * Kernels with an array of a thread, in many styles; nvcc13.csv says how large a stack frame nvcc 13
 * gives each (nvcc -std=c++17 -arch=sm_90 -O3 -Xptxas -v). One to a line, as a table: tests/local.t.
 */
/* clang-format off */
#include <string.h>
#define K(name) __global__ void name(int *to, const int *x, int n)
#define ME threadIdx.x
enum { N = 8 };
#define SIZE 8
constexpr int C = 8;
static const int FIXED = 6;
__constant__ int order[8];
struct pack { int v[8]; int count; };
K(unrolled) { int a[8];
#pragma unroll
    for (int k = 0; k < 8; k++) a[k] = x[k * n + ME];
#pragma unroll
    for (int k = 0; k < 8; k++) to[k * n] = a[7 - k]; }
K(constexprBound) { int a[C]; for (int k = 0; k < C; k++) a[k] = x[k * n]; for (int k = C - 1; k >= 0; k--) to[k] = a[k] * 2; }
K(defineBound) { int a[SIZE]; for (int k = 0; k < SIZE; ++k) a[k] = x[k * n]; for (int k = 0; k < SIZE; k += 2) to[k] = a[k] + a[k + 1]; }
K(staticBound) { int a[FIXED]; for (int k = 0; k < FIXED; ++k) a[k] = x[k * n]; for (int k = 0; k < FIXED; k++) to[k] = a[k]; }
K(twoCounters) { int a[8]; for (int k = 0, i = ME; k < 8; k++, i += n) a[k] = x[i]; for (int i = ME, k = 0; k < 8; i += n, ++k) to[i] = a[k]; }
K(outsideCounter) { int a[8], k; for (k = 0; k < 8; k++) a[k] = x[k * n]; for (k = 7; k >= 0; k--) to[k * n] = a[k]; }
K(outsideLater) { int a[8]; int k = 0; for (; k < 8; k++) a[k] = x[k * n]; k = 0; while (k < 8) { to[k * n] = a[k]; k++; } }
K(whileLoop) { int a[8], k = 0; while (k < 8) { a[k] = x[k * n]; k++; } int j = 0; do { to[j] = a[j]; j++; } while (j < 8); }
K(whilePost) { int a[8], k = 0; while (k < 8) a[k++] = x[n]; k = 8; while (k--) to[k] = a[k]; }
K(rangeFor) { int a[8]; int i = 0; for (int &v : a) v = x[n * i++]; for (int v : a) to[i--] = v; }
K(nested) { int a[4][4]; for (int i = 0; i < 4; i++) for (int j = 0; j < 4; j++) a[i][j] = x[n * i + j]; for (int i = 0; i < 4; i++) for (int j = i; j < 4; j++) to[i * n + j] = a[j][i]; }
K(nestedFlat) { int a[16]; for (int i = 0; i < 4; i++) for (int j = 0; j < 4; j++) a[i * 4 + j] = x[n * i + j]; for (int j = 0; j < 16; j++) to[j * n] = a[j]; }
K(triangle) { int a[8]; for (int i = 0; i < 8; i++) a[i] = x[i * n]; for (int i = 0; i < 7; i++) for (int j = i + 1; j < 8; j++) if (a[j] < a[i]) { int t = a[i]; a[i] = a[j]; a[j] = t; } for (int i = 0; i < 8; i++) to[i * n] = a[i]; }
K(insertion) { int a[8]; for (int i = 0; i < 8; i++) a[i] = x[i * n];
 for (int k = 1; k < 8; k++) { int place = k, own = a[k]; while (place > 0 && a[place - 1] > own) { a[place] = a[place - 1]; place--; } a[place] = own; } for (int i = 0; i < 8; i++) to[i * n] = a[i]; }
K(insertionFor) { int a[8]; for (int i = 0; i < 8; i++) a[i] = x[i * n];
 for (int k = 1; k < 8; k++) { int own = a[k], p; for (p = k - 1; p >= 0 && a[p] > own; p--) a[p + 1] = a[p]; a[p + 1] = own; } for (int i = 0; i < 8; i++) to[i * n] = a[i]; }
K(structArray) { pack p; for (int k = 0; k < 8; k++) p.v[k] = x[k * n]; p.count = 8; for (int k = 0; k < 8; k++) to[k * n] = p.v[k] + p.count; }
K(arrayOfStructs) { int4 a[4]; for (int k = 0; k < 4; k++) a[k] = ((const int4 *)x)[k * n]; for (int k = 0; k < 4; k++) to[k] = a[k].x + a[k].w; }
K(structRuntime) { int4 a[4]; for (int k = 0; k < 4; k++) a[k] = ((const int4 *)x)[k]; to[ME] = a[n].x; }
__device__ int total(const int (&v)[8]) { int s = 0; for (int k = 0; k < 8; k++) s += v[k]; return s; }
__device__ void fill(int *v, const int *x, int n) { for (int k = 0; k < 8; k++) v[k] = x[k * n]; }
K(helpers) { int a[8]; fill(a, x, n); to[ME] = total(a); }
template <int M> __device__ int pick(int (&v)[8]) { return v[M]; }
K(templatePick) { int a[8]; fill(a, x, n); for (int k = 0; k < 8; k++) a[k] *= n; to[ME] = pick<3>(a) + total(a); }
template <int M> __global__ void templated(int *to, const int *x, int n) { int a[M]; for (int k = 0; k < M; k++) a[k] = x[k * n]; for (int k = 0; k < M; k++) to[k * n] = a[M - 1 - k]; }
template __global__ void templated<8>(int *, const int *, int);
template <typename T, int M = 4> __global__ void templatedDefault(T *to, const T *x, int n) { T a[M * 2]; for (int k = 0; k < 2 * M; k++) a[k] = x[k * n]; for (int k = 0; k < M; k++) to[k * n] = a[2 * k + 1] + a[2 * k]; }
template __global__ void templatedDefault<int, 4>(int *, const int *, int);
K(breaking) { int a[8]; for (int k = 0; k < 8; k++) a[k] = x[k * n]; int s = 0; for (int k = 0; k < 8; k++) { if (a[k] < n) break; s += a[k]; } to[ME] = s; }
K(lookup) { const int turn[4] = {2, 0, 3, 1}; int a[4]; for (int k = 0; k < 4; k++) a[turn[k]] = x[k * n]; for (int k = 0; k < 4; k++) to[k * n] = a[k]; }
__device__ constexpr int turns[4] = {2, 0, 3, 1};
K(lookupConstexpr) { int a[4]; for (int k = 0; k < 4; k++) a[turns[k]] = x[k * n]; for (int k = 0; k < 4; k++) to[k * n] = a[k]; }
K(lookupConstant) { int a[8]; for (int k = 0; k < 8; k++) a[k] = x[k * n]; to[ME] = a[order[0]]; }
K(ternary) { int a[8]; for (int k = 0; k < 8; k++) a[k < 4 ? k + 4 : k - 4] = x[k * n]; for (int k = 0; k < 8; k++) to[k * n] = a[k ^ 1]; }
K(ternaryRuntime) { int a[2]; a[0] = x[n]; a[1] = x[2 * n]; a[n > 3 ? 1 : 0] += 5; to[ME] = a[0] - a[1]; }
K(switched) { int a[4]; for (int k = 0; k < 4; k++) a[k] = x[k * n]; int s = 0; for (int k = 0; k < 4; k++) switch (k) { case 0: s += a[3]; break; case 1: s -= a[k]; break; default: s *= a[k]; } to[ME] = s; }
K(lambda) { int a[8]; auto set = [&](int k, int v) { a[k] = v; }; for (int k = 0; k < 8; k++) set(k, x[k * n]); for (int k = 0; k < 8; k++) to[k * n] = a[7 - k]; }
K(initial) { int a[4] = {1, 2, 3, 4}; for (int k = 0; k < 4; k++) a[k] += x[k * n]; for (int k = 0; k < 4; k++) to[k * n] = a[k]; }
K(zeroed) { int a[8] = {}; for (int k = 0; k < 8; k++) a[k] += x[k * n]; for (int k = 0; k < 8; k++) to[k * n] = a[k]; }
K(memsetArray) { int a[8]; memset(a, 0, sizeof a); for (int k = 0; k < 8; k++) a[k] += x[k * n]; for (int k = 0; k < 8; k++) to[k * n] = a[k]; }
K(chars) { unsigned char a[8]; for (int k = 0; k < 8; k++) a[k] = x[k * n]; for (int k = 0; k < 8; k++) to[k * n] = a[k]; }
K(charsRuntime) { unsigned char a[16]; for (int k = 0; k < 16; k++) a[k] = x[k * n]; to[ME] = a[x[ME] & 15]; }
K(addressKept) { int a[4]; int *p = a; for (int k = 0; k < 4; k++) p[k] = x[k * n]; for (int k = 0; k < 4; k++) to[k * n] = a[k]; }
K(byThread) { int a[8]; for (int k = 0; k < 8; k++) a[k] = x[k * n]; to[ME] = a[ME & 7]; }
K(byThreadVariable) { int lane = ME & 7; int a[8]; for (int k = 0; k < 8; k++) a[k] = x[k * n]; to[ME] = a[lane ^ 1]; }
K(byLoad) { int a[8] = {0}; for (int k = 0; k < 8; k++) a[x[k] & 7] += 1; for (int k = 0; k < 8; k++) to[k * n] = a[k]; }
K(byLoadVariable) { int a[8] = {0}; for (int k = 0; k < n; k++) { int bin = x[k] & 7; a[bin]++; } for (int k = 0; k < 8; k++) to[k * n] = a[k]; }
K(byParameter) { int a[8]; for (int k = 0; k < 8; k++) a[k] = x[k * n]; to[ME] = a[n]; }
K(byShuffle) { int a[8]; for (int k = 0; k < 8; k++) a[k] = x[k * n]; int who = __shfl_sync(~0u, x[ME], 0); to[ME] = a[who & 7]; }
K(byFunction) { int a[8]; for (int k = 0; k < 8; k++) a[k] = x[k * n]; to[ME] = a[__popc(n) & 7]; }
K(boundParameter) { int a[8]; for (int k = 0; k < n; k++) a[k] = x[k]; int s = 0; for (int k = 0; k < n; k++) s ^= a[n - 1 - k]; to[ME] = s; }
K(boundBoth) { int a[8]; for (int k = 0; k < 8 && k < n; k++) a[k] = x[k]; int s = 0; for (int k = 0; k < 8 && k < n; k++) s ^= a[k]; to[ME] = s; }
K(guarded) { int a[8]; for (int k = 0; k < 8; k++) if (k < n) a[k] = x[k]; else a[k] = 0; for (int k = 0; k < 8; k++) if (k < n) to[k] = a[k]; }
K(halves) { int a[8]; for (int k = 0; k < 8; k++) a[k] = x[k * n]; for (int half = 4; half > 0; half /= 2) for (int k = 0; k < half; k++) a[k] += a[k + half]; to[ME] = a[0]; }
K(halvesShift) { int a[16]; for (int k = 0; k < 16; k++) a[k] = x[k * n]; for (int half = 8; half; half >>= 1) for (int k = 0; k < half; k++) a[k] += a[k + half]; to[ME] = a[0]; }
K(doubling) { int a[16]; for (int k = 0; k < 16; k++) a[k] = x[k * n]; for (int d = 1; d < 16; d *= 2) for (int k = 0; k + d < 16; k += 2 * d) a[k] += a[k + d]; to[ME] = a[0]; }
K(moduloRuntime) { int a[4] = {0}; for (int k = 0; k < n; k++) a[k % 4] += x[k]; to[ME] = a[0] ^ a[1] ^ a[2] ^ a[3]; }
K(moduloUnsigned) { int a[4] = {0}; for (unsigned k = 0; k < (unsigned)n; k++) a[k & 3] += x[k]; to[ME] = a[0] ^ a[1] ^ a[2] ^ a[3]; }
K(toggling) { int a[2] = {x[0], x[1]}; int now = 0; for (int k = 0; k < n; k++) { a[now ^ 1] = a[now] * 3 + x[k]; now ^= 1; } to[ME] = a[now]; }
K(stack) { int a[8], top = 0, sum = 0; a[top++] = n; while (top > 0) { int v = a[--top]; sum += v; if (v > 1 && top < 7) { a[top++] = v / 2; } } to[ME] = sum; }
K(append) { int a[8], count = 0; for (int k = 0; k < 8; k++) if (x[k] > n) a[count++] = x[k]; int s = 0; for (int k = 0; k < count; k++) s ^= a[k]; to[ME] = s; }
K(ring) { int a[4]; for (int k = 0; k < 4; k++) a[k] = x[k]; int s = 0; for (int k = 0; k < n; k++) { s += a[k & 3]; a[k & 3] = x[k + 4]; } to[ME] = s; }
K(shift) { int a[4]; for (int k = 0; k < 4; k++) a[k] = x[k]; int s = 0; for (int k = 0; k < n; k++) { s += a[0] * a[3]; for (int j = 0; j < 3; j++) a[j] = a[j + 1]; a[3] = x[k + 4]; } to[ME] = s; }
K(inner) { int a[4]; for (int k = 0; k < 4; k++) a[k] = 0; for (int i = ME; i < n; i += blockDim.x * 4) for (int k = 0; k < 4; k++) a[k] += x[i + k * blockDim.x]; int s = 0; for (int k = 0; k < 4; k++) s += a[k]; to[ME] = s; }
K(argmax) { int a[8]; for (int k = 0; k < 8; k++) a[k] = x[k * n]; int m = 0; for (int k = 1; k < 8; k++) if (a[k] > a[m]) m = k; to[ME] = m; }
K(unrollOne) { int a[8];
#pragma unroll 1
 for (int k = 0; k < 8; k++) a[k] = x[k * n]; 
#pragma unroll 1
 for (int k = 0; k < 8; k++) to[k * n] = a[k] * n; }
K(unrollFour) { int a[16];
#pragma unroll 4
 for (int k = 0; k < 16; k++) a[k] = x[k * n]; int s = 0;
#pragma unroll 4
 for (int k = 0; k < 16; k++) s = s * 3 + a[k]; to[ME] = s; }
K(hundred) { int a[100]; for (int k = 0; k < 100; k++) a[k] = x[k * n]; int s = 0; for (int k = 0; k < 100; k++) s = s * 3 + a[k]; to[ME] = s; }
K(sixtyFour) { int a[64]; for (int k = 0; k < 64; k++) a[k] = x[k * n]; int s = 0; for (int k = 0; k < 64; k++) s = s * 3 + a[k]; to[ME] = s; }
K(thirtyTwo) { int a[32]; for (int k = 0; k < 32; k++) a[k] = x[k * n]; int s = 0; for (int k = 0; k < 32; k++) s = s * 3 + a[k]; to[ME] = s; }
K(two56) { int a[256]; for (int k = 0; k < 256; k++) a[k] = x[k * n]; int s = 0; for (int k = 0; k < 256; k++) s = s * 3 + a[k]; to[ME] = s; }
K(thousand) { int a[1000]; for (int k = 0; k < 1000; k++) a[k] = x[k * n]; int s = 0; for (int k = 0; k < 1000; k++) s = s * 3 + a[k]; to[ME] = s; }
K(thousandUnrolled) { int a[1000];
#pragma unroll
 for (int k = 0; k < 1000; k++) a[k] = x[k]; int s = 0;
#pragma unroll
 for (int k = 0; k < 1000; k++) s = s * 3 + a[k]; to[ME] = s; }
K(volatileArray) { volatile int a[4]; for (int k = 0; k < 4; k++) a[k] = x[k * n]; for (int k = 0; k < 4; k++) to[k * n] = a[k]; }
K(keptValues) { int a[4] = {n, 2, 3, 4}; to[ME] = a[ME % 4]; }
K(keptConstants) { int a[4] = {1, 2, 3, 4}; to[ME] = a[ME % 4]; }
K(keptConst) { const int a[8] = {1, 12, 3, 4, 9, 18, 3, 4}; to[ME] = a[ME % 8]; }
K(keptConstValues) { const int a[8] = {n, x[1], 3, 4, x[8], 18, 3, n * 3}; to[ME] = a[ME % 8]; }
K(pairRuntime) { int a[2]; a[0] = x[n]; a[1] = x[2 * n]; to[ME] = a[n & 1]; }
K(fourRuntime) { int a[4]; for (int k = 0; k < 4; k++) a[k] = x[k * n]; to[ME] = a[n & 3]; }
K(boundConst) { const int half = N / 2; int a[N]; for (int k = 0; k < half; k++) { a[k] = x[k * n]; a[k + half] = n; } for (int k = 0; k < N; k++) to[k] = a[k]; }
K(variableSize) { int count = 8; int a[8]; for (int k = 0; k < count; k++) a[k] = x[k * n]; for (int k = 0; k < count; k++) to[k * n] = a[k]; }
K(autoCounter) { int a[8]; for (auto k = 0u; k < 8u; ++k) a[k] = x[k * n]; for (size_t k = 0; k < sizeof a / sizeof *a; ++k) to[k * n] = a[k]; }
K(notEqual) { int a[8]; for (int k = 0; k != 8; k++) a[k] = x[k * n]; for (int k = 8; k-- > 0;) to[k * n] = a[k]; }
K(twoIndices) { int a[8]; for (int i = 0, j = 7; i < j; i++, j--) { a[i] = x[j]; a[j] = x[i]; } for (int k = 0; k < 8; k++) to[k * n] = a[k]; }
K(derived) { int a[8]; int at = 0; for (int k = 0; k < 8; k++) { a[at] = x[k * n]; at += 1; } at = 0; for (int k = 0; k < 4; k++) { to[k] = a[at] + a[at + 1]; at += 2; } }
K(minBound) { int a[8]; int count = min(n, 8); for (int k = 0; k < count; k++) a[k] = x[k]; int s = 0; for (int k = 0; k < count; k++) s = s * 5 + a[k]; to[ME] = s; }
K(minIndex) { int a[8]; for (int k = 0; k < 8; k++) a[k] = x[k * n]; for (int k = 0; k < 8; k++) to[k * n] = a[min(k + 1, 7)] - a[max(k - 1, 0)]; }
K(macroIndex) { int a[16];
#define AT(i, j) ((i) * 4 + (j))
 for (int i = 0; i < 4; i++) for (int j = 0; j < 4; j++) a[AT(i, j)] = x[n * i + j]; for (int j = 0; j < 16; j++) to[j * n] = a[j]; }
__host__ __device__ constexpr int at(int i, int j) { return i * 4 + j; }
K(functionIndex) { int a[16]; for (int i = 0; i < 4; i++) for (int j = 0; j < 4; j++) a[at(i, j)] = x[n * i + j]; for (int j = 0; j < 16; j++) to[j * n] = a[j]; }
K(ifKnown) { int a[8]; for (int k = 0; k < 8; k++) { int j; if (k < 4) j = k + 4; else j = k - 4; a[j] = x[k * n]; } for (int k = 0; k < 8; k++) to[k * n] = a[k]; }
K(fft) { int a[8]; for (int k = 0; k < 8; k++) a[k] = x[k * n]; for (int s = 1; s < 8; s <<= 1) for (int k = 0; k < 8; k++) { int p = k ^ s; if (p > k) { int t = a[k]; a[k] = t + a[p]; a[p] = t - a[p]; } } for (int k = 0; k < 8; k++) to[k * n] = a[k]; }
__device__ int deep(int *v, int k) { return k > 100 ? v[0] : deep(v, k * 2 + 1) + 1; }
K(recursion) { int a[4]; for (int k = 0; k < 4; k++) a[k] = x[k * n]; to[ME] = deep(a, n); }
__device__ int histogram(const int *x, int n) { int a[8] = {0}; for (int k = 0; k < n; k++) a[x[k] & 7]++; return a[0] * 3 + a[5]; }
K(inDeviceFunction) { to[ME] = histogram(x, n); }
__device__ int chosen(const int *x, int n, int which) { int a[8]; for (int k = 0; k < 8; k++) a[k] = x[k * n]; return a[which]; }
K(deviceConstant) { to[ME] = chosen(x, n, 3); }
__device__ int chosenRuntime(const int *x, int n, int which) { int a[8]; for (int k = 0; k < 8; k++) a[k] = x[k * n]; return a[which]; }
K(deviceRuntime) { to[ME] = chosenRuntime(x, n, ME & 7); }
struct holder { int v[8]; __device__ int at(int k) const { return v[k]; } };
K(holderKnown) { holder h; for (int k = 0; k < 8; k++) h.v[k] = x[k * n]; for (int k = 0; k < 8; k++) to[k * n] = h.at(k); }
K(sharedIndex) { __shared__ int s[32]; s[ME] = x[ME]; __syncthreads(); int a[8]; for (int k = 0; k < 8; k++) a[k] = x[k * n]; to[ME] = a[s[31 - ME] & 7]; }
K(overwritten) { int j = x[0]; to[1] = j; int a[8]; for (int k = 0; k < 8; k++) a[k] = x[k * n]; j = 2; to[ME] = a[j]; }
K(matrix) { float a[4][4] = {}; for (int t = 0; t < n; t++) for (int i = 0; i < 4; i++) for (int j = 0; j < 4; j++) a[i][j] += x[t * 4 + i] * to[t * 4 + j]; for (int i = 0; i < 4; i++) for (int j = 0; j < 4; j++) to[i * n + j] = a[i][j]; }
K(matrix8) { float a[8][8] = {}; for (int t = 0; t < n; t++) for (int i = 0; i < 8; i++) for (int j = 0; j < 8; j++) a[i][j] += x[t * 8 + i] * to[t * 8 + j]; for (int i = 0; i < 8; i++) for (int j = 0; j < 8; j++) to[i * n + j] = a[i][j]; }
K(doubleBuffer) { int a[2][4]; for (int k = 0; k < 4; k++) a[0][k] = x[k]; int s = 0; for (int t = 0; t < n; t++) { for (int k = 0; k < 4; k++) a[(t + 1) & 1][k] = x[t * 4 + k]; for (int k = 0; k < 4; k++) s = s * 3 + a[t & 1][k]; } to[ME] = s; }
K(infinite) { int a[8]; for (int k = 0;; k++) { if (k == 8) break; a[k] = x[k * n]; } for (int k = 0; k < 8; k++) to[k * n] = a[k]; }
K(negative) { int a[9]; for (int k = -4; k <= 4; k++) a[k + 4] = x[k * n]; for (int k = -4; k <= 4; k++) to[k * n] = a[4 - k]; }
K(ifConstexpr) { int a[4]; for (int k = 0; k < 4; k++) { if constexpr (N == 8) a[k] = x[k * n]; } for (int k = 0; k < 4; k++) to[k * n] = a[k]; }
K(castIndex) { int a[8]; for (unsigned char k = 0; k < 8; k++) a[(int)k] = x[k * n]; for (int k = 0; k < 8; k++) to[k * n] = a[static_cast<unsigned>(k)]; }
K(pointerEnd) { int a[8]; for (int *p = a; p < a + 8; p++) *p = x[n]; for (int k = 0; k < 8; k++) to[k * n] = a[k]; }
K(starting) { int a[8]; for (int k = 0; k < 8; k++) a[k] = x[k * n]; for (int k = n; k < 8; k++) to[k] = a[k]; }
K(stepping) { int a[8]; for (int k = 0; k < 8; k++) a[k] = x[k * n]; for (int k = 0; k < 8; k += n) to[k] = a[k]; }
K(tail) { int a[8]; int k; for (k = 0; k < 8; k++) { if (x[k] < 0) break; a[k] = x[k]; } int s = 0; for (int j = 0; j < k; j++) s = s * 3 + a[j]; to[ME] = s; }
K(member) { pack p; for (int k = 0; k < 8; k++) p.v[k] = x[k * n]; to[ME] = p.v[n]; }
K(reference) { int a[8]; int (&r)[8] = a; for (int k = 0; k < 8; k++) r[k] = x[k * n]; to[ME] = r[2] + a[n]; }
K(blockIndex) { int a[8]; for (int k = 0; k < 8; k++) a[k] = x[k * n]; to[ME] = a[blockIdx.x]; }
K(blockSize) { int a[8]; for (int k = 0; k < 8; k++) a[k] = x[k * n]; to[ME] = a[blockDim.x / 128]; }
__global__ void read1_int_64(int *to, const int *x, int n) {
int a[64]; for (int k = 0; k < 64; k++) a[k] = x[k * n];
 to[threadIdx.x] = a[threadIdx.x % 64]; }
__global__ void read1_int_128(int *to, const int *x, int n) {
int a[128]; for (int k = 0; k < 128; k++) a[k] = x[k * n];
 to[threadIdx.x] = a[threadIdx.x % 128]; }
__global__ void read1_char_4(int *to, const int *x, int n) {
char a[4]; for (int k = 0; k < 4; k++) a[k] = x[k * n];
 to[threadIdx.x] = a[threadIdx.x % 4]; }
__global__ void read1_double_4(int *to, const int *x, int n) {
double a[4]; for (int k = 0; k < 4; k++) a[k] = x[k * n];
 to[threadIdx.x] = a[threadIdx.x % 4]; }
__global__ void read8_int_10(int *to, const int *x, int n) {
int a[10]; for (int k = 0; k < 10; k++) a[k] = x[k * n];
 to[threadIdx.x * 1] = a[(x[1] + threadIdx.x) % 10]; to[threadIdx.x * 2] = a[(x[2] + threadIdx.x) % 10]; to[threadIdx.x * 3] = a[(x[3] + threadIdx.x) % 10]; to[threadIdx.x * 4] = a[(x[4] + threadIdx.x) % 10]; to[threadIdx.x * 5] = a[(x[5] + threadIdx.x) % 10]; to[threadIdx.x * 6] = a[(x[6] + threadIdx.x) % 10]; to[threadIdx.x * 7] = a[(x[7] + threadIdx.x) % 10]; to[threadIdx.x * 8] = a[(x[8] + threadIdx.x) % 10];}
__global__ void read8_int_16(int *to, const int *x, int n) {
int a[16]; for (int k = 0; k < 16; k++) a[k] = x[k * n];
 to[threadIdx.x * 1] = a[(x[1] + threadIdx.x) % 16]; to[threadIdx.x * 2] = a[(x[2] + threadIdx.x) % 16]; to[threadIdx.x * 3] = a[(x[3] + threadIdx.x) % 16]; to[threadIdx.x * 4] = a[(x[4] + threadIdx.x) % 16]; to[threadIdx.x * 5] = a[(x[5] + threadIdx.x) % 16]; to[threadIdx.x * 6] = a[(x[6] + threadIdx.x) % 16]; to[threadIdx.x * 7] = a[(x[7] + threadIdx.x) % 16]; to[threadIdx.x * 8] = a[(x[8] + threadIdx.x) % 16];}
__global__ void add8_int_6(int *to, const int *x, int n) {
int a[6]; for (int k = 0; k < 6; k++) a[k] = x[k * n];
 a[(x[1] + threadIdx.x) % 6] += 1; a[(x[2] + threadIdx.x) % 6] += 2; a[(x[3] + threadIdx.x) % 6] += 3; a[(x[4] + threadIdx.x) % 6] += 4; a[(x[5] + threadIdx.x) % 6] += 5; a[(x[6] + threadIdx.x) % 6] += 6; a[(x[7] + threadIdx.x) % 6] += 7; a[(x[8] + threadIdx.x) % 6] += 8; for (int k = 0; k < 6; k++) to[k * n] = a[k]; }
__global__ void add8_int_8(int *to, const int *x, int n) {
int a[8]; for (int k = 0; k < 8; k++) a[k] = x[k * n];
 a[(x[1] + threadIdx.x) % 8] += 1; a[(x[2] + threadIdx.x) % 8] += 2; a[(x[3] + threadIdx.x) % 8] += 3; a[(x[4] + threadIdx.x) % 8] += 4; a[(x[5] + threadIdx.x) % 8] += 5; a[(x[6] + threadIdx.x) % 8] += 6; a[(x[7] + threadIdx.x) % 8] += 7; a[(x[8] + threadIdx.x) % 8] += 8; for (int k = 0; k < 8; k++) to[k * n] = a[k]; }
__global__ void loopread_int_8(int *to, const int *x, int n) {
int a[8]; for (int k = 0; k < 8; k++) a[k] = x[k * n];
 int s = 0; for (int i = 0; i < n; i++) s = s * 3 + a[x[i] % 8]; *to = s; }
__global__ void loopread_int_10(int *to, const int *x, int n) {
int a[10]; for (int k = 0; k < 10; k++) a[k] = x[k * n];
 int s = 0; for (int i = 0; i < n; i++) s = s * 3 + a[x[i] % 10]; *to = s; }
__global__ void loopwrite_int_4(int *to, const int *x, int n) {
int a[4]; for (int k = 0; k < 4; k++) a[k] = x[k * n];
 for (int i = 0; i < n; i++) a[x[i] % 4] += i; for (int k = 0; k < 4; k++) to[k * n] = a[k]; }
__global__ void loopwrite_int_6(int *to, const int *x, int n) {
int a[6]; for (int k = 0; k < 6; k++) a[k] = x[k * n];
 for (int i = 0; i < n; i++) a[x[i] % 6] += i; for (int k = 0; k < 6; k++) to[k * n] = a[k]; }
__global__ void loopbound_int_2(int *to, const int *x, int n) {
int a[2]; for (int i = 0; i < n; i++) a[i] = x[i]; for (int k = 0; k < n; k++) to[k * n] = a[k]; }
__global__ void loopguard_int_24(int *to, const int *x, int n) {
int a[24]; for (int i = 0; i < n; i++) if (i < 24) a[i] = x[i]; for (int k = 0; k < 24; k++) to[k * n] = a[k]; }
__global__ void innerk_x_6(int *to, const int *x, int n) {
int a[6]; for (int k = 0; k < 6; k++) a[k] = 0; for (int i = 0; i < n; i++) for (int k = 0; k < 6; k++) a[(x[i] + k) % 6] = i; for (int k = 0; k < 6; k++) to[k * n] = a[k]; }
__global__ void innerk_x_8(int *to, const int *x, int n) {
int a[8]; for (int k = 0; k < 8; k++) a[k] = 0; for (int i = 0; i < n; i++) for (int k = 0; k < 8; k++) a[(x[i] + k) % 8] = i; for (int k = 0; k < 8; k++) to[k * n] = a[k]; }
__global__ void append_x_16(int *to, const int *x, int n) {
int a[16]; int c = 0; for (int k = 0; k < 16; k++) if (x[k] > n) a[c++] = x[k]; int s = 0; for (int j = 0; j < c; j++) s = s * 3 + a[j]; *to = s; }
__global__ void append_x_24(int *to, const int *x, int n) {
int a[24]; int c = 0; for (int k = 0; k < 24; k++) if (x[k] > n) a[c++] = x[k]; int s = 0; for (int j = 0; j < c; j++) s = s * 3 + a[j]; *to = s; }
__global__ void trip_x_300(int *to, const int *x, int n) {
int a[300]; for (int k = 0; k < 300; k++) a[k] = x[k*n]; int s=0; for (int k = 0; k < 300; k++) s = s * 3 + a[k]; *to = s; }
__global__ void trip_x_400(int *to, const int *x, int n) {
int a[400]; for (int k = 0; k < 400; k++) a[k] = x[k*n]; int s=0; for (int k = 0; k < 400; k++) s = s * 3 + a[k]; *to = s; }
__global__ void keptloop_constint_16(int *to, const int *x, int n) {
const int a[16]={23,47,95,67,70,46,2,62,89,23,87,74,43,63,15,32}; int s = 0; for (int i = 0; i < n; i++) s = s * 3 + a[x[i] % 16]; *to = s;}
__global__ void ty_short_8(int *to, const int *x, int n) {
short a[8]; for (int k = 0; k < 8; k++) a[k] = ((short *)x)[k * n]; to[threadIdx.x] = a[threadIdx.x % 8]; }
K(clampedIf) { int a[4][24]; int b = n - (int)blockIdx.x; if (b > 4) b = 4; for (int i = 0; i < 4; i++) for (int k = 0; k < 24; k++) a[i][k] = 0;
#pragma unroll
 for (int i = 0; i < b; i++) for (int k = 0; k < 24; k++) a[i][k] = x[(i * 24 + k) * n]; int s = 0; for (int i = 0; i < 4; i++) for (int k = 0; k < 24; k++) s = s * 3 + a[i][k]; *to = s; }
K(clampedMin) { int a[4][24]; int b = min(n, 4); for (int i = 0; i < 4; i++) for (int k = 0; k < 24; k++) a[i][k] = 0;
 for (int i = 0; i < b; i++) for (int k = 0; k < 24; k++) a[i][k] = x[(i * 24 + k) * n]; int s = 0; for (int i = 0; i < 4; i++) for (int k = 0; k < 24; k++) s = s * 3 + a[i][k]; *to = s; }
K(clampedThere) { int a[4][24]; for (int i = 0; i < 4; i++) for (int k = 0; k < 24; k++) a[i][k] = 0;
 for (int i = 0; i < min(4, n); i++) for (int k = 0; k < 24; k++) a[i][k] = x[(i * 24 + k) * n]; int s = 0; for (int i = 0; i < 4; i++) for (int k = 0; k < 24; k++) s = s * 3 + a[i][k]; *to = s; }
K(maximumBound) { int a[160]; for (int k = 0; k < 160; k++) a[k] = x[k * n];
 int s = 0; for (int i = 0; i < max(n, 4); i++) s = s * 3 + a[i]; *to = s; }
K(minimumOfTwo) { int a[160]; for (int k = 0; k < 160; k++) a[k] = x[k * n];
 int s = 0; for (int i = 0; i < min(n, x[0]); i++) s = s * 3 + a[i]; *to = s; }
/* Changed in a loop of which nobody knows how often it ran. */
K(insertionSeven) { int a[8]; for (int i = 0; i < 8; i++) a[i] = x[i * n]; int place = 7, own = a[7]; while (place > 0 && a[place - 1] > own) { a[place] = a[place - 1]; place--; } a[place] = own; for (int i = 0; i < 8; i++) to[i * n] = a[i]; }
K(insertionBreak) { int a[8]; for (int i = 0; i < 8; i++) a[i] = x[i * n]; for (int k = 1; k < 8; k++) { int own = a[k], p; for (p = k; p > 0; p--) { if (a[p - 1] <= own) break; a[p] = a[p - 1]; } a[p] = own; } for (int i = 0; i < 8; i++) to[i * n] = a[i]; }
K(insertionFour) { int a[4]; for (int i = 0; i < 4; i++) a[i] = x[i * n]; for (int k = 1; k < 4; k++) { int place = k, own = a[k]; while (place > 0 && a[place - 1] > own) { a[place] = a[place - 1]; place--; } a[place] = own; } for (int i = 0; i < 4; i++) to[i * n] = a[i]; }
K(insertionSix) { int a[6]; for (int i = 0; i < 6; i++) a[i] = x[i * n]; for (int k = 1; k < 6; k++) { int place = k, own = a[k]; while (place > 0 && a[place - 1] > own) { a[place] = a[place - 1]; place--; } a[place] = own; } for (int i = 0; i < 6; i++) to[i * n] = a[i]; }
K(insertionMiddle) { int a[8]; for (int k = 0; k < 8; k++) { int place = k, own = x[k * n]; while (place > 0 && a[place - 1] > own) { a[place] = a[place - 1]; place--; } a[place] = own; } to[ME] = a[4]; }
K(insertionShorts) { short a[9]; for (int k = 0; k < 9; k++) { int place = k; short own = x[k * n]; while (place > 0 && a[place - 1] > own) { a[place] = a[place - 1]; place--; } a[place] = own; } to[ME] = a[4]; }
K(insertionBytes) { unsigned char a[9]; for (int k = 0; k < 9; k++) { int place = k; unsigned char own = x[k * n]; while (place > 0 && a[place - 1] > own) { a[place] = a[place - 1]; place--; } a[place] = own; } to[ME] = a[4]; }
K(insertionDoubles) { double a[9]; for (int k = 0; k < 9; k++) { int place = k; double own = x[k * n]; while (place > 0 && a[place - 1] > own) { a[place] = a[place - 1]; place--; } a[place] = own; } to[ME] = a[4]; }
K(insertionEnds) { int a[9]; for (int k = 0; k < 9; k++) { int place = k; int own = x[k * n]; while (place > 0 && a[place - 1] > own) { a[place] = a[place - 1]; place--; } a[place] = own; } to[ME] = a[8] - a[0]; }
K(insertionNext) { int a[9]; for (int k = 0; k < 9; k++) { int place = k; int own = x[k * n]; while (place > 0 && a[place - 1] > own) { a[place] = a[place - 1]; place--; } a[place] = own; } to[ME] = a[7] - a[0]; }
K(insertionHalf) { const int count = 5; int a[count]; for (int k = 0; k < count; k++) { int place = k, own = x[k * n]; for (; place > 0 && a[place - 1] > own; place--) a[place] = a[place - 1]; a[place] = own; } to[ME] = a[count / 2]; }
K(leastOfStream) { int a[8]; for (int i = 0; i < 8; i++) a[i] = 1 << 30; for (int i = ME; i < n; i += 32) { int v = x[i], p = 8; while (p > 0 && a[p - 1] > v) { if (p < 8) a[p] = a[p - 1]; p--; } if (p < 8) a[p] = v; } for (int i = 0; i < 8; i++) to[i * n] = a[i]; }
K(leastShifted) { int a[8]; for (int i = 0; i < 8; i++) a[i] = 1 << 30; for (int i = ME; i < n; i += 32) { int v = x[i]; for (int p = 0; p < 8; p++) if (v < a[p]) { int t = a[p]; a[p] = v; v = t; } } for (int i = 0; i < 8; i++) to[i * n] = a[i]; }
K(readBehind) { int a[8]; for (int i = 0; i < 8; i++) a[i] = x[i * n]; int p = 0; while (p < 7 && a[p] > n) p++; to[ME] = a[p]; }
K(innerAnd) { int a[8]; for (int i = 0; i < 8; i++) a[i] = x[i * n]; for (int k = 0; k < 8; k++) for (int j = k; j < 8 && x[j] > n; j++) a[j] += a[k]; for (int i = 0; i < 8; i++) to[i * n] = a[i]; }
K(innerBreak) { int a[8]; for (int i = 0; i < 8; i++) a[i] = x[i * n]; for (int k = 0; k < 8; k++) for (int j = k; j < 8; j++) { if (x[j] > n) break; a[j] += a[k]; } for (int i = 0; i < 8; i++) to[i * n] = a[i]; }
K(twoSteps) { int a[8], k = 0; while (k < 8) { a[k++] = x[k * n]; a[k++] = x[k * n + 1]; } for (int i = 0; i < 8; i++) to[i * n] = a[i]; }
K(backtrack) { int a[8], row = 0, ways = 0; a[0] = 0; while (row >= 0) { if (a[row] == 8) { row--; if (row >= 0) a[row]++; } else if (row == 7) { ways++; a[row]++; } else if (x[a[row]] > n) { row++; a[row] = 0; } else a[row]++; } to[ME] = ways; }
K(skipStep) { int a[8], k = 0; for (int i = 0; i < 8; i++) a[i] = x[i * n]; int s = 0; while (k < 8) { s += a[k]; if (x[s & 7] > n) k++; } to[ME] = s; }
K(searchEight) { int a[8]; for (int i = 0; i < 8; i++) a[i] = x[i * n]; int low = 0, high = 8; while (low < high) { int mid = (low + high) / 2; if (a[mid] < n) low = mid + 1; else high = mid; } to[ME] = low; }
K(mergeTwo) { int a[8], b[8], i = 0, j = 0; for (int k = 0; k < 8; k++) { a[k] = x[k]; b[k] = x[k + n]; } while (i < 8 && j < 8) to[i + j] = a[i] < b[j] ? a[i++] : b[j++]; }
K(digits) { int a[10], c = 0, v = x[ME]; while (v > 0) { a[c++] = v % 10; v /= 10; } int s = 0; while (c > 0) s = s * 7 + a[--c]; to[ME] = s; }
K(stackThree) { int a[3], top = 0, sum = 0; a[top++] = n; while (top > 0) { int v = a[--top]; sum += v; if (v > 1 && top < 2) { a[top++] = v / 2; } } to[ME] = sum; }
K(stackTwelve) { int a[12], top = 0, sum = 0; a[top++] = n; while (top > 0) { int v = a[--top]; sum += v; if (v > 1 && top < 11) { a[top++] = v / 2; } } to[ME] = sum; }
K(heap) { int a[16], size = 0; for (int i = 0; i < 16; i++) { int k = size++; a[k] = x[i * n]; while (k > 0 && a[(k - 1) / 2] > a[k]) { int t = a[k]; a[k] = a[(k - 1) / 2]; a[(k - 1) / 2] = t; k = (k - 1) / 2; } } for (int i = 0; i < 16; i++) to[i * n] = a[i]; }
