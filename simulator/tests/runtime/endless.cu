/*
 * Launches that never end: "loop" computes for ever, "bare" in a function that was compiled without
 * hooks, "spin" waits for a flag that nobody sets, "host" for one that the host sets after the
 * launch, "late" for one that is set after a while (and so does end). "slow" computes for some
 * seconds, and ends.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__device__ volatile int flag;
__device__ int sink;

__global__ void loop(unsigned int step)
{
    for (unsigned int i = 1; i != 0; i += step)     /* step is even: never 0 */
        sink = i;
}

#ifdef __clang__
#define WITHOUT_HOOKS __attribute__((noinline, no_sanitize("thread", "coverage")))
#else
#define WITHOUT_HOOKS __attribute__((noinline, no_sanitize_thread, no_sanitize_coverage))
#endif

WITHOUT_HOOKS __device__ unsigned int steps(unsigned int x, unsigned int end)
{
    while (x != end)
        x = x * 5 + 2 * (x >> 31);     /* bare */
    return x;
}

__global__ void bare(unsigned int end)
{
    if (threadIdx.x == 5)
        sink = steps(threadIdx.x, end);
}

__global__ void slow(unsigned int rounds)
{
    unsigned int x = threadIdx.x;
    for (unsigned int i = 0; i < rounds; i++)     /* slow */
        x = x * 5 + sink;               /* slow */
    sink = x;
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

__global__ void wait_for_host(volatile int *set_by_host)
{
    while (*set_by_host == 0)
        ;
}

__managed__ int managed;

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "";
    if (!strcmp(name, "loop"))
        loop<<<1, 32>>>(2);
    else if (!strcmp(name, "bare"))
        bare<<<3, 64>>>(2);
    else if (!strcmp(name, "slow"))
        slow<<<1, 1>>>(argc > 2 ? strtoul(argv[2], NULL, 10) : 1);
    else if (!strcmp(name, "spin"))
        spin<<<2, 64>>>();
    else if (!strcmp(name, "host") || !strcmp(name, "variable")) {
        int *pinned;
        cudaMallocHost(&pinned, sizeof *pinned);
        *pinned = 0;
        wait_for_host<<<2, 64>>>(*name == 'h' ? pinned : &managed);
        *pinned = managed = 1;
    } else
        late<<<1, 64>>>();
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    return 0;
}
