/*
 * Bytes that nobody has written: a flag for each element, a char, and the flags of the
 * last block's idle threads are read as well. The last written one shares a word with them.
 */
#include "main.h"
#include "block_sum.h"

__global__ void mark_odd(const int *data, char *odd, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        odd[i] = data[i] % 2;
}

__global__ void count_odd(const char *odd, int *sums, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef SOUND
    int value = i < n ? odd[i] : 0;
#else
    int value = odd[i];                         /* finding: uninitialised read */
#endif                                          /* says: byte 10007 of */
    value = block_sum(value);
    if (threadIdx.x == 0)
        sums[blockIdx.x] = value;
}

int main(void)
{
    int *data = device_input(N), *sums = device_array(BLOCKS);
    char *odd;
    CHECK(cudaMalloc((void **)&odd, BLOCKS * BLOCK));
    long long expected = 0;
    for (int i = 0; i < N; i++)
        expected += element(i) % 2;
    mark_odd<<<BLOCKS, BLOCK>>>(data, odd, N);
    count_odd<<<BLOCKS, BLOCK>>>(odd, sums, N);
    return verdict(sum_on_host(sums, BLOCKS), expected);
}
