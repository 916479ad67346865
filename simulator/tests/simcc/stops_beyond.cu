// Accesses that miss their array: a read that has met the next array's unwritten memory is not
// accused of that where others of its line met none; an address far from all arrays is no array's.
// exit: 86
// err: out of bounds: stops_beyond.cu:10 in copy
// err: thread 1 of block 0 reads 4 bytes at byte 8 of the 8 bytes from stops_beyond.cu:16 (cudaMalloc) (126 times
// err: out of bounds: stops_beyond.cu:11 in store
// err: thread 0 of block 0 writes 4 bytes at address 0x
// err: , where no array is
// err: simulator: 2 errors in 2 kernel launches
__global__ void copy(int *to, const int *from) { to[threadIdx.x] = from[2 * threadIdx.x]; }
__global__ void store(int *to, int place) { to[place] = 1; }
int main()
{
    int *first, *second, *third;
    const size_t size = 2 * sizeof(int);
    cudaMalloc(&first, size);
    cudaMalloc(&second, size);
    cudaMalloc(&third, 128 * sizeof(int));
    cudaMemset(first, 0, size);
    copy<<<1, 128>>>(third, first);
    store<<<1, 1>>>(first, 2142952365);
    return cudaDeviceSynchronize() != cudaSuccess;
}
