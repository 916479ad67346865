/*
 * Kernels with sums in loops, of floating point: those that may stay in registers around hooks, and
 * those that may not, or not all of the time.
 *
 *     kept KERNEL N
 *
 * Two blocks of 64 threads; prints a hash of what they have written. N: of trips; with 2000, each
 * recording is full several times within a loop. Kernels whose name begins with wrong_ are wrong.
 */
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define THREADS 64
#define BLOCKS  2
#define NUMBERS 4096

struct arrays {
    float *in, *out;
    double *wide, *sums;
};

__global__ void dot(arrays it, int n)
{
    int i = blockIdx.x * THREADS + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += it.in[(i + k) % NUMBERS] * it.in[k % NUMBERS];
    it.out[i] = sum;
}

__global__ void dot_wide(arrays it, int n)
{
    int i = blockIdx.x * THREADS + threadIdx.x;
    double sum = 0;
    for (int k = 0; k < n; k++)
        sum += it.wide[(i + k) % NUMBERS] * it.wide[k % NUMBERS];
    it.sums[i] = sum;
}

/* More numbers than there are registers for them. */
__global__ void many(arrays it, int n)
{
    int i = blockIdx.x * THREADS + threadIdx.x;
    float a = 0, b = 1, c = 2, d = 3, e = 4, f = 5;
    double p = 0, q = 1, r = 2, s = 3, t = 4, u = 5;
    for (int k = 0; k < n; k++) {
        float x = it.in[(i + k) % NUMBERS];
        double y = it.wide[(i + 3 * k) % NUMBERS];
        a += x, b -= x, c += 2 * x, d = fmaxf(d, x), e = fminf(e, x), f += x / 3;
        p += y, q -= y, r += 2 * y, s = fmax(s, y), t = fmin(t, y), u += x;
    }
    it.out[i] = a + b + c + d + e + f;
    it.sums[i] = p + q + r + s + t + u;
}

/* Sums begin anew, change their type, and decide. */
__global__ void anew(arrays it, int n)
{
    int i = blockIdx.x * THREADS + threadIdx.x, count = 0;
    float sum = 0, total = 0;
    double wide = 0;
    for (int k = 0; k < n; k++) {
        sum += it.in[(i * 7 + k) % NUMBERS];
        if (sum > 3) {
            count += (int)sum;
            wide += sum;
            sum = 0;
        }
        total = sqrtf(total + sum);
    }
    it.out[i] = sum + total + count;
    it.sums[i] = wide;
}

__device__ __noinline__ float called(const float *in, int k)
{
    float sum = 0;
    for (int j = 0; j < 5; j++)
        sum += in[(k + j) % NUMBERS] * in[j];
    return sum;
}

/* Real calls around loops and within them. */
__global__ void calls(arrays it, int n)
{
    int i = blockIdx.x * THREADS + threadIdx.x;
    float sum = 0, other = 0;
    for (int k = 0; k < n / 100 + 2; k++) {
        for (int j = 0; j < 50; j++)
            sum += it.in[(i + j * k) % NUMBERS];
        other += called(it.in, i + k) + sinf(sum);
        sum += __shfl_xor_sync(0xFFFFFFFF, sum, 1) + 0.5f;
        __syncthreads();
    }
    it.out[i] = sum + other;
}

__device__ __noinline__ void change(float *sum, float x)
{
    *sum = *sum * 0.5f + x;
}

/* Its address is taken. */
__global__ void taken(arrays it, int n)
{
    int i = blockIdx.x * THREADS + threadIdx.x;
    float sum = 0, beside = 0;
    for (int k = 0; k < n; k++) {
        beside += it.in[(i + k) % NUMBERS];
        sum += it.in[(i + k) % NUMBERS] * beside;
        if (k % 64 == 0)
            change(&sum, beside);
    }
    it.out[i] = sum + beside;
}

/* An array of the thread's own, some of it by a known index. */
__global__ void own(arrays it, int n)
{
    int i = blockIdx.x * THREADS + threadIdx.x;
    float last[4] = {0, 0, 0, 0}, sum = 0;
    for (int k = 0; k < n; k++) {
        last[k % 4] += it.in[(i + k) % NUMBERS];
        last[1] *= 0.5f;
        sum += last[(k + 1) % 4] + last[2];
    }
    it.out[i] = sum;
}

