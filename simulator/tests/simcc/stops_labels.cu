// How findings call what they are about: by the call that made it, one byte, a shared variable.
// exit: 86
// err: thread 0 of block 0 reads 1 byte that nobody has written: byte 0 of the 1 byte from stops_labels.cu:20 (cudaMallocAsync)
// err: thread 0 of block 0 reads 1 byte that nobody has written: byte 1 of the 2 bytes from stops_labels.cu:21 (cudaHostAlloc)
// err: thread 0 of block 0 reads 1 byte that nobody has written: flag + 0 bytes (a shared variable of 1 byte)
// err: thread 0 of block 0 reads 1 byte that nobody has written: flags + 1 byte (a shared array of 2 bytes)
// err: simulator: 4 errors in 3 kernel launches
__global__ void read(char *p) { p[0]++; }
__global__ void read_pinned(char *p) { p[0]++; }
__global__ void read_shared(char *to)
{
    __shared__ bool flag;
    __shared__ char flags[2];
    to[0] = flag;
    to[1] = flags[1];
}
int main()
{
    char *one, *two, *device;
    cudaMallocAsync(&one, 1, 0);
    cudaHostAlloc(&two, 2, 0);
    cudaMalloc(&device, 2);
    read<<<1, 1>>>(one);
    read_pinned<<<1, 1>>>(two + 1);
    read_shared<<<1, 1>>>(device);
    return cudaDeviceSynchronize() != cudaSuccess;
}
