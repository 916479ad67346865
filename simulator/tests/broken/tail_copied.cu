/*
 * The number of blocks is rounded down: no thread stores the last elements, which the host copies
 * and adds up.
 */
#include "main.h"

__global__ void twice(const int *data, int *result, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        result[i] = 2 * data[i];
}

int main(void)
{
    int *data = device_input(N), *result = device_array(N), *host = host_array(N);
#ifdef SOUND
    twice<<<BLOCKS, BLOCK>>>(data, result, N);
#else
    twice<<<N / BLOCK, BLOCK>>>(data, result, N);
#endif
    CHECK(cudaMemcpy(host, result, N * sizeof(int), cudaMemcpyDeviceToHost)); /* note: uninitialised read */
    /* says: cudaMemcpy reads 10007 elements of 4 bytes, 23 of which nobody has written: first element 9984, */
    /* says: twice at tests/broken/tail_copied.cu:20, had 9984 threads: 78 blocks of 128 */
    long long sum = 0;
    for (int i = 0; i < N; i++)
        sum += host[i];
    free(host);
    return verdict(sum, 2 * true_sum(N)); /* wrong sum */
}
