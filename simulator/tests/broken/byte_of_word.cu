/*
 * A byte of a word that others read whole: all lanes read the word, one then writes a byte
 * of it. In the twin four lanes read and write a byte each of the word, which is no race.
 */
#include "main.h"
#include "block_sum.h"

__global__ void reduce(const int *data, int *sums, unsigned int n)
{
    __shared__ union {
        unsigned int word;
        unsigned char bytes[4];
    } flags;
    unsigned int tid = threadIdx.x, i = blockIdx.x * blockDim.x + tid;

    if (tid == 0)
        flags.word = 0x01010101;
    __syncthreads();
    int factor = 1;
#ifdef SOUND
    if (tid < 4) {
        factor = flags.bytes[tid];
        flags.bytes[tid] = 7;
    }
#else
    if (tid < 32)
        factor = flags.word != 0;               /* also: race */
    if (tid == 0)
        flags.bytes[1] = 7;                     /* finding: race */
#endif
    int value = block_sum(i < n ? factor * data[i] : 0);
    if (tid == 0)
        sums[blockIdx.x] = value;
}

int main(void)
{
    int *data = device_input(N), *sums = device_array(BLOCKS);
    reduce<<<BLOCKS, BLOCK>>>(data, sums, N);
    return verdict(sum_on_host(sums, BLOCKS), true_sum(N));
}
