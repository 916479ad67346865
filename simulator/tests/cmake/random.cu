/* A library of the toolkit. */
#include <cuda_runtime.h>
#include <curand.h>

int main()
{
    curandGenerator_t generator;
    float *numbers, number = -1;
    cudaMalloc(&numbers, 1000 * sizeof *numbers);
    curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_XORWOW);
    curandGenerateUniform(generator, numbers, 1000);
    cudaMemcpy(&number, numbers, sizeof number, cudaMemcpyDeviceToHost);
    return number <= 0 || number > 1;
}
