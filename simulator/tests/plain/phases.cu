/*
 * Kernels that run phase by phase with --plain, from barrier to barrier, each for what is special in
 * it; and kernels with barriers that must not. The threads' order is seen where they race.
 */
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 4096, TILE = 8 };
__managed__ unsigned int seen[MOST];
__managed__ float values[MOST];

/* A variable in all phases, a loop that all threads take, one thread at the end. */
__global__ void tree(unsigned int n)
{
    __shared__ unsigned int part[256];
    unsigned int t = threadIdx.x;
    unsigned int idx = blockIdx.x * blockDim.x + t;

    part[t] = idx < n ? idx * 3 : 1;
    __syncthreads();
    for (unsigned int half = blockDim.x / 2; half > 0; half /= 2) {
        if (t < half)
            part[t] += part[t + half];
        __syncthreads();
    }
    if (t == 0)
        seen[blockIdx.x] = part[0];
}

/* The loop's counter is declared before it, and changed after the barrier. */
__global__ void counted_down(const unsigned int *in, unsigned int *out)
{
    __shared__ unsigned int part[256];
    int t = threadIdx.x;
    int i = blockDim.x / 2;

    part[t] = in[t] + t;
    __syncthreads();
    while (i != 0) {
        if (t < i)
            part[t] += part[t + i];
        __syncthreads();
        i /= 2;
    }
    if (t == 0)
        out[blockIdx.x] = part[0];
}

/* Some threads return before the barrier, some blocks as a whole. */
__global__ void some_return(unsigned int n)
{
    extern __shared__ unsigned int left[];
    const unsigned int idx = blockIdx.x * blockDim.x + threadIdx.x;

    if (idx >= n)
        return;
    left[threadIdx.x] = idx;
    __syncthreads();
    if (threadIdx.x % 3 == 1) {
        seen[idx] = 7;
        return;
    }
    left[threadIdx.x] += 1000;
    __syncthreads();
    seen[idx] += left[threadIdx.x / 2] + 10000 * threadIdx.x;
}

/* Blocks of two dimensions, nested loops, variables of several types that last. */
__global__ void tiles(const float *a, const float *b, float *c, int side)
{
    __shared__ float left[TILE][TILE];
    __shared__ float right[TILE][TILE + 1];
    int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
    float sum = 0;
    double all = 0.5;
    const float *line = a + row * side;

    for (int tile = 0; tile < side / TILE; tile++) {
        left[threadIdx.y][threadIdx.x] = line[tile * TILE + threadIdx.x];
        right[threadIdx.y][threadIdx.x] = b[(tile * TILE + threadIdx.y) * side + column];
        __syncthreads();
        for (int k = 0; k < TILE; k++) {
            if (k == 5 && row == 3)
                continue;
            sum += left[threadIdx.y][k] * right[k][threadIdx.x];
        }
        all += sum;
        __syncthreads();
    }
    c[row * side + column] = sum + (float)all;
}

/* Branches around barriers that hang on the block, the grid and a template's parameter. */
template <unsigned int size, bool twice> __global__ void branches(unsigned int limit)
{
    __shared__ unsigned int part[64];
    unsigned int t = threadIdx.x, mine = 0, held;

    part[t] = t;
    __syncthreads();
    if (size > 32) {
        if (t < 32)
            part[t] += part[t + 32];
        __syncthreads();
    }
    if (blockIdx.x < limit) {
        mine = part[(t + 1) % 64];
        __syncthreads();
        part[t] = mine + 1;
    } else if (gridDim.x > 2) {
        mine = part[(t + 2) % 64];
        __syncthreads();
    } else {
        part[t] = 5;
    }
    if (twice) {
        held = mine * 2;
        __syncthreads();
        mine = held + part[63 - t];
    }
    seen[blockIdx.x * 64 + t] += mine + part[t];
}

/* Its parameter is each thread's own; there is no barrier. */
__global__ void own_parameter(unsigned int *to, unsigned int n, int4 four)
{
    to += ((blockIdx.x * 2 + threadIdx.z) * 3 + threadIdx.y) * 5 + threadIdx.x;
    four.x += threadIdx.x;
    for (n = n + threadIdx.x % 3; n > 0; n--)
        *to += four.x + four.y;
    switch (threadIdx.y) {
    case 1: *to += 3; break;
    default: *to += threadIdx.z;
    }
}

