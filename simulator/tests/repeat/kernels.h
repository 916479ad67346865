/*
 * The kernels of repeat.cu.
 */
#ifndef KERNELS_H
#define KERNELS_H

#include <cstdio>
#include <new>

#define BLOCKS 4
#define BLOCK  64
#define N      (BLOCKS * BLOCK)
#define LARGE  (1 << 16)

__device__ int launches;
__constant__ int factor = 3;

__global__ void twice(const int *in, int *out, int more)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = 2 * in[i] + more;
}

__global__ void total(const int *in, int *sum)
{
    __shared__ int shared[BLOCK];
    shared[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0)
        for (int i = 0; i < BLOCK; i++)
            atomicAdd(sum, shared[i]);
}

__global__ void in_place(int *data)
{
    data[blockIdx.x * blockDim.x + threadIdx.x] += threadIdx.x;
}

/* Changes too much for it to be kept at once. */
__global__ void in_large(int *data)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < LARGE; i += N)
        data[i] += i;
}

/* Reads nothing that it writes, and changes as much. */
__global__ void fill_large(const int *in, int *large)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < LARGE; i += N)
        large[i] = in[i % N];
}

__global__ void bytes_in_place(unsigned char *data)
{
    data[blockIdx.x * blockDim.x + threadIdx.x] += threadIdx.x;
}

__global__ void bytes_out(const int *in, unsigned char *out)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = (unsigned char)in[threadIdx.x];
}

/* From the second launch on it changes nothing. */
__global__ void at_least(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = max(out[i], in[i]);
}

/* What the block writes is read by other threads of it, after a barrier. */
__global__ void neighbours(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int before = out[blockIdx.x * blockDim.x + (threadIdx.x + 1) % BLOCK];
    __syncthreads();
    out[i] = in[i] + before / 2;
}

/* The second block writes what the first has read, once that one lets it. */
__global__ void hand_over(int *word, int *flag, int *out)
{
    if (threadIdx.x)
        return;
    if (blockIdx.x == 0) {
        out[1] = *word;
        __threadfence();
        atomicExch(flag, 1);
    }
    if (blockIdx.x == 1) {
        while (!atomicAdd(flag, 0))
            ;
        __threadfence();
        *word = 77;
        atomicExch(flag, 0);
    }
}

struct pair {
    int a, b;
};

__device__ __noinline__ pair next_of(pair now)
{
    return pair{now.a + now.b, now.b + 1};
}

/* The element is loaded by the call, for which g++ has no hook. */
__global__ void step_pairs(pair *pairs)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i % 2 == 0)
        pairs[i / 2] = next_of(pairs[i / 2]);
}

struct row {
    int factor;
    __device__ __noinline__ pair operator[](int i) const
    {
        return pair{factor * i, i};
    }
};

struct made_of_pairs {
    pair first;
    __device__ made_of_pairs(int i) : first(next_of(pair{i, i}))
    {
    }
};

/* Objects that are made where they stay, of what functions return. */
__global__ void make_pairs(pair *pairs)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i % 2)
        return;
    if (i % 3 == 0)
        pairs[i / 2] = row{7}[i];
    else if (i % 3 == 1)
        new (&pairs[i / 2]) pair(next_of(pair{i, i}));
    else
        new (&pairs[i / 2]) made_of_pairs(i);
}

/* All blocks read the number, and the last one to be ready changes it; ready is 0 again then. */
__global__ void change_at_last(int *number, int *out, unsigned int *ready)
{
    __shared__ int is_last;
    if (threadIdx.x == 0) {
        out[blockIdx.x] = *number;
        __threadfence();
        is_last = atomicInc(ready, gridDim.x - 1) == gridDim.x - 1;
        __threadfence();
    }
    __syncthreads();
    if (threadIdx.x == 0 && is_last)
        *number += 3;
}

__global__ void of_dynamic(int *out)
{
    extern __shared__ int dynamic[];
    dynamic[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = dynamic[threadIdx.x];
}

__global__ void count(int *out)
{
    if (blockIdx.x == 0 && threadIdx.x == 0)
        launches++;
    out[blockIdx.x * blockDim.x + threadIdx.x] = factor;
}

__global__ void ask(int *out)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = clock64() > 0;
}

__global__ void print(int *out)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
    if (blockIdx.x == 0 && threadIdx.x == 0)
        printf("printed\n");
}

__global__ void race(int *out)
{
    out[threadIdx.x] = blockIdx.x;
}

__global__ void note(int *out)
{
    out[threadIdx.x] = 7;
}

/* That word has never been written. */
__global__ void unwritten(const int *in, int *out)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = in[2 * N] == 5;
}

__global__ void race_on(int *data)
{
    data[threadIdx.x] += blockIdx.x;
}

__global__ void allocate(int *out)
{
    int *own = new int(7);
    out[blockIdx.x * blockDim.x + threadIdx.x] = *own;
    delete own;
}

__global__ void parent(int *out)
{
    if (blockIdx.x == 0 && threadIdx.x == 0)
        in_place<<<1, BLOCK>>>(out);
}

#endif
