// Memory that kernels allocate: new, delete, malloc, free.
// out: sum 496, objects 3 gone 4
// out: both 7 7
// out: too much: null
// out: left: 0 bytes
#include <new>
#include <stdio.h>
#include <stdlib.h>

struct node {
    int value;
    node *next;
    __host__ __device__ node(int v, node *n) : value(v), next(n) {}
};
__device__ int gone;
struct counted {
    int value = 1;
    __device__ ~counted() { atomicAdd(&gone, 1); }
};

__global__ void lists(int *result)
{
    node *list = nullptr;
    int sum = 0;
    for (int i = 0; i < 32; i++)
        list = new node(i, list);
    while (list) {
        node *next = list->next;
        sum += list->value;
        delete list;
        list = next;
    }
    counted *several = new counted[3], *one = new counted;
    if (threadIdx.x + blockIdx.x == 0)
        *result = sum, result[1] = several[0].value + several[1].value + one->value;
    if (threadIdx.x + blockIdx.x == 0) {
        delete[] several;
        delete one;
    } else {
        ::free(reinterpret_cast<char *>(several) - sizeof(size_t));
        free(one);
    }
}

__host__ __device__ int both()
{
    int *numbers = new int[10], *more = (int *)malloc(40);
    numbers[9] = 3;
    more[9] = 4;
    int sum = numbers[9] + more[9];
    ::delete[] numbers;
    free(more);
    alignas(node) char place[sizeof(node)];
    return new (place) node(sum, nullptr) ? sum : 0;
}

__global__ void on_device(int *result)
{
    *result = both();
}

__global__ void too_much()
{
    printf("too much: %s\n", malloc(9 << 20) ? "not null" : "null");
}

int main()
{
    int *result, count;
    size_t before, after, total;
    cudaMallocManaged(&result, 8);
    cudaMemGetInfo(&before, &total);
    lists<<<4, 64>>>(result);
    cudaDeviceSynchronize();
    cudaMemcpyFromSymbol(&count, gone, sizeof count);
    printf("sum %d, objects %d gone %d\n", result[0], result[1], count);
    on_device<<<1, 1>>>(result);
    cudaDeviceSynchronize();
    printf("both %d %d\n", *result, both());
    too_much<<<1, 1>>>();
    cudaDeviceSynchronize();
    cudaMemGetInfo(&after, &total);
    printf("left: %zu bytes\n", before - after);
    return 0;
}
