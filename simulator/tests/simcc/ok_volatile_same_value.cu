// Lanes store the same value to one word, volatile: whichever comes last, it is there.
// out: 7 7 7
#include <cstdio>

__global__ void store(int *out)
{
    __shared__ volatile int s[16];
    unsigned int t = threadIdx.x;

    s[t / 2] = 7;
    __syncthreads();
    if (t < 16)
        out[t] = s[t];
}

int main()
{
    int *out, host[16];

    cudaMalloc(&out, sizeof host);
    store<<<1, 32>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d %d %d\n", host[0], host[7], host[15]);
}
