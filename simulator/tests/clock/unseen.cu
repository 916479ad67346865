// What a launch waits for though no trace shows it: words of blocks that run at the same time, the
// banks of L1, sums of floats at one address, a division's operands, a load that was made before,
// the kernel's own work on integers, blocks with nothing to do.
#include <cuda_runtime.h>

const int BLOCKS = 512, THREADS = 128, ROUNDS = 64;
// Of 512 threads a multiprocessor has four blocks at a time: four of 132 have a fifth.
const int ROW = 132 + 1, PARTS = 4 * ROW, PART = 8192;

// Each block waits for the word of the one before; or looks, waits for nobody and tells first.
__global__ void pass_on(volatile int *words, int number)
{
    if (threadIdx.x)
        return;
    while (blockIdx.x && words[blockIdx.x - 1] != number)
        ;
    words[blockIdx.x] = number;
}

__global__ void tell_first(volatile int *words, int number)
{
    if (threadIdx.x)
        return;
    words[blockIdx.x] = number;
    while (blockIdx.x && words[blockIdx.x - 1] != number)
        ;
    words[blockIdx.x] = number;
}

// Lanes read words of several lines that L1 has: all of one bank, or each of another.
template <int APART> __global__ void look_up(const int *table, int *out)
{
    int sum = 0;
    for (int i = 0; i < ROUNDS; i++)
        sum += table[threadIdx.x % 32 * APART + i];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// Lanes read vectors of four lines that L1 has: in their order, or each half of a warp has a half of
// each line.
template <bool IN_ORDER> __global__ void look_up_vectors(const int4 *table, int *out)
{
    int lane = threadIdx.x % 32, half = lane / 16, own = lane % 16;
    int place = IN_ORDER ? lane : own / 4 * 8 + half * 4 + own % 4, sum = 0;
    for (int i = 0; i < ROUNDS; i++) {
        int4 vector = table[place + 8 * i];
        sum += vector.x + vector.y + vector.z + vector.w;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// Lanes add to words of shared memory: all of a warp to one, to one each, or a lane of each warp to one.
template <typename T, int EACH, int WORDS> __global__ void add_in_shared(T *out)
{
    __shared__ T sums[32];
    if (threadIdx.x < 32)
        sums[threadIdx.x] = 0;
    __syncthreads();
    if (threadIdx.x % EACH == 0)
        atomicAdd(&sums[threadIdx.x % WORDS], (T)threadIdx.x);
    __syncthreads();
    if (threadIdx.x < 32)
        out[threadIdx.x] = sums[threadIdx.x];
}

// Four lanes of each warp add to a word, the words of a warp side by side.
template <typename T> __global__ void add_by_fours(T *words)
{
    atomicAdd(&words[(blockIdx.x * blockDim.x + threadIdx.x) / 4], (T)1);
}

// Each lane adds to a word of its own, in no order, of 1024 in all.
template <typename T> __global__ void add_in_no_order(T *words)
{
    unsigned int i = (blockIdx.x * blockDim.x + threadIdx.x) * 2654435761u;
    atomicAdd(&words[i >> 22], (T)1);
}

// All add to one word, a sum or a count that would begin anew at its end.
template <bool WRAPS> __global__ void count_all(unsigned int *word)
{
    if (WRAPS)
        atomicInc(word, 0xFFFFFFFF);
    else
        atomicAdd(word, 1u);
}

// Products and a quotient, each of a number of its own: the quotients one after another.
template <bool DIVIDES> __global__ void compute(const float *in, float *out)
{
    float sum = 0;
    for (int i = 0; i < ROUNDS; i++) {
        float number = in[i] * in[i] * in[i] * in[i] + 1;
        sum += DIVIDES ? 1 / number : number;
    }
    out[threadIdx.x] = sum;
}

// A tile of SIDE x SIDE sums in registers: each word of shared memory is asked for SIDE times. In
// between nothing is stored there, or something.
const int SIDE = 8;

template <bool STORES> __global__ void multiply(int *out)
{
    __shared__ int left[SIDE * 32], right[SIDE * 32];
    __shared__ volatile int last[32];
    int sums[SIDE][SIDE] = {{0}}, sum = 0;
    for (int i = 0; i < SIDE; i++)
        left[i * 32 + threadIdx.x] = right[i * 32 + threadIdx.x] = (int)threadIdx.x;
    __syncthreads();
#pragma unroll
    for (int y = 0; y < SIDE; y++)
#pragma unroll
        for (int x = 0; x < SIDE; x++) {
            sums[y][x] += left[y * 32 + threadIdx.x] * right[x * 32 + threadIdx.x];
            if (STORES)
                last[threadIdx.x] = sums[y][x];
        }
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++)
            sum += sums[y][x];
    out[threadIdx.x] = sum + (STORES ? last[threadIdx.x] : 0);
}

// Integers that follow from one another, in a loop that may end early; or that only say where.
__global__ void scramble(int *out, unsigned int never)
{
    unsigned int x = threadIdx.x + 1;
    for (int i = 0; i < 200 && x != never; i++) {
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
    }
    out[threadIdx.x] = (int)x;
}

__global__ void copy_each(int *out, const int *in)
{
    for (int i = 0; i < 200; i++)
        out[i % 2 * 1024 + threadIdx.x] = in[i % 16 * 1024 + threadIdx.x];
}

// The last block of each row has `rest` words.
template <int KIND> __global__ void read_parts(int *out, const int *in, int rest)
{
    int sum = 0, end = blockIdx.x % ROW == ROW - 1 ? rest : PART;
    for (int i = (int)threadIdx.x; i < end; i += 512)
        sum += in[(size_t)blockIdx.x * PART + i];
    if (sum)
        out[blockIdx.x] = sum;
}

int main()
{
    int *words, *parts;
    float *floats;
    cudaMalloc(&words, BLOCKS * THREADS * sizeof *words);
    cudaMalloc(&floats, BLOCKS * THREADS * sizeof *floats);
    cudaMalloc(&parts, PARTS * PART * sizeof *parts);
    cudaMemset(parts, 0, PARTS * PART * sizeof *parts);
    cudaMemset(words, 0, BLOCKS * THREADS * sizeof *words);
    cudaMemset(floats, 0, BLOCKS * THREADS * sizeof *floats);
    pass_on<<<BLOCKS, THREADS>>>(words, 1);
    tell_first<<<BLOCKS, THREADS>>>(words, 2);
    look_up<32><<<BLOCKS, THREADS>>>(words, (int *)floats);
    look_up<33><<<BLOCKS, THREADS>>>(words, (int *)floats);
    look_up_vectors<true><<<BLOCKS, THREADS>>>((int4 *)words, (int *)floats);
    look_up_vectors<false><<<BLOCKS, THREADS>>>((int4 *)words, (int *)floats);
    add_by_fours<<<BLOCKS, THREADS>>>(words);
    add_by_fours<<<BLOCKS, THREADS>>>(floats);
    add_in_no_order<<<BLOCKS, THREADS>>>(words);
    add_in_no_order<<<BLOCKS, THREADS>>>(floats);
    add_in_shared<int, 1, 1><<<1, 32>>>(words);
    add_in_shared<float, 1, 1><<<1, 32>>>(floats);
    add_in_shared<float, 1, 32><<<1, 32>>>(floats);
    add_in_shared<float, 32, 2><<<1, 32>>>(floats);
    add_in_shared<float, 32, 1><<<1, 512>>>(floats);
    count_all<false><<<BLOCKS, THREADS>>>((unsigned int *)words);
    count_all<true><<<BLOCKS, THREADS>>>((unsigned int *)words);
    compute<false><<<1, 32>>>(floats, floats + ROUNDS);
    compute<true><<<1, 32>>>(floats, floats + ROUNDS);
    multiply<false><<<1, 32>>>(words);
    multiply<true><<<1, 32>>>(words);
    scramble<<<1, 1024>>>(words, 0);
    copy_each<<<1, 1024>>>(words, (int *)floats);
    read_parts<0><<<PARTS - 4, 512>>>(words, parts, PART);
    read_parts<1><<<PARTS, 512>>>(words, parts, 0);
    return cudaDeviceSynchronize() != cudaSuccess;
}
