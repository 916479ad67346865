// A table that is read twice: by a sweep, and in no order.
#include <cuda_runtime.h>

const unsigned WORDS = 896 << 8, THREADS = 256;

template <bool ORDERED, int TURN> __global__ void read_table(const int *table, int *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    int word = table[ORDERED ? i : i * 2654435761u % WORDS];
    if (word == 12345)
        *out = word;
}

template <bool ORDERED> static void read_twice(const int *table, int *out)
{
    read_table<ORDERED, 1><<<WORDS / THREADS, THREADS>>>(table, out);
    read_table<ORDERED, 2><<<WORDS / THREADS, THREADS>>>(table, out);
}

int main()
{
    int *table, *out;
    cudaMalloc(&table, WORDS * sizeof *table);
    cudaMalloc(&out, sizeof *out);
    cudaMemset(table, 0, WORDS * sizeof *table);
    read_twice<true>(table, out);
    read_twice<false>(table, out);
    return cudaDeviceSynchronize() != cudaSuccess;
}
