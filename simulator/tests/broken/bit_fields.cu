/*
 * Two threads write fields of one word: each reads the word, changes its bits and writes all of it
 * back. The twin's fields are bytes of their own.
 */
#include "main.h"

#ifdef SOUND
#define BITS(count)
#else
#define BITS(count) : count
#endif

struct last_digits {
    unsigned char low BITS(4), high BITS(4);
};

__global__ void digits(const int *data, struct last_digits *last, unsigned int n)
{
    unsigned int tid = threadIdx.x, i = blockIdx.x * blockDim.x + tid;
    struct last_digits *own = &last[i / 2];

    if (i >= n)
        return;
    if (tid % 2 == 0)
        own->low = data[i] % 16;        /* finding: race */
    else
        own->high = data[i] % 16;       /* also: race */
}

__global__ void add_up(const struct last_digits *last, int *sum, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(sum, last[i / 2].low + last[i / 2].high);
}

int main(void)
{
    int *data = device_input(N + 1), *sum = device_zeros(1);
    struct last_digits *last = (struct last_digits *)device_zeros((N + 1) / 2);
    long long expected = 0;
    for (int i = 0; i < N + 1; i++)
        expected += 2 * (element(i) % 16);
    digits<<<BLOCKS, BLOCK>>>(data, last, N + 1);
    add_up<<<BLOCKS, BLOCK>>>(last, sum, N + 1);
    return verdict(sum_on_host(sum, 1), expected);
}