/* What a thread finds hangs on those that ran before it. */
__global__ void racing()
{
    __shared__ unsigned int chain[257];
    unsigned int t = threadIdx.x, got;

    chain[t] = 0;
    __syncthreads();
    got = chain[t];
    chain[t + 1] = got + t;
    __syncthreads();
    seen[t] = got + chain[255 - t];
}

/* A name for two variables, one of them the loop's. */
__global__ void two_of_a_name()
{
    __shared__ unsigned int part[64];
    int i = threadIdx.x;

    part[i] = i * i;
    __syncthreads();
    for (int i = 0; i < 4; i++) {
        part[threadIdx.x] += i;
        __syncthreads();
    }
    seen[i] = part[63 - i];
}

/* What follows hang on the thread: they keep their stacks. */
__global__ void thread_loop()
{
    unsigned int rounds = 4 + 0 * threadIdx.x, sum = 0;
    for (unsigned int i = 0; i < rounds; i++) {
        seen[threadIdx.x] += i;
        __syncthreads();
        sum += seen[(threadIdx.x + 1) % 64];
        __syncthreads();
    }
    seen[threadIdx.x] = sum;
}

__device__ unsigned int helper(unsigned int x)
{
    __syncthreads();
    return x + threadIdx.x;
}

__global__ void calls()
{
    seen[threadIdx.x] = helper(threadIdx.x);
    __syncthreads();
    seen[threadIdx.x] += seen[63 - threadIdx.x] * 0 + 1;
}

__global__ void leaves_loop(unsigned int n)
{
    for (unsigned int i = 0; i < n; i++) {
        seen[threadIdx.x] += i;
        __syncthreads();
        if (i == 3)
            break;
    }
}

__global__ void lasting_array()
{
    __shared__ unsigned int part[64];
    unsigned int own[2] = {threadIdx.x, 5};
    unsigned int *last = own;

    part[threadIdx.x] = own[0];
    __syncthreads();
    seen[threadIdx.x] = last[1] + part[63 - threadIdx.x];
}

__global__ void lasting_reference()
{
    __shared__ unsigned int part[64];
    unsigned int own = threadIdx.x;
    unsigned int &same = own, *last = &own;

    part[threadIdx.x] = own;
    __syncthreads();
    same += 3;
    seen[threadIdx.x] = *last + own + part[63 - threadIdx.x];
}

/* Its variable is changed by a member, and lasts. */
__global__ void members(int4 four)
{
    __shared__ int part[64];
    int2 pair = make_int2(threadIdx.x, 1);

    pair.x += 2;
    part[threadIdx.x] = pair.x;
    __syncthreads();
    pair.y += part[63 - threadIdx.x] + four.z;
    pair.x -= (int)threadIdx.x >= 7 && part[0] & 2 ? 3 : 4;
    __syncthreads();
    seen[threadIdx.x] = pair.x * 100 + pair.y;
}

/* Loops over memory in all threads: four of them at once, where so many side by side go on. */
__global__ void jammed(const float *a, const float *b, float *c, unsigned int side)
{
    unsigned int row = blockIdx.y * blockDim.y + threadIdx.y;
    unsigned int column = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;

    if (row >= side || column >= side)
        return;
    if (column % 11 == 5)
        return;
    for (unsigned int k = 0; k < side; k++) {
        float x = a[row * side + k];
        sum += x * b[k * side + column];
        for (int again = 3; again >= 0; again -= 2)
            sum -= x * again;
    }
    c[row * side + column] = sum;
    c[side * side + row * side + column] += sum;
}

/* The same between barriers, with threads that have returned. */
__global__ void jammed_later(unsigned int n, int2 row)
{
    extern __shared__ unsigned int left[];
    unsigned int sum = 1, x = threadIdx.x;
    unsigned int *place = left + threadIdx.x;

    *place = x * n;
    __syncthreads();
    if (x % 9 == 7)
        return;
    for (unsigned int round = 0; round < 2; round++) {
        for (int k = 0; k < row.x; k++)
            sum += left[(k + x) % blockDim.x] * (row.y << k);
        seen[1000 + blockIdx.x * blockDim.x + x] += sum;
        __syncthreads();
        *place += sum;
        __syncthreads();
    }
    seen[blockIdx.x * blockDim.x + x] = sum;
}

