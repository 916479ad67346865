// Functions for host and device: printf, assert, memcpy and lambdas on either side.
// flags: -Wall -Werror
// out: host 6 device 6
// out: copied 1 2 3 4 5 6 7 8 | 0 0 0 0 | 1 2 3 4
// out: lambda 42
// out: from std::printf on the device
// out: clock grows
#include <cassert>
#include <cstdio>
#include <cstring>

__host__ __device__ int triple(int x, const char *where)
{
    assert(x == 2);
    printf("%s %d", where, 3 * x);
    return 3 * x;
}

__global__ void on_device() { triple(2, " device"); printf("\n"); }

struct block { char bytes[8]; int words[4]; };

__global__ void copies(const block *from, block *to)
{
    memcpy(to->bytes, from->bytes, sizeof to->bytes);
    std::memset(to->words, 0, sizeof to->words);
    printf("copied");
    for (int i = 0; i < 8; i++)
        printf(" %d", to->bytes[i]);
    printf(" | %d %d %d %d |", to->words[0], to->words[1], to->words[2], to->words[3]);
    memcpy(to->words, from->words, sizeof to->words);
    for (int i = 0; i < 4; i++)
        printf(" %d", to->words[i]);
    printf("\n");
}

template <class Function> __global__ void call(Function f) { printf("lambda %d\n", f(6)); }

__global__ void qualified()
{
    std::printf("from std::printf on the device\n");
    clock_t first = clock();
    long long second = clock64();
    if (clock() > first && second > first)
        printf("clock grows\n");
}

int main()
{
    block *a, *b;
    int seven = 7;

    triple(2, "host");
    fflush(stdout);
    on_device<<<1, 1>>>();
    cudaMallocManaged(&a, sizeof *a);
    cudaMallocManaged(&b, sizeof *b);
    *a = {{1, 2, 3, 4, 5, 6, 7, 8}, {1, 2, 3, 4}};
    copies<<<1, 1>>>(a, b);
    call<<<1, 1>>>([=] __device__ (int x) { return x * seven; });
    qualified<<<1, 1>>>();
    cudaDeviceSynchronize();
    return 0;
}
