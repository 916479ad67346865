/*
 * Blocks that wait for others, in grids of many short blocks: host threads take the blocks without
 * waiting for each other, and still the order of the blocks' atomics must be theirs, and whoever
 * waits must be waited for no longer than until the other has come. Prints a line for each kernel.
 */
#include <cooperative_groups.h>
#include <stdio.h>
#include <stdlib.h>

#define BLOCKS 20000
#define FEW    40
#define MANY   3000001 /* numbers: a copy of them is made by several host threads */

__device__ unsigned int counter;
__device__ float float_sum;
__device__ int flags[BLOCKS];

/* By atomics, since --plain sees no other accesses. */
__device__ int is_set(unsigned int flag)
{
    return atomicAdd(&flags[flag], 0);
}

__device__ void set(unsigned int flag)
{
    __threadfence();
    atomicExch(&flags[flag], 1);
}

/* Work of a length that differs from block to block, so that blocks overtake each other. */
__device__ unsigned int work(unsigned int block)
{
    unsigned int value = block * 2654435761u, rounds = value % 13 == 0 ? 3000 : value % 7;

    for (unsigned int i = 0; i < rounds; i++)
        value = value * 1664525u + 1013904223u;
    return value;
}

/* The first atomics of blocks are in the order of blocks; two of three have none. */
__global__ void tickets(unsigned int *ticket, unsigned int *result)
{
    if (threadIdx.x)
        return;
    result[blockIdx.x] = work(blockIdx.x);
    if (blockIdx.x % 3 == 0) {
        ticket[blockIdx.x] = atomicAdd(&counter, 1);
        atomicAdd(&float_sum, 1.0f / (1 + blockIdx.x));
    }
}

/* A sum over all blocks up to each: a block waits for the one before it. */
__global__ void look_back(const unsigned int *in, volatile unsigned int *sum)
{
    unsigned int before = 0;

    if (threadIdx.x)
        return;
    unsigned int own = in[blockIdx.x] + 0 * work(blockIdx.x);
    if (blockIdx.x) {
        while (!is_set(blockIdx.x - 1))
            ;
        __threadfence();
        before = sum[blockIdx.x - 1];
    }
    sum[blockIdx.x] = before + own;
    set(blockIdx.x);
}

/* Each block waits for the one after it. */
__global__ void look_ahead(volatile unsigned int *sum)
{
    if (threadIdx.x)
        return;
    unsigned int after = 0;
    if (blockIdx.x + 1 < gridDim.x) {
        while (!is_set(blockIdx.x + 1))
            ;
        __threadfence();
        after = sum[blockIdx.x + 1];
    }
    sum[blockIdx.x] = after + blockIdx.x;
    set(blockIdx.x);
}

/* The first block waits for what the last one makes, all others for nothing. */
__global__ void first_waits_for_last(volatile unsigned int *result)
{
    if (threadIdx.x)
        return;
    if (blockIdx.x + 1 == gridDim.x) {
        result[1] = work(blockIdx.x) | 1;
        set(0);
    } else if (blockIdx.x == 0) {
        while (!is_set(0))
            ;
        __threadfence();
        result[0] = result[1];
    }
}

/*
 * Changes a large array in place, and the first block waits for the last one: on several host
 * threads all is begun again, from memory as it was.
 */
