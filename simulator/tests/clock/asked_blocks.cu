/*
 * Every block of a grid asks for the time, before and after the same work:
 *     asked_blocks CASE
 * plain: nothing else; prints: thread 0 of the first and last block print; allocates: with the
 * device's heap; grid: the grid meets at a barrier; often: asks in between, too. Prints the least and most cycles of a block.
 */
#include <cooperative_groups.h>
#include <stdio.h>
#include <string.h>

#define BLOCKS  100
#define THREADS 64

enum { PLAIN, PRINTS, ALLOCATES, OFTEN, GRID };

__global__ void work(int what, float *data, long long *cycles)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (what == PRINTS && threadIdx.x == 0 && blockIdx.x % (BLOCKS - 1) == 0)
        printf("block %d\n", blockIdx.x);
    if (what == ALLOCATES)
        free(malloc(16));
    if (what == GRID)
        cooperative_groups::this_grid().sync();
    long long first = clock64();
    for (int k = 0; k < 10; k++)
        data[i] = 2 * data[i] + (what == OFTEN ? clock64() > 0 : k);
    __syncthreads();
    if (threadIdx.x == 0)
        cycles[blockIdx.x] = clock64() - first;
}

int main(int argc, char **argv)
{
    const char *names[] = {"plain", "prints", "allocates", "often", "grid"};
    int what = 0;
    while (argc > 1 && what < GRID && strcmp(argv[1], names[what]))
        what++;
    float *data;
    long long *d_cycles, cycles[BLOCKS];
    cudaMalloc(&data, BLOCKS * THREADS * sizeof *data);
    cudaMalloc(&d_cycles, sizeof cycles);
    for (int launch = 0; launch < 2; launch++) {
        cudaMemset(data, 0, BLOCKS * THREADS * sizeof *data);
        void *arguments[] = {&what, &data, &d_cycles};
        if (what == GRID)
            cudaLaunchCooperativeKernel((const void *)work, dim3(BLOCKS), dim3(THREADS), arguments,
                                        0, 0);
        else
            work<<<BLOCKS, THREADS>>>(what, data, d_cycles);
        cudaMemcpy(cycles, d_cycles, sizeof cycles, cudaMemcpyDeviceToHost);
        long long least = cycles[0], most = cycles[0];
        for (int i = 1; i < BLOCKS; i++) {
            least = cycles[i] < least ? cycles[i] : least;
            most = cycles[i] > most ? cycles[i] : most;
        }
        printf("%lld %lld\n", least, most);
    }
    return 0;
}
