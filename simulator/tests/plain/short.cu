// Two kernels that do the same to many numbers, one of them in a loop, and two that store where no
// memory is, one of them late in the first block that does.
//     short [KERNEL]
// The first, where none is named. Prints the sum of some of the numbers, and the most memory that
// the process has had, in MiB.
#include <cstdio>
#include <cstring>
#include <sys/resource.h>

enum { N = 1 << 24, BLOCK = 256 };

__global__ void straight(float *numbers, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        numbers[i] = 2 * numbers[i] + (float)(i % 17);
}

__global__ void looped(float *numbers, unsigned int n)
{
    for (unsigned int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        numbers[i] = 2 * numbers[i] + (float)(i % 17);
}

__global__ void nowhere(float *numbers, float *none, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        numbers[i] += 1;
    if (i % 1000 == 937)
        none[i] = 0;
}

__global__ void late(float *none)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;

    for (volatile int wait = 0; i == 937 && wait < 1 << 24; wait = wait + 1)
        ;
    if (i % 1000 == 937)
        none[i] = 0;
}

int main(int, char **arguments)
{
    const char *kernel = arguments[1] ? arguments[1] : "straight";
    struct rusage used;
    float *numbers, number;
    double sum = 0;

    cudaMalloc(&numbers, N * sizeof *numbers);
    cudaMemset(numbers, 0, N * sizeof *numbers);
    for (int launch = 0; launch < 3; launch++) {
        if (!strcmp(kernel, "straight"))
            straight<<<N / BLOCK, BLOCK>>>(numbers, N);
        else if (!strcmp(kernel, "looped"))
            looped<<<N / BLOCK, BLOCK>>>(numbers, N);
        else if (!strcmp(kernel, "nowhere"))
            nowhere<<<N / BLOCK, BLOCK>>>(numbers, nullptr, N);
        else
            late<<<N / BLOCK, BLOCK>>>(nullptr);
        cudaDeviceSynchronize();
    }
    for (int i = 0; i < N; i += 4099) {
        cudaMemcpy(&number, numbers + i, sizeof number, cudaMemcpyDefault);
        sum += number;
    }
    getrusage(RUSAGE_SELF, &used);
    printf("%.1f\n%ld\n", sum, used.ru_maxrss / 1024);
    return 0;
}
