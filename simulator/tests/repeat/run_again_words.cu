/*
 * A launch that is run again, as one with a race is, begins with what the launches before it have
 * stored: a thread alone, and a warp whose words lie on both sides of a piece of 64 KiB, of which
 * the simulator keeps account.
 */
#include <cstdio>

#define PIECE (64 << 10) /* bytes */
#define WORDS (PIECE / 4)

__global__ void store(int *across, int *one)
{
    across[threadIdx.x] = 1;
    if (threadIdx.x == 5)
        *one = 1;
}

__global__ void race(int *q)
{
    *q = threadIdx.x;
}

int main()
{
    int *p, *q, sum = 0;
    static int words[4 * WORDS];
    cudaMalloc(&p, sizeof words);
    cudaMalloc(&q, PIECE);
    size_t past = (size_t)p % PIECE / 4;
    cudaMemset(p, 0, sizeof words);
    race<<<1, 1>>>(q);
    store<<<1, 32>>>(p + WORDS - past - 16, p + 3 * WORDS - past);
    race<<<1, 32>>>(q);
    cudaMemcpy(words, p, sizeof words, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 4 * WORDS; i++)
        sum += words[i];
    printf("%d\n", sum);
    return 0;
}
