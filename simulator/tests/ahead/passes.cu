/* Threads that do nothing between twenty barriers but compute. Behind a branch, a barrier stands alone. */
#include <cstdio>

__global__ void passes(int *sums)
{
    int sum = threadIdx.x;
    for (int i = 0; i < 20; i++) {
        sum = sum * 3 + i;
        if (sum == -1) // none is
            sums[threadIdx.x] = sum;
        __syncthreads();
    }
    sums[threadIdx.x] = sum;
}

int main()
{
    int *sums, first[2];
    cudaMalloc(&sums, 64 * sizeof(int));
    passes<<<1, 64>>>(sums);
    cudaMemcpy(first, sums, sizeof first, cudaMemcpyDeviceToHost);
    printf("%d %d\n", first[0], first[1]);
}
