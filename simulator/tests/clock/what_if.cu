// Pairs of kernels, with a cost and without it; else they do the same. The clock is asked what the
// first would take without that cost.
#include <cuda_runtime.h>

const unsigned BLOCKS = 528, THREADS = 256, N = BLOCKS * THREADS, ROUNDS = 64;

__device__ int chain(int value, int factor)
{
    for (int i = 0; i < 400; i++)
        value = value * factor + i;
    return value;
}

// Half of a warp's lanes go one way, half the other; or whole warps do.
__global__ void diverges(int *out, int factor)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    int value = threadIdx.x;
    if (threadIdx.x % 2)
        value = chain(value, factor);
    else
        value = chain(value, factor + 2);
    out[i] = value;
}

__global__ void parts_by_warps(int *out, int factor)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    int value = threadIdx.x;
    if (threadIdx.x / 32 % 2)
        value = chain(value, factor);
    else
        value = chain(value, factor + 2);
    out[i] = value;
}

// Lanes of a warp are `step` words apart in shared memory.
template <unsigned step> __global__ void sum_shared(int *out)
{
    __shared__ int numbers[32 * 32];
    int sum = 0;
    for (unsigned i = threadIdx.x; i < 32 * 32; i += blockDim.x)
        numbers[i] = i;
    __syncthreads();
    for (unsigned round = 0; round < ROUNDS; round++)
        sum += numbers[(threadIdx.x * step + round) % (32 * 32)];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// Neighbouring lanes load from neighbouring rows, or neighbouring columns, of rows of `columns`.
__global__ void load_rows(const int *in, int *out, unsigned columns)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = 0;
    for (unsigned c = 0; c < columns; c++)
        sum += in[i * columns + c];
    out[i] = sum;
}

__global__ void load_columns(const int *in, int *out, unsigned columns)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = 0;
    for (unsigned c = 0; c < columns; c++)
        sum += in[c * N + i];
    out[i] = sum;
}

// In each round a lane of eight takes a side with so many additions and a load and a store: where
// it is short, nvcc has no branch, and all warps issue its instructions.
template <int additions> __global__ void sides(int *out)
{
    __shared__ int numbers[THREADS];
    numbers[threadIdx.x] = threadIdx.x;
    for (unsigned round = 0; round < ROUNDS; round++) {
        __syncthreads();
        if ((threadIdx.x + round) % 8 == 0) {
            int number = numbers[threadIdx.x];
#pragma GCC unroll 32
            for (int i = 0; i < additions; i++)
                number = (number ^ i) + (number >> 3);
            numbers[threadIdx.x] = number;
        }
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = numbers[threadIdx.x];
}

// Each round has a barrier, or none.
template <int meets> __global__ void rounds(int *out, int factor)
{
    int value = threadIdx.x;
    for (unsigned round = 0; round < ROUNDS; round++) {
        value = value * factor + 1;
        if (meets)
            __syncthreads();
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

// A remainder costs many instructions, or a mask one.
__global__ void remainders(int *out, int divisor)
{
    int sum = 0;
    for (int i = 0; i < 40; i++) {
        sum += threadIdx.x + i;
        sum = sum % divisor; // left out
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void no_remainders(int *out, int divisor)
{
    int sum = divisor;
    for (int i = 0; i < 40; i++) {
        sum += threadIdx.x + i;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

int main()
{
    const unsigned columns = 16;
    int *in, *out;
    cudaMalloc(&in, N * columns * sizeof *in);
    cudaMalloc(&out, N * sizeof *out);
    cudaMemset(in, 1, N * columns * sizeof *in);
    diverges<<<BLOCKS, THREADS>>>(out, 3);
    parts_by_warps<<<BLOCKS, THREADS>>>(out, 3);
    sum_shared<8><<<BLOCKS, THREADS>>>(out);
    sum_shared<1><<<BLOCKS, THREADS>>>(out);
    load_rows<<<BLOCKS, THREADS>>>(in, out, columns);
    load_columns<<<BLOCKS, THREADS>>>(in, out, columns);
    sides<1><<<BLOCKS, THREADS>>>(out);
    sides<8><<<BLOCKS, THREADS>>>(out);
    rounds<1><<<BLOCKS, THREADS>>>(out, 3);
    rounds<0><<<BLOCKS, THREADS>>>(out, 3);
    remainders<<<BLOCKS, THREADS>>>(out, 77);
    no_remainders<<<BLOCKS, THREADS>>>(out, 77);
    return cudaDeviceSynchronize() != cudaSuccess;
}
