// What L2 has when a kernel begins. With no argument: a kernel that reads what a copy has left
// there, beside another buffer that is set before, or is not. With sizes in KiB: two arrays of that
// size together, set one after the other and then read twice in strides whose ends lie within a
// page: the times of the second and of the first.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

const unsigned BLOCKS = 33, THREADS = 256;

__global__ void read_copied(const int *in, int *out, unsigned n)
{
    int sum = 0;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        sum += in[i];
    if (sum == 12345)
        *out = sum;
}

__global__ void read_beside_set(const int *in, int *out, unsigned n)
{
    int sum = 0;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        sum += in[i];
    if (sum == 12345)
        *out = sum;
}

__global__ void dot(const float *a, const float *b, float *out, unsigned n)
{
    float sum = 0;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        sum += a[i] * b[i];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

static void read_after_copies()
{
    const unsigned bytes = 320 << 10;
    int *from, *to, *beside;
    cudaMalloc(&from, bytes);
    cudaMalloc(&to, bytes);
    cudaMalloc(&beside, bytes / 2);
    cudaMemset(from, 1, bytes);
    cudaMemset(beside, 1, 4);
    cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToDevice);
    read_copied<<<bytes / sizeof *to / THREADS, THREADS>>>(to, beside, bytes / sizeof *to);
    cudaMemset(from, 1, bytes);
    cudaMemset(beside, 1, bytes / 2);
    cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToDevice);
    read_beside_set<<<bytes / sizeof *to / THREADS, THREADS>>>(to, beside, bytes / sizeof *to);
}

int main(int argc, char **argv)
{
    float *out, ms[2];
    cudaEvent_t begin, end;
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    cudaMalloc(&out, BLOCKS * THREADS * sizeof *out);
    if (argc == 1)
        read_after_copies();
    for (int i = 1; i < argc; i++) {
        unsigned n = atoi(argv[i]) * 1024 / 2 / sizeof(float);
        float *a, *b;
        cudaMalloc(&a, n * sizeof *a);
        cudaMalloc(&b, n * sizeof *b);
        cudaMemset(a, 0, n * sizeof *a);
        cudaMemset(b, 0, n * sizeof *b);
        for (int time = 0; time < 2; time++) {
            cudaEventRecord(begin);
            dot<<<BLOCKS, THREADS>>>(a, b, out, n);
            cudaEventRecord(end);
            cudaEventSynchronize(end);
            cudaEventElapsedTime(&ms[time], begin, end);
        }
        printf("%s %.3f %.3f\n", argv[i], 1000 * ms[1], 1000 * ms[0]);
        cudaFree(a);
        cudaFree(b);
    }
    return cudaDeviceSynchronize() != cudaSuccess;
}
