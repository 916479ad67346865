// A table that is read in no order beside a long stream; and stores that write sectors in part,
// alone or with others that write the rest.
#include <cuda_runtime.h>

template <unsigned WORDS>
__global__ void read_beside(int *to, const int *stream, const int *table)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    to[i] = stream[i] + table[(i * 2654435761u >> 7) % WORDS];
}

template <int PIECES> __global__ void write_pieces(float4 *to)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int piece = 0; piece < PIECES; piece++)
        to[3 * i + piece] = make_float4(i, i, i, i);
}

int main()
{
    const unsigned n = 1 << 20, small = 1 << 16, large = 1 << 20;
    int *to, *stream, *table;
    cudaMalloc(&to, 3 * n * sizeof *to);
    cudaMalloc(&stream, n * sizeof *stream);
    cudaMalloc(&table, large * sizeof *table);
    cudaMemset(stream, 0, n * sizeof *stream);
    cudaMemset(table, 0, large * sizeof *table);
    read_beside<1><<<n / 128, 128>>>(to, stream, table);
    read_beside<small><<<n / 128, 128>>>(to, stream, table);
    read_beside<large><<<n / 128, 128>>>(to, stream, table);
    write_pieces<3><<<n / 4 / 128, 128>>>((float4 *)to);
    write_pieces<1><<<n / 4 / 128, 128>>>((float4 *)to);
    return cudaDeviceSynchronize() != cudaSuccess;
}
