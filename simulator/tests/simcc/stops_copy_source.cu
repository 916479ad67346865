// The source of an asynchronous copy must not change before the copy is waited for.
// exit: 86
// err: copy not waited for: stops_copy_source.cu:16 and stops_copy_source.cu:14 in shift
// err: writes 4 bytes that its own asynchronous copy may still read
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

__global__ void shift(int *data, int *out)
{
    __shared__ int s[32];
    auto block = cooperative_groups::this_thread_block();

    // on a line of its own
    cooperative_groups::memcpy_async(block, s, data, sizeof s);
    // too early
    data[threadIdx.x] = 0;
    cooperative_groups::wait(block);
    out[threadIdx.x] = s[31 - threadIdx.x];
}

int main()
{
    int *data, *out;

    cudaMalloc(&data, 128);
    cudaMalloc(&out, 128);
    cudaMemset(data, 0, 128);
    shift<<<1, 32>>>(data, out);
    return cudaDeviceSynchronize() != cudaSuccess;
}
