/*
 * A short launch, then one that runs for a long time: "accesses", "bare" (no memory access in the
 * loop), "poll" (blocks that wait for each other), or the host does ("host"). "own" catches the
 * signal itself. Without any of these words the program ends.
 */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

__device__ volatile int flag;

__global__ void quick(int *out)
{
    out[threadIdx.x] = threadIdx.x;
}

__global__ void accesses(int *out, int n)
{
    __shared__ int part[64];
    part[threadIdx.x] = 1;
    __syncthreads();
    for (int i = 0; i != n; i += 2) /* n is odd */
        out[threadIdx.x + blockIdx.x * 64] += part[63 - threadIdx.x]; /* accesses */
}

__global__ void bare(int *out, int n)
{
    int i = 1;
    while (i != n)       /* bare */
        i = i * 5 & 255; /* bare */
    out[0] = i;
}

__global__ void poll(int *out, int n)
{
    while (flag < n) /* poll */
        if (blockIdx.x == 1)
            out[64 + threadIdx.x]++; /* poll */
}

static void on_signal(int number)
{
    static const char text[] = "caught\n";
    if (write(1, text, sizeof text - 1) != sizeof text - 1)
        _exit(4);
    _exit(number);
}

int main(int argc, char **argv)
{
    const char *what = argv[argc - 1];
    int *d;
    cudaMalloc(&d, 256 * sizeof *d);
    cudaMemset(d, 0, 256 * sizeof *d);
    if (!strcmp(what, "own"))
        signal(SIGINT, on_signal);
    quick<<<1, 64>>>(d);
    fprintf(stderr, "ready\n");
    if (!strcmp(what, "accesses") || !strcmp(what, "own"))
        accesses<<<4, 64>>>(d, 2000000001);
    else if (!strcmp(what, "bare"))
        bare<<<2, 64>>>(d, 7);
    else if (!strcmp(what, "poll"))
        poll<<<2, 32>>>(d, 7);
    else if (!strcmp(what, "host"))
        for (;;)
            pause();
    return 0;
}
