// Kernels that launch kernels, templates and themselves among them.
// out: 1072 0.5 3.5
// out: no error 8128
#include <cstdio>
__global__ void child(int *p, int k)
{
    atomicAdd(p, k);
    if (k > 1 && threadIdx.x == 0)
        child<<<1, 2>>>(p, k / 2);
}
template <class T> __global__ void fill(T *p, T v)
{
    p[threadIdx.x] = v;
}
__global__ void parent(int *p, float *f)
{
    if (threadIdx.x < 2)
        child<<<1, 32, 0, cudaStreamFireAndForget>>>(p, 4);
    fill<float><<<1, 4>>>(f + 4 * (blockIdx.x * blockDim.x + threadIdx.x), blockIdx.x + 0.5f);
}
__global__ void recurse(int *p, int n)
{
    __shared__ int s[64];
    s[threadIdx.x] = p[threadIdx.x] + p[threadIdx.x + n];
    __syncthreads();
    p[threadIdx.x] = s[threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0 && n > 1)
        recurse<<<1, n / 2>>>(p, n / 2);
}
int main()
{
    int *p;
    float *f;
    cudaMallocManaged(&p, 512);
    cudaMallocManaged(&f, 4096 * 4);
    *p = 0;
    parent<<<4, 32>>>(p, f);
    cudaDeviceSynchronize();
    printf("%d %g %g\n", *p, f[0], f[511]);
    for (int i = 0; i < 128; i++)
        p[i] = i;
    recurse<<<1, 64>>>(p, 64);
    printf("%s %d\n", cudaGetErrorString(cudaDeviceSynchronize()), p[0]);
}
