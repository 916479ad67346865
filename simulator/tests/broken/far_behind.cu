/*
 * A large launch: each thread clears 16 bytes of an array of 20 MB. Its last block adds up the
 * input, too, and reads the threads' sums without a barrier.
 */
#include "main.h"

#define CLEARED (20 << 20) /* bytes */
#define MANY    (CLEARED / (int)sizeof(int4) / BLOCK)

__global__ void clear_and_sum(int4 *cleared, const int *data, int *parts, int *sum, unsigned int n)
{
    cleared[blockIdx.x * blockDim.x + threadIdx.x] = make_int4(0, 0, 0, 0);
    if (blockIdx.x != gridDim.x - 1)
        return;
    int part = 0;
    for (unsigned int i = threadIdx.x; i < n; i += blockDim.x)
        part += data[i];
    parts[threadIdx.x] = part;                  /* also: race */
#ifdef SOUND
    __syncthreads();
#endif
    if (threadIdx.x == blockDim.x - 1) {
        int total = 0;
        for (unsigned int i = 0; i < blockDim.x; i++)
            total += parts[i];                  /* finding: race */
        *sum = total;
    }
}

int main(void)
{
    int *data = device_input(N), *parts = device_array(BLOCK), *sum = device_array(1);
    int4 *cleared;
    CHECK(cudaMalloc((void **)&cleared, CLEARED));
    clear_and_sum<<<MANY, BLOCK>>>(cleared, data, parts, sum, N);
    return verdict(sum_on_host(sum, 1), true_sum(N));
}
