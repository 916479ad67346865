/*
 * Kernels whose operations tests/operations.t knows; each runs once.
 */
#include <cstdio>
#include <cuda_fp16.h>

__global__ void copy(float *to, const float *from)
{
    to[threadIdx.x] = from[threadIdx.x];
}

__global__ void add_to(int *sums, const int *terms)
{
    int i = threadIdx.x;

    sums[i] += terms[i];
}

__global__ void half_sum(float *to, const __half *terms)
{
    to[threadIdx.x] = __half2float(terms[threadIdx.x] + terms[threadIdx.x + 32]);
}

__global__ void carried(unsigned *to)
{
    unsigned low = to[threadIdx.x], high = to[threadIdx.x + 32];

    asm("add.cc.u32 %0, %0, %1; addc.u32 %1, %1, 0;" : "+r"(low), "+r"(high));
    to[threadIdx.x] = high;
}

__global__ void reduce(const int *data, int *total)
{
    __shared__ int sums[64];
    int i = threadIdx.x;

    sums[i] = data[i];
    __syncthreads();
    for (int distance = 32; distance > 0; distance /= 2) {
        if (i < distance)
            sums[i] += sums[i + distance];
        __syncthreads();
    }
    if (i == 0)
        atomicAdd(total, sums[0]);
}

__global__ void multiply(float *data, float factor, int times)
{
    float product = data[threadIdx.x];

    for (int i = 0; i < times; i++)
        product *= factor;
    data[threadIdx.x] = product;
}

__global__ void multiply_add(double *data, double factor, int times)
{
    double value = data[threadIdx.x];

    for (int i = 0; i < times; i++)
        value = value * factor + 1.5;
    data[threadIdx.x] = value;
}

__global__ void divide(int *data, int divisor)
{
    data[threadIdx.x] = data[threadIdx.x] / divisor;
}

__global__ void divide_floats(float *data, float divisor)
{
    data[threadIdx.x] = data[threadIdx.x] / divisor;
}

__global__ void chase(const int *next, int *end, int steps)
{
    int at = 0;

    for (int i = 0; i < steps; i++)
        at = next[at];
    *end = at;
}

__global__ void sum_through(const int *index, const int *data, int *sum, int count)
{
    int total = 0;

    for (int i = 0; i < count; i++)
        total += data[index[i]];
    *sum = total;
}

/* g++ has the number in a register whose lowest byte is called bpl. */
__global__ void odd_ones(const int *numbers, int *results, int count, int unused)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, result = i;

    for (int k = 0; k < count; k++) {
        int number = numbers[i + 32 * k];

        if (number & 1) {
            result = (result ^ 4) * number;
            result = (result ^ 11) * number;
            result = (result ^ 14) * number;
        }
    }
    results[i] = result;
}

__global__ void copy_four(int4 *to, const int4 *from)
{
    to[threadIdx.x] = from[threadIdx.x];
}

__global__ void smallest(int *data)
{
    data[threadIdx.x] = min(data[threadIdx.x], 7);
}

template <int distance> __global__ void exchange(int *data)
{
    int value = data[threadIdx.x];

    data[threadIdx.x] = value + __shfl_xor_sync(0xffffffff, value, distance);
}

__global__ void sine(float *data)
{
    data[threadIdx.x] = sinf(data[threadIdx.x]);
}

__global__ void power_of_e(float *data)
{
    data[threadIdx.x] = expf(data[threadIdx.x]);
}

__global__ void logarithm(float *data)
{
    data[threadIdx.x] = logf(data[threadIdx.x]);
}

__global__ void sine_of_double(double *data)
{
    data[threadIdx.x] = sin(data[threadIdx.x]);
}

int main()
{
    int *integers;
    float *floats;
    double *doubles;

    cudaMalloc(&integers, 4096);
    cudaMalloc(&floats, 4096);
    cudaMalloc(&doubles, 4096);
    cudaMemset(integers, 0, 4096);
    cudaMemset(floats, 0, 4096);
    cudaMemset(doubles, 0, 4096);
    copy<<<1, 64>>>(floats, floats + 64);
    add_to<<<1, 64>>>(integers, integers + 64);
    half_sum<<<1, 32>>>(floats, (__half *)integers);
    carried<<<1, 32>>>((unsigned *)integers);
    reduce<<<1, 64>>>(integers, integers + 64);
    multiply<<<1, 64>>>(floats, 2, 3);
    multiply_add<<<1, 64>>>(doubles, 2, 3);
    divide<<<1, 64>>>(integers, 3);
    divide_floats<<<1, 64>>>(floats, 3);
    chase<<<1, 1>>>(integers, integers + 1, 4);
    sum_through<<<1, 1>>>(integers, integers + 64, integers + 1, 4);
    odd_ones<<<1, 32>>>(integers, integers + 64, 1, 0);
    copy_four<<<1, 32>>>((int4 *)integers, (int4 *)integers + 32);
    smallest<<<1, 32>>>(integers);
    exchange<4><<<1, 32>>>(integers);
    sine<<<1, 32>>>(floats);
    power_of_e<<<1, 32>>>(floats);
    logarithm<<<1, 32>>>(floats);
    sine_of_double<<<1, 32>>>((double *)floats);
    return cudaDeviceSynchronize() != cudaSuccess;
}
