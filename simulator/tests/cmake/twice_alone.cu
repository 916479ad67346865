/* For a shared library. */
#define THREADS 32

__global__ void k(int *p)
{
    __shared__ int part[THREADS];
    part[threadIdx.x] = p[threadIdx.x];
    __syncthreads();
    p[THREADS - 1 - threadIdx.x] = BY * part[THREADS - 1 - threadIdx.x];
}

extern "C" void twice_on_device(int *p)
{
    k<<<1, THREADS>>>(p);
}

extern "C" int twice(int v)
{
    int *p, result;
    cudaMalloc(&p, THREADS * sizeof *p);
    cudaMemset(p, 0, THREADS * sizeof *p);
    cudaMemcpy(p, &v, sizeof v, cudaMemcpyHostToDevice);
    twice_on_device(p);
    cudaMemcpy(&result, p, sizeof result, cudaMemcpyDeviceToHost);
    return result;
}
