/*
 * Sums of all numbers, in other styles than those of the lab's steps.
 */
#include "cases.h"

__global__ void atomicPerThread(unsigned long long *total, const int *numbers, size_t n)
{
    size_t idx = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (idx < n)
        atomicAdd(total, (unsigned long long)numbers[idx]);
}

/* The sum of a warp's numbers is in lane 0. All 32 lanes must call it. */
__device__ unsigned long long sumWarp(unsigned long long sum)
{
    for (int distance = 16; distance > 0; distance /= 2)
        sum += __shfl_down_sync(0xFFFFFFFF, sum, distance);
    return sum;
}

__global__ void atomicPerWarp(unsigned long long *total, const int *numbers, size_t n)
{
    size_t idx = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    unsigned long long sum = sumWarp(idx < n ? numbers[idx] : 0);
    if (threadIdx.x % 32 == 0)
        atomicAdd(total, sum);
}

/* The block's sum meets in a word of shared memory. */
__global__ void atomicPerBlock(unsigned long long *total, const int *numbers, size_t n)
{
    __shared__ unsigned long long block_sum;
    size_t idx = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0)
        block_sum = 0;
    __syncthreads();
    unsigned long long sum = sumWarp(idx < n ? numbers[idx] : 0);
    if (threadIdx.x % 32 == 0)
        atomicAdd(&block_sum, sum);
    __syncthreads();
    if (threadIdx.x == 0)
        atomicAdd(total, block_sum);
}

/* Each thread adds up many numbers before the warps meet. */
__global__ void gridStrideAtomic(unsigned long long *total, const int *numbers, size_t n)
{
    size_t stride = (size_t)gridDim.x * blockDim.x;
    unsigned long long sum = 0;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        sum += numbers[i];
    sum = sumWarp(sum);
    if (threadIdx.x % 32 == 0)
        atomicAdd(total, sum);
}

/* Each thread adds up a piece of neighbouring numbers, as one would on a CPU. */
__global__ void piecePerThread(unsigned long long *total, const int *numbers, size_t n)
{
    size_t threads = (size_t)gridDim.x * blockDim.x;
    size_t idx = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t length = n / threads;
    unsigned long long sum = 0;
    for (size_t i = idx * length; i < (idx + 1) * length; i++)
        sum += numbers[i];
    atomicAdd(total, sum);
}

/* Sums of blocks, for a second launch: a tree in shared memory. */
__global__ void blockSums(unsigned long long *sums, const int *numbers, size_t n)
{
    __shared__ unsigned long long smem[1024];
    unsigned int tid = threadIdx.x;
    size_t idx = (size_t)blockIdx.x * blockDim.x + tid;
    smem[tid] = idx < n ? numbers[idx] : 0;
    __syncthreads();
    for (unsigned int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (tid < stride)
            smem[tid] += smem[tid + stride];
        __syncthreads();
    }
    if (tid == 0)
        sums[blockIdx.x] = smem[0];
}

/* The sum of the blocks' sums; one block. */
__global__ void sumOfSums(unsigned long long *total, const unsigned long long *sums,
                          unsigned int count)
{
    __shared__ unsigned long long smem[1024];
    unsigned int tid = threadIdx.x;
    unsigned long long sum = 0;
    for (unsigned int i = tid; i < count; i += blockDim.x)
        sum += sums[i];
    smem[tid] = sum;
    __syncthreads();
    for (unsigned int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (tid < stride)
            smem[tid] += smem[tid + stride];
        __syncthreads();
    }
    if (tid == 0)
        *total += smem[0];
}

/* One block alone, one thread alone. */
__global__ void threadAlone(unsigned long long *total, const int *numbers, size_t n)
{
    unsigned long long sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += numbers[i];
    *total += sum;
}

/* The largest number, as a tree in shared memory with an atomic at its end. */
__global__ void maximum(int *largest, const int *numbers, size_t n)
{
    __shared__ int smem[1024];
    unsigned int tid = threadIdx.x;
    size_t idx = (size_t)blockIdx.x * blockDim.x + tid;
    smem[tid] = idx < n ? numbers[idx] : 0;
    __syncthreads();
    for (unsigned int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (tid < stride)
            smem[tid] = max(smem[tid], smem[tid + stride]);
        __syncthreads();
    }
    if (tid == 0)
        atomicMax(largest, smem[0]);
}

/* The dot product of the numbers with themselves, in floats. */
__global__ void dotProduct(float *total, const float *a, const float *b, size_t n)
{
    __shared__ float warp_sums[32];
    unsigned int tid = threadIdx.x;
    size_t stride = (size_t)gridDim.x * blockDim.x;
    float sum = 0;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + tid; i < n; i += stride)
        sum += a[i] * b[i];
    for (int distance = 16; distance > 0; distance /= 2)
        sum += __shfl_xor_sync(0xFFFFFFFF, sum, distance);
    if (tid % 32 == 0)
        warp_sums[tid / 32] = sum;
    __syncthreads();
    if (tid == 0) {
        for (unsigned int warp = 1; warp < blockDim.x / 32; warp++)
            sum += warp_sums[warp];
        atomicAdd(total, sum);
    }
}

