/*
 * Structures that nobody has written: each block leaves its sum and whether it was full,
 * in a structure with three bytes of padding; then one block copies the structures, also
 * those of blocks that found nothing to do. That the padding is copied is no mistake.
 */
#include "main.h"
#include "block_sum.h"

struct part {
    int sum;
    char full;
};

__global__ void reduce(const int *data, struct part *parts, unsigned int n)
{
    unsigned int first = blockIdx.x * blockDim.x, i = first + threadIdx.x;
    if (first >= n)
        return;
    int value = block_sum(i < n ? data[i] : 0);
    if (threadIdx.x == 0) {
        parts[blockIdx.x].sum = value;
        parts[blockIdx.x].full = first + blockDim.x <= n;
    }
}

__global__ void add_parts(const struct part *parts, int *total, unsigned int count)
{
    __shared__ struct part copies[BLOCK];
    unsigned int tid = threadIdx.x;
#ifdef SOUND
    copies[tid].sum = copies[tid].full = 0;
    if (tid < count)
#endif
        copies[tid] = parts[tid];               /* finding: uninitialised read */
    int value = block_sum(copies[tid].sum);
    if (tid == 0)
        *total = value;
}

int main(void)
{
    int *data = device_input(N), *total = device_array(1);
    struct part *parts;
    CHECK(cudaMalloc((void **)&parts, BLOCK * sizeof(struct part)));
    reduce<<<BLOCK, BLOCK>>>(data, parts, N);
    add_parts<<<1, BLOCK>>>(parts, total, BLOCKS);
    return verdict(sum_on_host(total, 1), true_sum(N));
}
