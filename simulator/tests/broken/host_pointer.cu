/*
 * Host pointer in a kernel: the launch passes the host's copy of the input.
 */
#include "main.h"
#include "block_sum.h"

__global__ void reduce(const int *data, int *sums, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    int value = i < n ? data[i] : 0;            /* finding: host pointer */
    value = block_sum(value);
    if (threadIdx.x == 0)
        sums[blockIdx.x] = value;
}

int main(void)
{
    int *data = device_input(N), *sums = device_array(BLOCKS);
    int *numbers = host_array(N);
    for (int i = 0; i < N; i++)
        numbers[i] = element(i);
#ifdef SOUND
    CHECK(cudaMemcpy(data, numbers, N * sizeof(int), cudaMemcpyHostToDevice));
#else
    data = numbers;
#endif
    reduce<<<BLOCKS, BLOCK>>>(data, sums, N);
    return verdict(sum_on_host(sums, BLOCKS), true_sum(N));
}
