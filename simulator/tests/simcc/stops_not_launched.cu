// Results of a kernel that was never launched, or writes elsewhere: a note where the host copies them, and none where
// a byte was written.
// out: copied
// err: simulator: note: uninitialised read: stops_not_launched.cu:17
// err: cudaMemcpy reads 400 bytes that nobody has written: byte 0 of the 400 bytes from stops_not_launched.cu:15 (cudaMalloc)
// err: Look whether the kernel that is to write this memory was launched (ask cudaGetLastError), and whether it stores here.
#include <cstdio>

__global__ void one(int *p) { p[99] = 7; }

int main()
{
    static int results[100];
    int *data, *other, *set;
    cudaMalloc(&data, sizeof results);
    cudaMalloc(&other, sizeof results);
    cudaMemcpy(results, data, sizeof results, cudaMemcpyDeviceToHost);
    one<<<1, 1>>>(other);
    cudaMemcpy(results, other, sizeof results, cudaMemcpyDeviceToHost);
    cudaMalloc(&set, sizeof results);
    cudaMemset(set, 0, 4);
    cudaMemcpy(results, set, 4, cudaMemcpyDeviceToHost);
    cudaMemcpy(other, data, sizeof results, cudaMemcpyDeviceToDevice);
    puts("copied");
    return 0;
}
