// A program's own names may look like CUDA's.
// out: 3 4
struct cudaGraphLike {
    int value;
};
static int cudaGraphMine(cudaGraphLike g) { return g.value; }
static int cuPrintf(int v) { return v; }
__global__ void k(int *p) { *p = 4; }
int main()
{
    int *p;
    cudaMallocManaged(&p, sizeof *p);
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    printf("%d %d\n", cudaGraphMine({cuPrintf(3)}), *p);
    return 0;
}
