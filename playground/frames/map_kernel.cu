/*
 * A map: out[i] is a function of in[i], for each i. The CPU calls the same function to compare.
 *
 * Launched with a thread for each number, unless you say otherwise, as with
 *     #define BLOCKS 264
 */
__host__ __device__ float of(float x)
{
    return 3 * x * x + 2 * x + 1;
}

__global__ void map(const float *in, float *out, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        out[i] = of(in[i]);
}
