/*
 * Two blocks read a word, one after the other, then the first writes it. Atomics tell the blocks
 * when, and order nothing: with fences around them (-DSOUND) they do.
 */
#include <stdio.h>

#ifdef SOUND
#define FENCE __threadfence()
#else
#define FENCE (void)0
#endif

__global__ void read_by_both(int *word, int *seen, int *step)
{
    if (blockIdx.x == 0) {
        seen[0] = *word;
        atomicExch(step, 1);
        while (atomicAdd(step, 0) != 2)
            ;
        FENCE;
        *word = 7;
    } else {
        while (atomicAdd(step, 0) != 1)
            ;
        seen[1] = *word;
        FENCE;
        atomicExch(step, 2);
    }
}

int main(void)
{
    int *memory, host[4];
    cudaMalloc(&memory, sizeof host);
    cudaMemset(memory, 0, sizeof host);
    read_by_both<<<2, 1>>>(memory, memory + 1, memory + 3);
    cudaMemcpy(host, memory, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d %d %d\n", host[0], host[1], host[2]);
    return 0;
}
