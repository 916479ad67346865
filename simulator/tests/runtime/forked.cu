/*
 * A process runs a kernel, then its child tries to, twice, then the process again.
 */
#include <cstdio>
#include <sys/wait.h>
#include <unistd.h>

__global__ void add(int *sum)
{
    atomicAdd(sum, 1);
}

static void show(const char *who)
{
    int *sum;
    int result = 0;
    cudaMallocManaged(&sum, sizeof *sum);
    *sum = 0;
    add<<<4, 16>>>(sum);
    cudaError_t error = cudaGetLastError();
    cudaDeviceSynchronize();
    result = *sum;
    cudaFree(sum);
    printf("%s: %s, %d\n", who, cudaGetErrorName(error), result);
    fflush(stdout);
}

int main()
{
    int *sum;
    cudaMalloc(&sum, sizeof *sum);
    cudaMemset(sum, 0, sizeof *sum);
    add<<<8, 32>>>(sum);
    cudaDeviceSynchronize();
    pid_t child = fork();
    if (!child) {
        add<<<8, 32>>>(sum);
        (void)cudaGetLastError();
        show("child");
        _exit(0);
    }
    waitpid(child, NULL, 0);
    show("parent");
}
