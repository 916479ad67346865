// What is asked of memory once, and what again: neighbours of sectors, sectors that several blocks
// write, lines that other blocks touch later, values in registers, lines of L1 beside shared
// memory. And atomics of blocks that follow one another, or meet by chance.
#include <cuda_runtime.h>

/* A block of a line, which also needs the first sector of the next one. */
__global__ void read_edges(int *to, const int *from)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = from[i] + from[i + 8];
    if (sum == -1)
        to[i] = sum;
}

/* Each thread has a row; a block writes a word of each, APART words behind that of the one before.
 */
template <unsigned APART> __global__ void write_columns(int *to, unsigned width)
{
    to[threadIdx.x * width + blockIdx.x * APART] = 1;
}

/* All first words of the lines, then all second ones ... */
__global__ void read_columns(int *to, const int *from, unsigned lines)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    int own = from[i % lines * 32 + i / lines];
    if (own == -1)
        to[i] = own;
}

/* A thread reads its row, and reads it once more if it has one that is not negative. */
template <int WIDTH, int PASSES> __global__ void read_rows(float *to, const float *from)
{
    const float *own = from + (blockIdx.x * blockDim.x + threadIdx.x) * WIDTH;
    float largest = 0, sum = 0;
    for (int k = 0; k < WIDTH; k++)
        largest = fmaxf(largest, own[k]);
    for (int k = 0; PASSES > 1 && k < WIDTH; k++)
        sum += own[k] - largest;
    to[blockIdx.x * blockDim.x + threadIdx.x] = sum + largest;
}

/* One block reads its lines again and again, beside so much shared memory. */
__global__ void read_again(int *to, const int *from, int lines, int rounds)
{
    extern __shared__ int beside[];
    int sum = 0;
    for (int round = 0; round < rounds; round++) {
        for (int k = threadIdx.x; k < 32 * lines; k += blockDim.x)
            sum += from[k];
        __syncthreads();
    }
    beside[threadIdx.x] = sum;
    to[threadIdx.x] = beside[threadIdx.x];
}

/* Each block adds to the word behind that of the block before it, or to one that is anywhere. */
template <unsigned FACTOR> __global__ void add_behind(int *to, unsigned blocks)
{
    for (int k = 0; k < 16; k++)
        atomicAdd(&to[blockIdx.x * FACTOR % blocks], k);
}

/* Each warp adds to 256 bytes, of so many times 256. */
__global__ void add_anywhere(int *to, unsigned parts)
{
    unsigned warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, at = warp * 2654435761u >> 8;
    for (int k = 0; k < 8; k++, at = at * 1664525u + 1013904223u)
        atomicAdd(&to[(at >> 8) % parts * 64 + threadIdx.x % 8 * 8], k);
}

static void memory(int *to, const int *from, unsigned n)
{
    const unsigned width = 1 << 12;
    read_edges<<<n / 32, 32>>>(to, from);
    write_columns<1><<<width, 128>>>(to, width);
    write_columns<8><<<width / 8, 128>>>(to, width);
    read_columns<<<32 * width / 128, 128>>>(to, from, width);
}

static void rows(float *to, const float *from)
{
    read_rows<32, 1><<<264, 64>>>(to, from);
    read_rows<32, 2><<<264, 64>>>(to, from);
    read_rows<64, 1><<<264, 64>>>(to, from);
    read_rows<64, 2><<<264, 64>>>(to, from);
}

static void again(int *to, const int *from)
{
    cudaFuncSetAttribute(read_again, cudaFuncAttributeMaxDynamicSharedMemorySize, 64 << 10);
    read_again<<<1, 256, 64 << 10>>>(to, from, 1000, 20);
}

static void atomics(int *to)
{
    add_behind<1><<<1 << 13, 32>>>(to, 1 << 13);
    add_behind<40503><<<1 << 13, 32>>>(to, 1 << 13);
    add_anywhere<<<1 << 12, 32>>>(to, 40);
}

/* The first letter of the argument says which of them. */
int main(int, char **argv)
{
    const unsigned n = 1 << 20;
    int *to, *from;
    cudaMalloc(&to, n * sizeof *to);
    cudaMalloc(&from, n * sizeof *from);
    cudaMemset(to, 0, n * sizeof *to);
    cudaMemset(from, 0, n * sizeof *from);
    switch (argv[1][0]) {
    case 'm': memory(to, from, n / 2); break;
    case 'r': rows((float *)to, (const float *)from); break;
    case 'l': again(to, from); break;
    default: atomics(to);
    }
    return cudaDeviceSynchronize() != cudaSuccess;
}
