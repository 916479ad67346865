// Static variables in functions of the device are the device's: one each, for all launches. CUB's calls
// take no storage that is too small.
// out: numbers 0 to 63: yes; rounds 7; of a template 0
// out: reduce: invalid argument, then no error: 28
// out: select: invalid argument
#include <cstdio>
#include <cub/cub.cuh>

__device__ int next_number()
{
    static int n;
    static const int step[2] = {1, 2};
    return atomicAdd(&n, step[0]);
}

template <class T> __device__ T constant_of()
{
    static const T value = 0;
    return value;
}

__global__ void number(int *out, int *rounds, int *constant)
{
    __device__ static int round = 5;
    out[next_number()] = 1;
    if (threadIdx.x == 0) {
        *rounds = ++round;
        *constant = constant_of<int>();
    }
}

int main()
{
    int *out, *rounds, *constant, host[64], all = 1, last, zero;
    cudaMalloc(&out, sizeof host);
    cudaMalloc(&rounds, sizeof *rounds);
    cudaMalloc(&constant, sizeof *constant);
    cudaMemset(out, 0, sizeof host);
    for (int i = 0; i < 2; i++)
        number<<<1, 32>>>(out, rounds, constant);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    cudaMemcpy(&last, rounds, sizeof last, cudaMemcpyDeviceToHost);
    cudaMemcpy(&zero, constant, sizeof zero, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 64; i++)
        all &= host[i];
    printf("numbers 0 to 63: %s; rounds %d; of a template %d\n", all ? "yes" : "no", last, zero);

    int items[8] = {0, 1, 2, 3, 4, 5, 6, 7}, *in, *sum;
    char *flags;
    void *storage;
    size_t bytes = 0, none = 0;
    cudaMalloc(&in, sizeof items);
    cudaMalloc(&sum, sizeof items);
    cudaMalloc(&flags, 8);
    cudaMemset(flags, 1, 8);
    cudaMemcpy(in, items, sizeof items, cudaMemcpyHostToDevice);
    cub::DeviceReduce::Sum(NULL, bytes, in, sum, 8);
    cudaMalloc(&storage, bytes);
    cudaError_t first = cub::DeviceReduce::Sum(storage, none, in, sum, 8);
    cudaError_t second = cub::DeviceReduce::Sum(storage, bytes, in, sum, 8);
    cudaMemcpy(items, sum, sizeof *items, cudaMemcpyDeviceToHost);
    printf("reduce: %s, then %s: %d\n", cudaGetErrorString(first), cudaGetErrorString(second), *items);
    none = 1;
    printf("select: %s\n", cudaGetErrorString(cub::DeviceSelect::Flagged(storage, none, in, flags, sum, sum + 7, 8)));
    return 0;
}
