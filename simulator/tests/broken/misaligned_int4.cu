/*
 * Misaligned int4: the elements start behind a header whose size is no multiple
 * of 16 bytes.
 */
#include "main.h"
#include "block_sum.h"

#ifdef SOUND
#define HEADER 4        /* ints before the first element */
#else
#define HEADER 1
#endif

__global__ void reduce(const int *data, int *sums, unsigned int n)
{
    const int4 *vectors = (const int4 *)data;
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    int value = 0;

    if (i < n / 4) {
        int4 four = vectors[i];                 /* finding: misaligned access */
        value = four.x + four.y + four.z + four.w;
    }
    if (i < n % 4)
        value += data[n / 4 * 4 + i];
    value = block_sum(value);
    if (threadIdx.x == 0)
        sums[blockIdx.x] = value;
}

int main(void)
{
    const int blocks = (BLOCKS + 3) / 4;
    int *data = device_input_at(HEADER, N), *sums = device_array(blocks);
    reduce<<<blocks, BLOCK>>>(data + HEADER, sums, N);
    return verdict(sum_on_host(sums, blocks), true_sum(N));
}
