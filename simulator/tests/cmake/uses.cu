/* Memory of the program's, which a kernel of a shared library works on. */
#define THREADS 32

extern "C" void twice_on_device(int *p);

__global__ void fill(int *p)
{
    p[threadIdx.x] = threadIdx.x;
}

int main()
{
    int *p, values[THREADS];
    cudaMalloc(&p, sizeof values);
    fill<<<1, THREADS>>>(p);
    twice_on_device(p);
    cudaMemcpy(values, p, sizeof values, cudaMemcpyDeviceToHost);
    return values[21] != 42;
}
