/*
 * A stencil: out[i] is a function of in[i - 1], in[i] and in[i + 1], for each i; past both ends
 * stands a 0. The CPU calls the same function to compare.
 *
 * Launched with a thread for each number, unless you say otherwise, as with
 *     #define BLOCKS 264
 */
__host__ __device__ float of(float left, float here, float right)
{
    return 0.25f * left + 0.5f * here + 0.25f * right;
}

__global__ void stencil(const float *in, float *out, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        out[i] = of(i > 0 ? in[i - 1] : 0, in[i], i + 1 < n ? in[i + 1] : 0);
}
