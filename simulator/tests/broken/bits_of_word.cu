/*
 * Each thread that has an odd element sets its bit of a word. One statement reads the word, changes
 * it and writes it back: no barrier helps.
 */
#include "main.h"

#define WORDS (BLOCK / 32)

__global__ void count_odd(const int *data, int *sums, unsigned int n)
{
    __shared__ unsigned int bits[WORDS];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + tid;

    if (tid < WORDS)
        bits[tid] = 0;
    __syncthreads();
    if (i < n && data[i] % 2)
#ifdef SOUND
        atomicOr(&bits[tid % WORDS], 1u << tid / WORDS);
#else
        bits[tid % WORDS] |= 1u << tid / WORDS; /* finding: race */ /* says: Use an atomic, such as atomicAdd or atomicOr */
#endif
    __syncthreads();
    if (tid == 0) {
        int sum = 0;
        for (int word = 0; word < WORDS; word++)
            sum += __popc(bits[word]);
        sums[blockIdx.x] = sum;
    }
}

int main(void)
{
    int *data = device_input(N), *sums = device_array(BLOCKS);
    long long odd = 0;
    for (int i = 0; i < N; i++)
        odd += element(i) % 2;
    count_odd<<<BLOCKS, BLOCK>>>(data, sums, N);
    return verdict(sum_on_host(sums, BLOCKS), odd);
}
