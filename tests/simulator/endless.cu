/*
 * Launches that never end: "loop" computes for ever, "spin" waits for a flag that
 * nobody sets, "late" for one that is set after a while (and so does end).
 */
#include <stdio.h>
#include <string.h>

__device__ volatile int flag;
__device__ int sink;

__global__ void loop(unsigned int step)
{
    for (unsigned int i = 1; i != 0; i += step)     /* step is even: never 0 */
        sink = i;
}

__global__ void spin()
{
    while (flag == 0)
        ;
}

__global__ void late()
{
    if (threadIdx.x == 0) {
        int sum = 0;
        for (int i = 0; i < 3000; i++)
            sum += atomicAdd(&sink, 1);
        flag = 1 + (sum < 0);
    } else {
        while (flag == 0)
            ;
    }
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "";
    if (!strcmp(name, "loop"))
        loop<<<1, 32>>>(2);
    else if (!strcmp(name, "spin"))
        spin<<<2, 64>>>();
    else
        late<<<1, 64>>>();
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    return 0;
}
