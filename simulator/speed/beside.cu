/*
 * Five programs as `simcc --plain` runs them, and as HIP-CPU does, of which it takes the headers
 * where BESIDE_HIP is defined: how long a launch takes, the median of several. beside_hip.sh
 * compares.
 *
 *     beside PROGRAM LAUNCHES
 *
 * PROGRAM: neighbored and interleaved (sums of each block, in global and in shared memory, with a
 * barrier in each round), speed_of_light (a sum in one launch, with shuffles and atomics), saxpy,
 * matmul. Prints seconds by the clock, and of all processors together, of a launch and the wait for
 * its end; then the sum of the results, which says that both have done the same.
 */
#ifdef BESIDE_HIP
#include <hip/hip_runtime.h>
#define LAUNCH(kernel, grid, block, ...)                                                           \
    hipLaunchKernelGGL(kernel, dim3 grid, dim3 block, 0, 0, __VA_ARGS__)
#define cudaMalloc                    hipMalloc
#define cudaMemcpy                    hipMemcpy
#define cudaMemcpyDefault             hipMemcpyDefault
#define cudaDeviceSynchronize         hipDeviceSynchronize
#define WARP                          64 /* its warps; with a width of 32, its shuffles go wrong in every second one */
#define SHUFFLE_DOWN(value, distance) __shfl_down(value, distance)
#else
#include <cuda_runtime.h>
#define LAUNCH(kernel, grid, block, ...) kernel<<<dim3 grid, dim3 block>>>(__VA_ARGS__)
#define WARP                             32
#define SHUFFLE_DOWN(value, distance)    __shfl_down_sync(0xFFFFFFFF, value, distance)
#endif
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { N = 1 << 22, BLOCK = 512, BLOCKS = N / BLOCK, LOADS = 4, SIDE = 512, TILE = 16 };
enum { LAUNCHES_MOST = 99 };

__global__ void neighbored(int *in, int *out, unsigned int n)
{
    unsigned int tid = threadIdx.x;
    unsigned int idx = blockIdx.x * blockDim.x + tid;
    int *numbers = in + blockIdx.x * blockDim.x;

    for (unsigned int stride = 1; stride < blockDim.x; stride *= 2) {
        if (tid % (2 * stride) == 0 && idx + stride < n)
            numbers[tid] += numbers[tid + stride];
        __syncthreads();
    }
    if (tid == 0)
        out[blockIdx.x] = numbers[0];
}

__global__ void interleaved(const int *in, int *out, unsigned int n)
{
    __shared__ int smem[BLOCK];
    unsigned int tid = threadIdx.x;
    unsigned int idx = blockIdx.x * blockDim.x + tid;

    smem[tid] = idx < n ? in[idx] : 0;
    __syncthreads();
    for (unsigned int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (tid < stride)
            smem[tid] += smem[tid + stride];
        __syncthreads();
    }
    if (tid == 0)
        out[blockIdx.x] = smem[0];
}

__device__ inline long long warp_sum(long long sum)
{
    for (int distance = WARP / 2; distance > 0; distance /= 2)
        sum += SHUFFLE_DOWN(sum, distance);
    return sum;
}

/* All threads take part in the last shuffles, since those of HIP-CPU wait for the whole block. */
__global__ void speed_of_light(const int *in, unsigned long long *total, unsigned int n)
{
    __shared__ long long smem[BLOCK / WARP];
    unsigned int tid = threadIdx.x;
    unsigned int idx = blockIdx.x * BLOCK * LOADS + tid;
    const int4 *fours = (const int4 *)in;
    long long sum = 0;

    for (unsigned int k = 0; k < LOADS; k++, idx += BLOCK)
        if (idx < n / 4) {
            int4 four = fours[idx];
            sum += (long long)four.x + four.y + four.z + four.w;
        }
    sum = warp_sum(sum);
    if (tid % WARP == 0)
        smem[tid / WARP] = sum;
    __syncthreads();
    sum = warp_sum(tid < BLOCK / WARP ? smem[tid] : 0);
    if (tid == 0)
        atomicAdd(total, (unsigned long long)sum);
}

__global__ void saxpy(float a, const float *x, float *y, unsigned int n)
{
    unsigned int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx < n)
        y[idx] = a * x[idx] + y[idx];
}

__global__ void matmul(const float *a, const float *b, float *c, unsigned int side)
{
    unsigned int row = blockIdx.y * blockDim.y + threadIdx.y;
    unsigned int column = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;

    if (row >= side || column >= side)
        return;
    for (unsigned int k = 0; k < side; k++)
        sum += a[row * side + k] * b[k * side + column];
    c[row * side + column] = sum;
}

struct arrays {
    int *numbers, *device, *sums;
    float *x, *y, *result;
    unsigned long long *total;
};