__global__ void in_place(unsigned int *numbers, unsigned int n)
{
    if (threadIdx.x == 0 && blockIdx.x == 0)
        while (!is_set(0))
            ;
    __syncthreads();
    for (unsigned int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        numbers[i] = numbers[i] * 3 + 1;
    __syncthreads();
    if (threadIdx.x == 0 && blockIdx.x + 1 == gridDim.x)
        set(0);
}

/* The block that comes last adds up what all have stored. */
__global__ void last_block(volatile unsigned int *part, unsigned int *total)
{
    __shared__ bool is_last;

    if (threadIdx.x == 0) {
        part[blockIdx.x] = work(blockIdx.x);
        __threadfence();
        is_last = atomicAdd(&counter, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (is_last && threadIdx.x == 0) {
        unsigned int sum = 0;
        for (unsigned int i = 0; i < gridDim.x; i++)
            sum += part[i];
        *total = sum;
    }
}

/* Blocks take numbers from a counter until there are none left. */
__global__ void queue(unsigned int *taken, unsigned int n)
{
    if (threadIdx.x)
        return;
    for (unsigned int next; (next = atomicAdd(&counter, 1)) < n;)
        taken[next] += work(next);
}

/*
 * What a block has stored before the grid's barrier its neighbour reads behind it. One thread takes
 * numbers from a counter first: without checks such a kernel is looked at differently from its
 * second launch on.
 */
__global__ void grid_barrier(unsigned int *in, unsigned int *out)
{
    unsigned int thread = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;

    if (thread == 0)
        for (unsigned int next; (next = atomicAdd(&counter, 1)) < 100;)
            out[next] = next;
    in[thread] = work(thread);
    cooperative_groups::this_grid().sync();
    out[thread] = in[(thread + blockDim.x) % n];
}

static unsigned int *first, *second;
static unsigned int host[BLOCKS];

static void begin(void)
{
    static const int zeros[BLOCKS] = {0};
    const unsigned int none = 0;
    const float nothing = 0;

    cudaMemset(first, 0, sizeof host);
    cudaMemset(second, 0, sizeof host);
    cudaMemcpyToSymbol(counter, &none, sizeof none);
    cudaMemcpyToSymbol(float_sum, &nothing, sizeof nothing);
    cudaMemcpyToSymbol(flags, zeros, sizeof zeros);
}

static void show(const char *name, const unsigned int *numbers)
{
    unsigned int hash = 0;

    cudaError_t error = cudaDeviceSynchronize();
    cudaMemcpy(host, numbers, sizeof host, cudaMemcpyDeviceToHost);
    for (unsigned int i = 0; i < BLOCKS; i++)
        hash = hash * 31 + host[i];
    printf("%s: %s, %08x", name, cudaGetErrorString(error), hash);
}

static void show_tickets(unsigned int blocks)
{
    unsigned int wrong = 0;
    float sum;

    show("tickets", second);
    show(", drawn", first);
    for (unsigned int i = 0; i < blocks; i++)
        wrong += host[i] != (i % 3 ? 0 : i / 3);
    cudaMemcpyFromSymbol(&sum, float_sum, sizeof sum);
    printf(", %u not in the order of blocks, %a\n", wrong, sum);
}

/* Twice: the second time most of the array is as it was copied before. */
static void run_in_place(void)
{
    unsigned int *large, *numbers = (unsigned int *)malloc(MANY * sizeof *numbers), hash = 0;
    size_t size = MANY * sizeof *numbers;

    for (unsigned int i = 0; i < MANY; i++)
        numbers[i] = i * 2654435761u;
    cudaMalloc(&large, size);
    cudaMemcpy(large, numbers, size, cudaMemcpyHostToDevice);
    for (unsigned int n = MANY; n; n = n == MANY ? 1000 : 0) {
        begin();
        in_place<<<FEW, 64>>>(large, n);
        cudaMemcpy(numbers, large, size, cudaMemcpyDeviceToHost);
        for (unsigned int i = 0; i < MANY; i++)
            hash = hash * 31 + numbers[i];
        printf("\nin place, %u numbers: %08x", n, hash);
    }
    cudaFree(large);
    free(numbers);
}

int main(int argc, char **argv)
{
    unsigned int blocks = argc > 1 ? (unsigned int)atoi(argv[1]) : BLOCKS, few = FEW;
    void *arguments[] = {&first, &second};

    if (blocks < 1 || blocks > BLOCKS)
        return 2;
    cudaMalloc(&first, sizeof host);
    cudaMalloc(&second, sizeof host);
    begin();
    tickets<<<blocks, 32>>>(first, second);
    show_tickets(blocks);
    begin();
    tickets<<<blocks, 32>>>(second, first);
    look_back<<<blocks, 32>>>(first, second);
    show("look back", second);
    begin();
    look_ahead<<<few, 32>>>(second);
    show("\nlook ahead", second);
    begin();
    first_waits_for_last<<<few, 32>>>(second);
    show("\nfirst waits for last", second);
    begin();
    last_block<<<blocks, 32>>>(first, second);
    show("\nlast block", second);
    begin();
    queue<<<few, 32>>>(second, blocks);
    show("\nqueue", second);
    for (int i = 0; i < 4; i++) {
        begin();
        cudaLaunchCooperativeKernel((void *)grid_barrier, few, 64, arguments, 0, 0);
    }
    show("\ngrid barrier", second);
    run_in_place();
    printf("\n");
    return 0;
}
