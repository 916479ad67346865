// Managed and pinned memory that neither the host nor a kernel has written: reading it is accused,
// at a kernel's, and where a copy has brought it.
// exit: 86
// err: uninitialised read: stops_unwritten_managed.cu:13 in count
// err: byte 0 of the 4 bytes from stops_unwritten_managed.cu:20 (cudaMallocManaged)
// err: uninitialised read: stops_unwritten_managed.cu:14 in count_too
// err: byte 400 of the 1001 bytes from stops_unwritten_managed.cu:21 (cudaMallocHost)
// err: uninitialised read: stops_unwritten_managed.cu:15 in count_copied
// err: (cudaMalloc)
// err: uninitialised read: stops_unwritten_managed.cu:16 in last
// err: byte 1000 of the 1001 bytes
// err: simulator: 4 errors in 4 kernel launches
__global__ void count(int *sum) { atomicAdd(sum, 1); }
__global__ void count_too(int *sum) { *sum += 1; }
__global__ void count_copied(int *sum) { *sum += 1; }
__global__ void last(char *p) { *p += 1; }
int main()
{
    int *sum, *pinned, *device;
    cudaMallocManaged(&sum, sizeof *sum);
    cudaMallocHost(&pinned, 1001);
    cudaMalloc(&device, 100);
    count<<<1, 32>>>(sum);
    count<<<1, 32>>>(sum); /* what was accused once is written */
    pinned[0] = 1;
    count_too<<<1, 1>>>(pinned + 100);
    cudaMemcpy(device, pinned + 200, 100, cudaMemcpyHostToDevice);
    count_copied<<<1, 1>>>(device);
    last<<<1, 1>>>((char *)pinned + 1000);
    return cudaDeviceSynchronize() != cudaSuccess;
}
