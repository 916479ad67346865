// A kernel makes streams, launches into them and destroys them before what it has launched runs.
// out: 1 2 3 4 5 6 7 8
// out: 11 12 13 14 15 16 17 18, 132 0
__global__ void add(int *p, int n)
{
    *p += n;
}

__global__ void parent(int *p, int *about)
{
    cudaStream_t stream;
    int device = -1;

    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    add<<<1, 1, 0, stream>>>(p + threadIdx.x, 4);
    add<<<1, 1, 0, stream>>>(p + threadIdx.x, 6);
    cudaStreamDestroy(stream);
    if (threadIdx.x == 0) {
        cudaGetDevice(&device);
        cudaDeviceGetAttribute(&about[0], cudaDevAttrMultiProcessorCount, device);
        about[1] = cudaGetLastError();
    }
}

static void print(const int *p)
{
    for (int i = 0; i < 8; i++)
        printf("%s%d", i ? " " : "", p[i]);
}

int main()
{
    int *p;

    cudaMallocManaged(&p, 10 * sizeof *p);
    for (int i = 0; i < 8; i++)
        p[i] = i + 1;
    print(p);
    parent<<<1, 8>>>(p, p + 8);
    cudaDeviceSynchronize();
    printf("\n");
    print(p);
    printf(", %d %d\n", p[8], p[9]);
    return 0;
}
