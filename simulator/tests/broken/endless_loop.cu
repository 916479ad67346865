/*
 * The counter of the loop is too small for its bound: 255 is followed by 0. Nothing else is in the
 * loop, which so has no step that could be counted.
 */
#include "main.h"

#ifdef SOUND
typedef unsigned int counter;
#else
typedef unsigned char counter;
#endif

__global__ void reduce(const int *data, int *sums, unsigned int n)
{
    int rounds = 0;
#ifdef IN_HALVES /* which is nowhere: no line of these is the loop's */
    for (unsigned int half = 0; half < 2; half++)
        rounds += 128;
#endif
    for (counter i = 0; i < 256; i++)   /* finding: endless launch */ /* says: in a loop without an end */
        rounds++;
    if (threadIdx.x == 0) {
        int sum = 0;
        for (unsigned int i = blockIdx.x * BLOCK; i < (blockIdx.x + 1) * BLOCK && i < n; i++)
            sum += data[i] * (rounds / 256);
        sums[blockIdx.x] = sum;
    }
}

int main(void)
{
    int *data = device_input(N), *sums = device_array(BLOCKS);
    reduce<<<BLOCKS, BLOCK>>>(data, sums, N);
    return verdict_or_error(sums, BLOCKS);
}
