// Shared memory, static and dynamic, and variables of the device.
// flags: -Wall -Wextra -Werror
// out: static 496 120 6 2.5 24
// out: volatile 10 struct 3 4
// out: dynamic int 6 dynamic double 2.5
// out: dynamic rows 33
// out: namespace 5 5
// out: constant 30 device 7 array 6 managed 9
// out: symbol 12 bytes
#include <stdio.h>

struct pair_of { int first; float second; };
typedef int row[4];

__global__ void static_kinds()
{
    __shared__ int plain[32];
    volatile __shared__ int late_volatile[4];
    __shared__ int matrix[4][4], scalar, other[2];
    __shared__ __align__(16) float aligned[4];
    static __shared__ row rows[2];
    __shared__ struct { int a, b; } unnamed;
    __shared__ pair_of pairs[2];
    int t = threadIdx.x;

    plain[t] = t;
    if (t < 16)
        matrix[t / 4][t % 4] = t;
    if (t < 4)
        late_volatile[t] = t + 1, aligned[t] = 2.5f, rows[0][t] = 6;
    if (t == 0)
        scalar = 6, other[0] = other[1] = 1, unnamed.a = 3, unnamed.b = 4, pairs[1] = {1, 2};
    __syncthreads();
    if (t == 0) {
        int sum = 0, square = 0, bits = 0, all_rows = 0;
        for (int i = 0; i < 32; i++)
            sum += plain[i];
        for (int i = 0; i < 16; i++)
            square += matrix[i / 4][i % 4];
        for (int i = 0; i < 4; i++)
            bits += late_volatile[i], all_rows += rows[0][i];
        printf("static %d %d %d %g %d\n", sum, square, scalar * other[1], aligned[3], all_rows);
        printf("volatile %d struct %d %d\n", bits, unnamed.a, unnamed.b);
    }
}

template <typename T> __global__ void dynamic(const char *name, T value)
{
    extern __shared__ __align__(16) unsigned char raw[];
    T *array = reinterpret_cast<T *>(raw);
    (void)name;

    array[threadIdx.x] = value;
    __syncthreads();
    if (threadIdx.x == 0)
        printf("dynamic %s %g", sizeof(T) == 4 ? "int" : "double", (double)array[blockDim.x - 1]);
    if (threadIdx.x == 0)
        printf("%s", sizeof(T) == 4 ? " " : "\n");
}

template <typename T> __global__ void dynamic_own_type(T value)
{
    extern __shared__ T rows[][33];
    rows[1][0] = value;
    if (rows[1] - rows[0] == 0 || &rows[1][0] - &rows[0][0] == 33)
        printf("dynamic rows %d\n", (int)rows[1][0]);
}

extern __shared__ int at_namespace[];
namespace inside { __shared__ int outside_functions[32], one_more; }
__global__ void uses_namespace()
{
    at_namespace[threadIdx.x] = inside::outside_functions[threadIdx.x] = 5;
    __syncthreads();
    if (threadIdx.x == 0)
        printf("namespace %d %d\n", at_namespace[31], inside::outside_functions[31]);
}

__constant__ int table[4] = {1, 2, 3, 4};
__constant__ float unset[3];
__device__ int counter = 7, array[3] = {1, 2, 3};
static __device__ volatile int flag;
__managed__ int managed = 8;
namespace inside { __device__ double value{1.5}; }
extern __device__ int counter;
__device__ int twice(int x) { return 2 * x; }
__device__ int (*const functions[])(int) = {twice};

__global__ void read_variables()
{
    int sum = 0;
    for (int i = 0; i < 4; i++)
        sum += table[i] * (int)unset[0];
    managed++;
    flag = 1;
    printf("constant %d device %d array %d ", sum, counter + (inside::value != 1.5),
           functions[0](array[2]));
}

int main()
{
    float ones[3] = {3, 1, 1};
    size_t size;

    static_kinds<<<1, 32>>>();
    dynamic<int><<<1, 32, 128>>>("int", 6);
    dynamic<double><<<1, 32, 256>>>("double", 2.5);
    dynamic_own_type<<<1, 1, 300>>>(33);
    uses_namespace<<<1, 32, 128>>>();
    cudaMemcpyToSymbol(unset, ones, sizeof ones);
    read_variables<<<1, 1>>>();
    cudaDeviceSynchronize();
    printf("managed %d\n", managed);
    cudaGetSymbolSize(&size, array);
    printf("symbol %zu bytes\n", size);
    return 0;
}
