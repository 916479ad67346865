/*
 * A kernel that asks for the time: cycles for each load of a chase through a small ring, by
 * clock64(), and how many nanoseconds the whole took, by %globaltimer. Prints both.
 */
#include <stdio.h>

#define LOADS 1000

__device__ unsigned long long nanoseconds()
{
    unsigned long long now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    return now;
}

__global__ void chase(const int *ring, long long *cycles, unsigned long long *time, int *end)
{
    int place = 0;
    unsigned long long begun = nanoseconds();
    long long first = clock64();
    for (int i = 0; i < LOADS; i++)
        place = ring[place];
    *cycles = clock64() - first;
    *time = nanoseconds() - begun;
    *end = place;
}

int main()
{
    int ring[64], *d_ring, *d_end, end;
    long long *d_cycles, cycles;
    unsigned long long *d_time, time;
    for (int i = 0; i < 64; i++)
        ring[i] = (i + 1) % 64;
    cudaMalloc(&d_ring, sizeof ring);
    cudaMalloc(&d_end, sizeof end);
    cudaMalloc(&d_cycles, sizeof cycles);
    cudaMalloc(&d_time, sizeof time);
    cudaMemcpy(d_ring, ring, sizeof ring, cudaMemcpyHostToDevice);
    chase<<<1, 1>>>(d_ring, d_cycles, d_time, d_end);
    cudaMemcpy(&cycles, d_cycles, sizeof cycles, cudaMemcpyDeviceToHost);
    cudaMemcpy(&time, d_time, sizeof time, cudaMemcpyDeviceToHost);
    cudaMemcpy(&end, d_end, sizeof end, cudaMemcpyDeviceToHost);
    printf("%.1f cycles, %llu ns, end %d\n", (double)cycles / LOADS, time, end);
    return 0;
}