static double seconds_now(clockid_t clock)
{
    struct timespec now;

    syscall(SYS_clock_gettime, clock, &now); /* the host's own, whatever runs the program */
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void check(int error)
{
    if (error) {
        fprintf(stderr, "beside: error %d\n", error);
        exit(3);
    }
}

/* Sets all arrays as they are before a launch. */
static void fill(const struct arrays *it)
{
    static float ones[N];

    for (unsigned int i = 0; i < N; i++)
        ones[i] = (float)(i % 7);
    check(cudaMemcpy(it->device, it->numbers, N * sizeof(int), cudaMemcpyDefault));
    check(cudaMemcpy(it->x, ones, N * sizeof(float), cudaMemcpyDefault));
    check(cudaMemcpy(it->y, ones, N * sizeof(float), cudaMemcpyDefault));
    check(cudaMemcpy(it->total, "\0\0\0\0\0\0\0", sizeof(unsigned long long), cudaMemcpyDefault));
}

static void launch(const char *program, const struct arrays *it)
{
    if (!strcmp(program, "neighbored"))
        LAUNCH(neighbored, (BLOCKS), (BLOCK), it->device, it->sums, (unsigned)N);
    else if (!strcmp(program, "interleaved"))
        LAUNCH(interleaved, (BLOCKS), (BLOCK), it->device, it->sums, (unsigned)N);
    else if (!strcmp(program, "speed_of_light"))
        LAUNCH(speed_of_light, (BLOCKS / LOADS / 4), (BLOCK), it->device, it->total, (unsigned)N);
    else if (!strcmp(program, "saxpy"))
        LAUNCH(saxpy, (BLOCKS), (BLOCK), 2.0f, it->x, it->y, (unsigned)N);
    else if (!strcmp(program, "matmul"))
        LAUNCH(matmul, (SIDE / TILE, SIDE / TILE), (TILE, TILE), it->x, it->y, it->result,
               (unsigned)SIDE);
    else {
        fprintf(stderr, "beside: there is no program %s\n", program);
        exit(2);
    }
    check(cudaDeviceSynchronize());
}

/* The sum of the program's results. */
static double result(const char *program, const struct arrays *it)
{
    static int sums[BLOCKS];
    static float values[N];
    unsigned long long total;
    double sum = 0;

    if (!strcmp(program, "speed_of_light")) {
        check(cudaMemcpy(&total, it->total, sizeof total, cudaMemcpyDefault));
        return (double)total;
    }
    if (!strcmp(program, "saxpy") || !strcmp(program, "matmul")) {
        int is_saxpy = !strcmp(program, "saxpy"), count = is_saxpy ? N : SIDE * SIDE;
        check(cudaMemcpy(values, is_saxpy ? it->y : it->result, count * sizeof(float),
                         cudaMemcpyDefault));
        for (int i = 0; i < count; i++)
            sum += values[i];
        return sum;
    }
    check(cudaMemcpy(sums, it->sums, sizeof sums, cudaMemcpyDefault));
    for (int i = 0; i < BLOCKS; i++)
        sum += sums[i];
    return sum;
}

static int by_size(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;

    return (a > b) - (a < b);
}

static double median(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, by_size);
    return (values[(count - 1) / 2] + values[count / 2]) / 2;
}

int main(int argc, char **argv)
{
    double wall[LAUNCHES_MOST], processors[LAUNCHES_MOST];
    int launches = argc == 3 ? atoi(argv[2]) : 0;
    struct arrays it;

    if (launches < 1 || launches > LAUNCHES_MOST) {
        fprintf(stderr, "usage: beside PROGRAM LAUNCHES\n");
        return 2;
    }
    it.numbers = (int *)malloc(N * sizeof(int));
    for (int i = 0; i < N; i++)
        it.numbers[i] = i * 7 % 256;
    check(cudaMalloc((void **)&it.device, N * sizeof(int)));
    check(cudaMalloc((void **)&it.sums, BLOCKS * sizeof(int)));
    check(cudaMalloc((void **)&it.x, N * sizeof(float)));
    check(cudaMalloc((void **)&it.y, N * sizeof(float)));
    check(cudaMalloc((void **)&it.result, SIDE * SIDE * sizeof(float)));
    check(cudaMalloc((void **)&it.total, sizeof *it.total));
    for (int i = -1; i < launches; i++) { /* the first one warms up */
        fill(&it);
        double begun = seconds_now(CLOCK_MONOTONIC), used = seconds_now(CLOCK_PROCESS_CPUTIME_ID);
        launch(argv[1], &it);
        if (i >= 0) {
            wall[i] = seconds_now(CLOCK_MONOTONIC) - begun;
            processors[i] = seconds_now(CLOCK_PROCESS_CPUTIME_ID) - used;
        }
    }
    printf("%.9f,%.9f,%.0f\n", median(wall, launches), median(processors, launches),
           result(argv[1], &it));
    return 0;
}
