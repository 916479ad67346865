/*
 * Overflow: each number fits an int, their sum does not. What is kept of it is the
 * sum modulo 2^32, which looks like any other number.
 */
#include "main.h"

#ifdef SOUND
typedef long long total_type;
#else
typedef int total_type;
#endif

/* Element i of this program's input: large, but an int. */
static int large_element(int i)
{
    return 200000000 + element(i);
}

__global__ void reduce(const int *data, total_type *sums, unsigned int n)
{
    __shared__ total_type smem[BLOCK];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + tid;

    smem[tid] = i < n ? data[i] : 0;
    __syncthreads();
    for (unsigned int stride = blockDim.x / 2; stride > 0; stride >>= 1) {
        if (tid < stride)
            smem[tid] += smem[tid + stride];    /* wrong sum */
        __syncthreads();
    }
    if (tid == 0)
        sums[blockIdx.x] = smem[0];
}

int main(void)
{
    int *input = host_array(N), *data = device_array(N);
    long long expected = 0;
    for (int i = 0; i < N; i++) {
        input[i] = large_element(i);
        expected += input[i];
    }
    CHECK(cudaMemcpy(data, input, N * sizeof(int), cudaMemcpyHostToDevice));

    total_type *sums, host_sums[BLOCKS];
    CHECK(cudaMalloc((void **)&sums, sizeof host_sums));
    reduce<<<BLOCKS, BLOCK>>>(data, sums, N);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(host_sums, sums, sizeof host_sums, cudaMemcpyDeviceToHost));
    long long sum = 0;
    for (int block = 0; block < BLOCKS; block++)
        sum += host_sums[block];
    free(input);
    return verdict(sum, expected);
}
