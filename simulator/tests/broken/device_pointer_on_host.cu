/*
 * Device pointer on the host: the block sums are added up where they do not lie.
 */
#include "main.h"
#include "block_sum.h"

__global__ void reduce(const int *data, int *sums, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    int value = block_sum(i < n ? data[i] : 0);
    if (threadIdx.x == 0)
        sums[blockIdx.x] = value;
}

int main(void)
{
    int *data = device_input(N), *sums = device_array(BLOCKS);
    reduce<<<BLOCKS, BLOCK>>>(data, sums, N);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
#ifdef SOUND
    int *copy = host_array(BLOCKS);
    CHECK(cudaMemcpy(copy, sums, BLOCKS * sizeof(int), cudaMemcpyDeviceToHost));
    sums = copy;
#endif
    long long sum = 0;
    for (int block = 0; block < BLOCKS; block++)
        sum += sums[block];                     /* finding: device pointer on the host */
    return verdict(sum, true_sum(N));
}
