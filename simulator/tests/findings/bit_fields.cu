/*
 * Bit-fields in memory that nobody has written.
 *     bit_fields CASE
 * A store to one keeps the bits beside it, whatever they are: that is sound. A use of them is not.
 */
#include <cstring>
#include <new>

struct fields {
    unsigned int few : 3, some : 5, many : 10;
    __device__ fields(int i) : few(i), some(i + 1)
    {
    }
};
struct word {
    unsigned int few : 3, some : 5, rest : 24;
};

__global__ void construct(fields *p)
{
    new (p + threadIdx.x) fields(threadIdx.x);
}

__global__ void set(word *p, int value)
{
    p[threadIdx.x].few = 5;
    p[threadIdx.x].some = value;
}

__global__ void increase(word *p)
{
    p[threadIdx.x].some++;
}

__global__ void read(word *p, int *out)
{
    out[threadIdx.x] = p[threadIdx.x].some;
}

__global__ void by_hand(unsigned int *p)
{
    p[threadIdx.x] |= 8;
}

int main(int argc, char **argv)
{
    void *p;
    int *out;
    cudaMalloc(&p, 4096);
    cudaMalloc(&out, 4096);
    if (argc != 2)
        return 2;
    if (!strcmp(argv[1], "construct"))
        construct<<<1, 32>>>((fields *)p);
    if (!strcmp(argv[1], "set"))
        set<<<1, 32>>>((word *)p, 7);
    if (!strcmp(argv[1], "increase"))
        increase<<<1, 32>>>((word *)p);
    if (!strcmp(argv[1], "read"))
        read<<<1, 32>>>((word *)p, out);
    if (!strcmp(argv[1], "by_hand"))
        by_hand<<<1, 32>>>((unsigned int *)p);
    return cudaDeviceSynchronize();
}