typedef void sum_kernel(unsigned long long *total, const int *numbers, size_t n);

static int *d_numbers;
static float *d_floats;
static unsigned long long *d_total, *d_sums;

/* Each launch has added the sum of the first n numbers to the total, which becomes 0. */
static void check_total(size_t n)
{
    if (launches() == 0)
        return;
    unsigned long long *total = (unsigned long long *)copy_to_host(d_total, sizeof *d_total);
    check_case(*total == (unsigned long long)(launches() * sum_of_inputs(n)));
    free(total);
    CHECK(cudaMemset(d_total, 0, sizeof *d_total));
}

static void time_sum(const char *name, sum_kernel *kernel, size_t n, unsigned int grid,
                     unsigned int block)
{
    for (start_case(name, n, grid, block, n * sizeof(int)); next_launch();)
        kernel<<<grid, block>>>(d_total, d_numbers, n);
    check_total(n);
}

static void time_two_kernels(size_t n, unsigned int block)
{
    unsigned int grid = blocks_for(n, block);
    for (start_case("two_kernels", n, grid, block, n * sizeof(int) + 2 * grid * sizeof *d_sums);
         next_launch();) {
        blockSums<<<grid, block>>>(d_sums, d_numbers, n);
        sumOfSums<<<1, block>>>(d_total, d_sums, grid);
    }
    check_total(n);
}

static void time_maximum(size_t n, unsigned int block)
{
    unsigned int grid = blocks_for(n, block);
    for (start_case("maximum", n, grid, block, n * sizeof(int)); next_launch();)
        maximum<<<grid, block>>>((int *)d_total, d_numbers, n);
    if (launches() == 0)
        return;
    int expected = 0;
    for (size_t i = 0; i < n; i++)
        expected = input_number(i) > expected ? input_number(i) : expected;
    int *largest = (int *)copy_to_host(d_total, sizeof *largest);
    check_case(*largest == expected);
    free(largest);
    CHECK(cudaMemset(d_total, 0, sizeof *d_total));
}

static void time_dot_product(size_t n, unsigned int grid, unsigned int block)
{
    for (start_case("dot_product", n, grid, block, 2 * n * sizeof(float)); next_launch();)
        dotProduct<<<grid, block>>>((float *)d_total, d_floats, d_floats + n, n);
    if (launches() == 0)
        return;
    double expected = 0;
    for (size_t i = 0; i < n; i++)
        expected += (double)input_number(i) / 4096 * input_number(i + n) / 4096;
    float *total = (float *)copy_to_host(d_total, sizeof *total);
    check_case(fabs(*total / launches() - expected) <= 1e-3 * expected);
    free(total);
    CHECK(cudaMemset(d_total, 0, sizeof *d_total));
}

int main(int argc, char **argv)
{
    static const size_t sizes[] = {1 << 14, 1 << 18, 1 << 22};

    start_family("reductions", argc, argv);
    d_numbers = ints_on_device(scaled(1 << 24));
    d_floats = floats_on_device(2 * scaled(1 << 23));
    d_total = (unsigned long long *)zeros_on_device(2);
    d_sums = (unsigned long long *)zeros_on_device(2 * scaled(1 << 24) / 128);

    for (int i = 0; i < 3; i++) {
        size_t n = scaled(sizes[i]);
        unsigned int grid = blocks_for(n, 256);
        if (i < 2)
            time_sum("atomic_per_thread", atomicPerThread, n, grid, 256);
        time_sum("atomic_per_warp", atomicPerWarp, n, grid, 256);
        time_sum("atomic_per_block", atomicPerBlock, n, grid, 256);
        time_sum("grid_stride_atomic", gridStrideAtomic, n, blocks_for(n, 16 * 256), 256);
        time_sum("piece_per_thread", piecePerThread, n, blocks_for(n, 16 * 256), 256);
        time_two_kernels(n, 128);
        time_two_kernels(n, 512);
        time_maximum(n, 256);
        time_dot_product(n, blocks_for(n, 8 * 256), 256);
    }
    time_sum("grid_stride_atomic", gridStrideAtomic, scaled(1 << 24), 528, 512);
    time_two_kernels(scaled(1 << 23), 512);
    time_dot_product(scaled(1 << 23), 528, 512);
    time_sum("thread_alone", threadAlone, scaled(1 << 13), 1, 1);
    time_sum("warp_alone", gridStrideAtomic, scaled(1 << 15), 1, 32);
    time_sum("block_alone", gridStrideAtomic, scaled(1 << 18), 1, 512);

    CHECK(cudaFree(d_numbers));
    CHECK(cudaFree(d_floats));
    CHECK(cudaFree(d_total));
    CHECK(cudaFree(d_sums));
    return end_family();
}
