/* For a program of the host alone: the kernel and its call. */
extern __device__ int half(int v);

__global__ void k(int *p)
{
    *p = 4 * half(*p) + 2 * (*p % 2);
}

extern "C" int twice(int v)
{
    int *p, result;
    cudaMalloc(&p, sizeof *p);
    cudaMemcpy(p, &v, sizeof v, cudaMemcpyHostToDevice);
    k<<<1, 1>>>(p);
    cudaMemcpy(&result, p, sizeof result, cudaMemcpyDeviceToHost);
    return result;
}
