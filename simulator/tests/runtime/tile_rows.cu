/*
 * Each half of a warp has a row of a tile in shared memory: its row's words side by side, or one
 * word of it.
 */
template <int pitch> __global__ void rows(int *result)
{
    __shared__ int tile[2 * pitch];
    tile[threadIdx.x / 16 * pitch + threadIdx.x % 16] = threadIdx.x;
    __syncthreads();
    result[threadIdx.x] = tile[threadIdx.x / 16 * pitch + threadIdx.x % 16];
}

template <int pitch> __global__ void words(int *result)
{
    __shared__ int tile[2 * pitch];
    if (threadIdx.x % 16 == 0)
        tile[threadIdx.x / 16 * pitch] = threadIdx.x;
    __syncthreads();
    result[threadIdx.x] = tile[threadIdx.x / 16 * pitch];
}

/* Both halves have the same row. */
__global__ void one_row(int *result)
{
    __shared__ int tile[16];
    if (threadIdx.x < 16)
        tile[threadIdx.x] = threadIdx.x;
    __syncthreads();
    result[threadIdx.x] = tile[threadIdx.x % 16];
}

int main()
{
    int *data;
    cudaMalloc(&data, 32 * sizeof *data);
    rows<16><<<1, 32>>>(data);
    rows<17><<<1, 32>>>(data);
    rows<48><<<1, 32>>>(data);
    words<16><<<1, 32>>>(data);
    words<32><<<1, 32>>>(data);
    one_row<<<1, 32>>>(data);
    return cudaDeviceSynchronize();
}
