/*
 * Accesses that miss their array, one for each name of `mistakes`: which kind of finding
 * and which array are they? Run by tests/findings.t. The first argument is the name, the
 * second the number of threads: with one, the line has accessed nothing before.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT 128               /* ints in each device array: 512 bytes */

struct triple {
    int first, second, third;
};

int on_host[COUNT];             /* stands right beside the device's variables */
__device__ int table[COUNT];
int also_on_host[COUNT];

__global__ void shifted(const int *in, int *out, int by)
{
    out[threadIdx.x] = in[(int)threadIdx.x + by];
}

__global__ void shifted_unsigned(const int *in, int *out, unsigned int by)
{
    out[threadIdx.x] = in[threadIdx.x - by];
}

__global__ void shifted_chars(const char *in, char *out, unsigned int by)
{
    out[threadIdx.x] = in[threadIdx.x - by];
}

__global__ void shifted_triples(const triple *in, int *out, unsigned int by)
{
    out[threadIdx.x] = in[threadIdx.x - by].second;
}

__global__ void strided(const int *in, int *out)
{
    out[threadIdx.x] = in[threadIdx.x * 100];
}

__global__ void from_table(int *out, int by)
{
    out[threadIdx.x] = table[(int)threadIdx.x + by];
}

__global__ void to_shared(int *out, int by)
{
    __shared__ int array[32];
    array[(int)threadIdx.x + by] = 1;
    out[threadIdx.x] = 1;
}

__constant__ int constants[COUNT];

__global__ void constant_bytes(int *out, int by)
{
    out[threadIdx.x] = *(const int *)((const char *)constants + 4 * threadIdx.x + by);
}

__global__ void own_bytes(int *out, int by)
{
    alignas(8) char own[16];
    for (int i = 0; i < 16; i++)
        own[i] = (char)(out[i] + i);
    out[threadIdx.x] = *(const int *)(own + by);
}

__global__ void to_dynamic(int *out)
{
    extern __shared__ int dynamic[];
    dynamic[threadIdx.x] = 1;
    out[threadIdx.x] = 1;
}

int main(int count, char **words)
{
    if (count != 3)
        return 2;
    const char *mistake = words[1];
    int threads = atoi(words[2]), own[COUNT] = {0};
    int *first, *second, *large = (int *)calloc(1 << 20, sizeof(int));
    if (!large || cudaMalloc(&first, sizeof own) || cudaMalloc(&second, sizeof own) ||
        cudaMemset(first, 0, sizeof own) || cudaMemset(second, 0, sizeof own))
        return 3;
    if (!strcmp(mistake, "left of the first"))
        shifted<<<1, threads>>>(first, second, -1);
    else if (!strcmp(mistake, "left of the second"))
        shifted<<<1, threads>>>(second, first, -1);
    else if (!strcmp(mistake, "past the first"))
        shifted<<<1, threads>>>(first, second, COUNT - threads + 1);
    else if (!strcmp(mistake, "far past"))
        shifted<<<1, threads>>>(first, second, 2000000000);
    else if (!strcmp(mistake, "up to the second"))
        strided<<<1, threads>>>(first, second);
    else if (!strcmp(mistake, "unsigned"))
        shifted_unsigned<<<1, threads>>>(first, second, 2);
    else if (!strcmp(mistake, "unsigned chars"))
        shifted_chars<<<1, threads>>>((char *)second, (char *)first, 2);
    else if (!strcmp(mistake, "unsigned triples"))
        shifted_triples<<<1, threads>>>((triple *)first, second, 2);
    else if (!strcmp(mistake, "past a variable"))
        from_table<<<1, threads>>>(first, COUNT - threads + 1);
    else if (!strcmp(mistake, "left of a variable"))
        from_table<<<1, threads>>>(first, -1);
    else if (!strcmp(mistake, "past a shared array"))
        to_shared<<<1, threads>>>(first, 32 - threads + 1);
    else if (!strcmp(mistake, "left of a shared array"))
        to_shared<<<1, threads>>>(first, -1);
    else if (!strcmp(mistake, "no dynamic shared memory"))
        to_dynamic<<<1, threads>>>(first);
    else if (!strcmp(mistake, "misaligned constant"))
        constant_bytes<<<1, threads>>>(first, 2);
    else if (!strcmp(mistake, "misaligned variable"))
        own_bytes<<<1, threads>>>(first, 3);
    else if (!strcmp(mistake, "aligned")) {
        constant_bytes<<<1, threads>>>(first, 4);
        own_bytes<<<1, 1>>>(second, 4);
    } else if (!strcmp(mistake, "a host variable"))
        shifted<<<1, threads>>>(on_host, first, 0);
    else if (!strcmp(mistake, "another host variable"))
        shifted<<<1, threads>>>(also_on_host, first, 0);
    else if (!strcmp(mistake, "the host's stack"))
        shifted<<<1, threads>>>(own, first, 0);
    else if (!strcmp(mistake, "the host's heap"))
        shifted<<<1, threads>>>(large, first, 0);
    else if (!strcmp(mistake, "null"))
        shifted<<<1, threads>>>(NULL, first, 0);
    else if (!strcmp(mistake, "left of null"))
        shifted<<<1, threads>>>(NULL, first, -1);
    else
        return 2;
    cudaDeviceSynchronize();
    return 0;
}
