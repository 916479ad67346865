/* Calls a device function of another file. */
extern __device__ int half(int v);

__global__ void halve(int *p)
{
    *p = half(*p);
}

int main()
{
    int *p, value = 84;
    cudaMalloc(&p, sizeof *p);
    cudaMemcpy(p, &value, sizeof value, cudaMemcpyHostToDevice);
    halve<<<1, 1>>>(p);
    cudaMemcpy(&value, p, sizeof value, cudaMemcpyDeviceToHost);
    return value != 42;
}