/* Lanes go different ways. */
__global__ void ways(arrays it, int n)
{
    int i = blockIdx.x * THREADS + threadIdx.x;
    float even = 0, odd = 0;
    for (int k = 0; k < n - i; k++)
        if ((k ^ i) & 1)
            odd += it.in[(i + k) % NUMBERS];
        else
            even -= it.in[k % NUMBERS];
    it.out[i] = even * odd;
}

/* Shared memory, and a barrier around the loop. */
__global__ void tiles(arrays it, int n)
{
    __shared__ float tile[THREADS];
    int i = blockIdx.x * THREADS + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n / THREADS + 1; k++) {
        tile[threadIdx.x] = it.in[(k * THREADS + i) % NUMBERS];
        __syncthreads();
        for (int j = 0; j < THREADS; j++)
            sum += tile[j] * tile[(j + i) % THREADS];
        __syncthreads();
    }
    it.out[i] = sum;
}

/* Values of four numbers: what is loaded of one has zeros above it. */
__global__ void fours(arrays it, int n)
{
    int i = blockIdx.x * THREADS + threadIdx.x;
    const float4 *in = (const float4 *)it.in;
    float4 sums = make_float4(0, 0, 0, 0);
    float2 pair = make_float2(0, 0);
    for (int k = 0; k < n; k++) {
        float4 x = in[(i + k) % (NUMBERS / 4)];
        sums.x += x.x, sums.y += x.y, sums.z += x.z, sums.w += x.w;
        pair = make_float2(pair.y + x.x, pair.x - x.w);
    }
    it.out[i] = sums.x + sums.y + sums.z + sums.w + pair.x * pair.y;
}

/* Beyond the array, in the midst of a loop. */
__global__ void wrong_index(arrays it, int n)
{
    int i = blockIdx.x * THREADS + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n + 3; k++)
        sum += it.in[k == n ? NUMBERS + i : k % NUMBERS];
    it.out[i] = sum;
}

/* What other threads write. */
__global__ void wrong_race(arrays it, int n)
{
    int i = blockIdx.x * THREADS + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k++) {
        sum += it.in[(i + k) % NUMBERS];
        it.in[i] = sum;
    }
    it.out[i] = sum;
}

static unsigned long long hash(const void *data, size_t bytes)
{
    unsigned long long value = 14695981039346656037u;
    for (size_t i = 0; i < bytes; i++)
        value = (value ^ ((const unsigned char *)data)[i]) * 1099511628211u;
    return value;
}

int main(int count, char **arguments)
{
    static const struct {
        const char *name;
        void (*kernel)(arrays, int);
    } kernels[] = {{"dot", dot},
                   {"dot_wide", dot_wide},
                   {"many", many},
                   {"anew", anew},
                   {"calls", calls},
                   {"taken", taken},
                   {"own", own},
                   {"ways", ways},
                   {"tiles", tiles},
                   {"fours", fours},
                   {"wrong_index", wrong_index},
                   {"wrong_race", wrong_race}};
    static float in[NUMBERS], out[BLOCKS * THREADS];
    static double wide[NUMBERS], sums[BLOCKS * THREADS];
    arrays it;

    for (int i = 0; i < NUMBERS; i++) {
        in[i] = (float)(i * 37 % 101) / 64 - 0.5f;
        wide[i] = (double)(i * 53 % 103) / 1024;
    }
    cudaMalloc(&it.in, sizeof in);
    cudaMalloc(&it.out, sizeof out);
    cudaMalloc(&it.wide, sizeof wide);
    cudaMalloc(&it.sums, sizeof sums);
    cudaMemcpy(it.in, in, sizeof in, cudaMemcpyHostToDevice);
    cudaMemcpy(it.wide, wide, sizeof wide, cudaMemcpyHostToDevice);
    cudaMemset(it.out, 0, sizeof out);
    cudaMemset(it.sums, 0, sizeof sums);
    for (size_t i = 0; count == 3 && i < sizeof kernels / sizeof *kernels; i++)
        if (!strcmp(kernels[i].name, arguments[1]))
            kernels[i].kernel<<<BLOCKS, THREADS>>>(it, atoi(arguments[2]));
    cudaMemcpy(out, it.out, sizeof out, cudaMemcpyDeviceToHost);
    cudaMemcpy(sums, it.sums, sizeof sums, cudaMemcpyDeviceToHost);
    printf("%016llx %016llx %g\n", hash(out, sizeof out), hash(sums, sizeof sums), out[5]);
    return 0;
}
