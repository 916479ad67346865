// Parameters: restricted pointers in templates, pointers to functions, many bytes.
// out: 1 2 3 4 5
// out: large 8219 8220
#include <stdio.h>

template <class T> __global__ void restricted(const T *__restrict__ from, T *to)
{
    *to = *from;
}
template <class T>
__global__ void both_restricted(const T *const __restrict__ from, T *__restrict to, const T n)
{
    *to = *from + n;
}
template <class T>
__global__ void inner(T *const *__restrict__ from, volatile T *__restrict__ to, T add[])
{
    *to = **from + add[0];
}

__device__ int sum(int x, int y) { return x + y; }
__device__ int difference(int x, int y) { return x - y; }
__device__ int (*pick(int i))(int, int) { return i ? sum : difference; }
__global__ void picked(int *to) { to[0] = pick(1)(3, 1); to[1] = pick(0)(6, 1); }

struct large { int values[8188]; };     /* and a pointer: 32760 bytes */
__global__ void many_bytes(int *to, large numbers)
{
    to[threadIdx.x] += numbers.values[threadIdx.x] + numbers.values[8187];
}

int main()
{
    int *p, **pointers;
    static large numbers;
    cudaMallocManaged(&p, 32 * sizeof(int));
    cudaMallocManaged(&pointers, sizeof *pointers);
    for (int i = 0; i < 32; i++)
        p[i] = 1;
    *pointers = p + 1;
    restricted<<<1, 1>>>(p + 3, p);
    both_restricted<int><<<1, 1>>>(p, p + 1, 1);
    void (*kernel)(int *const *, volatile int *, int *) = inner<int>;
    kernel<<<1, 1>>>(pointers, p + 2, p);
    picked<<<1, 1>>>(p + 3);
    cudaDeviceSynchronize();
    for (int i = 0; i < 5; i++)
        printf("%d%c", p[i], i < 4 ? ' ' : '\n');
    for (int i = 0; i < 8188; i++)
        numbers.values[i] = i;
    p[31] = 1;
    many_bytes<<<1, 32>>>(p, numbers);
    cudaDeviceSynchronize();
    printf("large %d ", p[31]);
    p[31] = 2;
    void *arguments[] = {&p, &numbers};
    cudaLaunchKernel((const void *)many_bytes, 1, 32, arguments);
    cudaDeviceSynchronize();
    printf("%d\n", p[31]);
    return 0;
}
