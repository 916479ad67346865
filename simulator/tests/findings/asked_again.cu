/*
 * Races at three lines, found one after the other; between them this program does what a child
 * or an open file for their lines might not survive. With an argument: it has the shell do that
 * between them.
 */
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

__global__ void first(int *a)
{
    a[0] = threadIdx.x; /* race 1 */
}

__global__ void second(int *a)
{
    a[0] = threadIdx.x; /* race 2 */
}

__global__ void third(int *a)
{
    a[0] = threadIdx.x; /* race 3 */
}

static void launch(void (*kernel)(int *), int *a)
{
    kernel<<<1, 64>>>(a);
    cudaDeviceSynchronize();
}

int main(int argc, char **argv)
{
    int *a;
    cudaMalloc(&a, sizeof *a);
    launch(first, a);
    if (argc > 1 && system(argv[1]))
        return 1;
    launch(second, a);
    if (waitpid(-1, NULL, 0) != -1) /* this program has no child */
        return 2;
    for (int file = 3; file < 100; file++)
        close(file);
    for (int file = 3; file < 100; file++)
        open("own.txt", O_RDWR | O_CREAT, 0600);
    launch(third, a);
    return 0;
}
