// Functions of a program whose names begin like those by which simcc knows the runtime's.
extern "C" __device__ __attribute__((noinline)) float sim_fast_step(float x)
{
    return 2 * x + 1;
}
extern "C" __device__ __attribute__((noinline)) float sim_special_step(float x)
{
    return 3 * x + 1;
}
__global__ void kernel(float *numbers)
{
    numbers[threadIdx.x] = sim_fast_step(numbers[threadIdx.x]) + sim_special_step(1);
}
int main()
{
    float *numbers, first;
    cudaMalloc((void **)&numbers, 32 * sizeof(float));
    cudaMemset(numbers, 0, 32 * sizeof(float));
    kernel<<<1, 32>>>(numbers);
    cudaMemcpy(&first, numbers, sizeof first, cudaMemcpyDeviceToHost);
    return first != 5;
}
