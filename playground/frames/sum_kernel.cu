/*
 * A sum of n numbers. *total is 0 before the launch.
 *
 * Launched with a thread for each number, unless you say otherwise, as with
 *     #define BLOCKS 264
 */
__global__ void sum(const int *numbers, unsigned int n, unsigned long long *total)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        atomicAdd(total, (unsigned long long)numbers[i]);
}
