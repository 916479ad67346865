/*
 * Memory that a stream gives back while another's kernel still uses it: cudaFreeAsync comes in the
 * order of its own stream. The twin lets that stream wait.
 */
#include "main.h"

__global__ void reduce(const int *data, int *sums, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    sums[i] = i < n ? data[i] : 0;
}

int main(void)
{
    int *data, *sums = device_array(BLOCKS * BLOCK), *input = device_input(N);
    cudaStream_t one, other;
    cudaEvent_t done;
    CHECK(cudaStreamCreate(&one));
    CHECK(cudaStreamCreate(&other));
    CHECK(cudaEventCreate(&done));
    CHECK(cudaMallocAsync((void **)&data, N * sizeof(int), one));
    CHECK(cudaMemcpyAsync(data, input, N * sizeof(int), cudaMemcpyDeviceToDevice, one));
    CHECK(cudaEventRecord(done, one));
    CHECK(cudaStreamWaitEvent(other, done, 0));
    reduce<<<BLOCKS, BLOCK, 0, other>>>(data, sums, N); /* also: race between streams */
#ifdef SOUND
    CHECK(cudaEventRecord(done, other));
    CHECK(cudaStreamWaitEvent(one, done, 0));
#endif
    CHECK(cudaFreeAsync(data, one));                    /* finding: race between streams */
    /* says: cudaFreeAsync on device 0 frees what kernel reduce on device 0 read */
    return verdict(sum_on_host(sums, BLOCKS * BLOCK), true_sum(N));
}
