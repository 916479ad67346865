// A copy of unwritten bytes into an array that was all written: the rest of it stays so, also in a
// launch that is started again, as its blocks wait for each other.
// out: 65535
#include <cstdio>

#define N 65536 /* ints: several chunks of a snapshot */

template <int turn> // a kernel of its own each time: nobody knows yet that its blocks wait
__global__ void look(const int *data, int *flag, int *out)
{
    if (blockIdx.x == 0)
        while (atomicAdd(flag, 0) == 0)
            ;
    else
        atomicExch(flag, 1);
    if (blockIdx.x == 0)
        *out = data[N - 1];
}

__global__ void prepare(int *flag)
{
    *flag = 0;
}

int main()
{
    static int host[N];
    int *data, *fresh, *flag, *out, result;
    for (int i = 0; i < N; i++)
        host[i] = i;
    cudaMalloc(&data, sizeof host);
    cudaMalloc(&fresh, sizeof host);
    cudaMalloc(&flag, sizeof *flag);
    cudaMalloc(&out, sizeof *out);
    cudaMemset(flag, 0, sizeof *flag);
    prepare<<<1, 1>>>(flag); /* a snapshot in which nothing of data is written */
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(flag, 0, sizeof *flag);
    look<1><<<2, 1>>>(data, flag, out);
    cudaMemcpy(data, fresh, 16, cudaMemcpyDeviceToDevice);
    cudaMemset(flag, 0, sizeof *flag);
    look<2><<<2, 1>>>(data, flag, out);
    cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
    printf("%d\n", result);
    return 0;
}
