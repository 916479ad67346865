/*
 * A solution for grade.py that races: the barrier is gone.
 */
#define THREADS 256

__global__ void sum(const int *input, int *output, int n)
{
    __shared__ int part[THREADS];
    int thread = threadIdx.x, own = 0;
    for (int i = thread; i < n; i += THREADS)
        own += input[i];
    part[thread] = own;
    for (int half = THREADS / 2; half > 0; half /= 2)
        if (thread < half)
            part[thread] += part[thread + half];
    if (thread == 0)
        *output = part[0];
}

extern "C" void solve(const int *input, int *output, int n)
{
    sum<<<1, THREADS>>>(input, output, n);
    cudaDeviceSynchronize();
}
