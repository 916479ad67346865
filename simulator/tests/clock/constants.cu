// Lanes look numbers up in constant memory: 2^shift neighbouring ones at one address.
#include <cuda_runtime.h>

const unsigned ROUNDS = 64, NUMBERS = 1024;

__constant__ int numbers[NUMBERS];

template <unsigned shift> __global__ void look_up(int *out)
{
    int sum = 0;
    for (unsigned round = 0; round < ROUNDS; round++)
        sum += numbers[((threadIdx.x % 32 >> shift) + round) % NUMBERS];
    out[threadIdx.x] = sum;
}

// Each lane comes back to the same four numbers.
__global__ void look_up_again(int *out)
{
    int sum = 0;
    for (unsigned round = 0; round < ROUNDS; round++)
        sum += numbers[threadIdx.x % 32 + round % 4 * 32];
    out[threadIdx.x] = sum;
}

int main()
{
    int *out;
    cudaMalloc(&out, 256 * sizeof(int));
    look_up<0><<<1, 256>>>(out);
    look_up<1><<<1, 256>>>(out);
    look_up<5><<<1, 256>>>(out);
    look_up_again<<<1, 256>>>(out);
    return cudaDeviceSynchronize() != cudaSuccess;
}
