// Parameters that are references: a kernel gets the address of the host's object, which lies where
// the device can reach it; the object is not copied.
// out: 10 10
// out: 15
// out: 15 1
#include <stdio.h>

struct counted {
    int value;
    static int copies;
    counted(int v) : value(v) {}
    counted(const counted &other) : value(other.value) { copies++; }
    ~counted() {}
};
int counted::copies;

__global__ void all(int &to, const counted &a, volatile int &b, counted c, int (&row)[4])
{
    to = a.value + b + c.value + row[threadIdx.x];
}
template <class T> __global__ void restricted(const T &x, T &__restrict__ y)
{
    y += x;
}
__global__ void through_pointer(const int *&p) { p++; }

int main()
{
    int *p;
    counted *object;
    const int **pointer;
    cudaMallocManaged(&p, 8 * sizeof(int));
    cudaMallocManaged(&object, sizeof *object);
    cudaMallocManaged(&pointer, sizeof *pointer);
    object->value = 1;
    for (int i = 0; i < 8; i++)
        p[i] = 3;
    p[1] = 5;
    all<<<1, 1>>>(p[0], *object, p[1], *object, *reinterpret_cast<int(*)[4]>(p + 4));
    cudaDeviceSynchronize();
    printf("%d ", p[0]);
    p[0] = 0;
    int *addresses[] = {p, p + 1, p + 4};
    void *arguments[] = {&addresses[0], &object, &addresses[1], object, &addresses[2]};
    cudaLaunchKernel((void *)all, 1, 1, arguments);
    cudaDeviceSynchronize();
    printf("%d\n", p[0]);
    restricted<<<1, 1>>>(p[0], p[1]);
    cudaDeviceSynchronize();
    printf("%d\n", p[1]);
    *pointer = p;
    through_pointer<<<1, 1>>>(*pointer);
    cudaDeviceSynchronize();
    printf("%d %d\n", **pointer, counted::copies);
    return 0;
}
