// What all warps read too early, the first one often: the advice is what helps them all, though the
// first lanes that are found are of one warp.
// exit: 86
// err: stops_race_of_warps.cu:14 and stops_race_of_warps.cu:12 in k
// err: Put __syncthreads() between these two accesses
__global__ void k(float *data)
{
    __shared__ float sum;
    float own = data[threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0)
        sum = own;
    for (int i = threadIdx.x; i < 1024; i += blockDim.x)
        data[i] = data[i] / sum;
}
int main()
{
    float *data;
    cudaMalloc(&data, 4096);
    cudaMemset(data, 0, 4096);
    k<<<1, 128>>>(data);
    cudaDeviceSynchronize();
    return 0;
}