/* A loop that hangs on the thread, and one that stores. */
__global__ void not_jammed(unsigned int n)
{
    unsigned int sum = 0, end = n + threadIdx.x % 3;

    for (unsigned int k = 0; k < end; k++)
        sum += k;
    for (unsigned int k = 0; k < n; k++)
        seen[threadIdx.x * n + k] += k + sum;
}

/* Who returns has stored before: not twice. */
__global__ void stored_before(unsigned int n)
{
    unsigned int sum = 0;
    seen[threadIdx.x] += 3;
    if (threadIdx.x % 5 == 2)
        return;
    for (unsigned int k = 0; k < n; k++)
        sum += values[k + threadIdx.x] * 4;
    seen[threadIdx.x] += sum;
}

__global__ void wild(unsigned int *nowhere)
{
    __shared__ unsigned int part[64];
    part[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (part[threadIdx.x] == 37)
        *nowhere = 1;
}

__global__ void endless(unsigned int *end)
{
    __syncthreads();
    if (threadIdx.x == 5)
        for (unsigned int i = 1; i != *end; i += 2)
            seen[7] = i;
}

static void print(const char *name)
{
    unsigned long long sum = 0;
    cudaError_t error = cudaDeviceSynchronize();

    for (unsigned int i = 0; i < MOST; i++)
        sum = sum * 31 + seen[i] + (unsigned long long)(values[i] * 16);
    printf("%s: %s, %llx\n", name, cudaGetErrorString(error), sum);
    memset(seen, 0, sizeof seen);
    for (unsigned int i = 0; i < MOST; i++)
        values[i] = (float)(i % 13) / 4;
}

int main(int argc, char **argv)
{
    unsigned int *in, *out;

    if (argc > 1 && !strcmp(argv[1], "wild")) {
        wild<<<2, 64>>>((unsigned int *)64);
        return cudaDeviceSynchronize() != cudaSuccess;
    }
    cudaMallocManaged(&in, 1024 * sizeof *in);
    memset(in, 0, 1024 * sizeof *in);
    if (argc > 1) {
        endless<<<3, 64>>>(in);
        return cudaDeviceSynchronize() != cudaSuccess;
    }
    print("begin");
    for (unsigned int i = 0; i < 1024; i++)
        in[i] = i * 2654435761u >> 7;
    out = seen + 16;
    for (unsigned int block = 32; block <= 256; block *= 2)
        tree<<<9, block>>>(5 * block + 3);
    print("tree");
    counted_down<<<2, 256>>>(in, out);
    print("counted_down");
    some_return<<<5, 100, 400>>>(317);
    some_return<<<5, 1000, 4000>>>(2999);
    print("some_return");
    tiles<<<dim3(3, 3), dim3(TILE, TILE)>>>(values, values + 600, values + 2000, 24);
    print("tiles");
    branches<64, true><<<3, 64>>>(1);
    branches<32, false><<<2, 64>>>(0);
    branches<64, false><<<3, 64>>>(2);
    print("branches");
    own_parameter<<<3, dim3(5, 3, 2)>>>(seen, 4, make_int4(1, 2, 3, 4));
    print("own_parameter");
    if (!getenv("NO_RACES"))
        racing<<<1, 256>>>();
    print("racing");
    two_of_a_name<<<1, 64>>>();
    print("two_of_a_name");
    thread_loop<<<1, 64>>>();
    print("thread_loop");
    calls<<<1, 64>>>();
    print("calls");
    leaves_loop<<<1, 64>>>(9);
    print("leaves_loop");
    lasting_array<<<1, 64>>>();
    print("lasting_array");
    lasting_reference<<<1, 64>>>();
    print("lasting_reference");
    members<<<1, 64>>>(make_int4(1, 2, 3, 4));
    print("members");
    for (unsigned int width = 1; width <= 10; width += 3)
        jammed<<<dim3(3, 2), dim3(width, 5)>>>(values, values + 900, values + 1700, 3 * width - 2);
    print("jammed");
    jammed_later<<<3, 67, 67 * 4>>>(5, make_int2(11, 3));
    print("jammed_later");
    not_jammed<<<1, 70>>>(7);
    print("not_jammed");
    stored_before<<<1, 70>>>(7);
    print("stored_before");
    return 0;
}
