// What is said and is no error: a plain read beside a compare-and-swap that stores nothing, as in
// a search by breadth; an allocation that is larger than the simulated device.
// out: 32 of 32 at level 0
// out: out of memory
// err: note: race between blocks: ok_notes.cu:16 and ok_notes.cu:17 in visit
// err: The compare-and-swap has found another value than it wants
// err: note: out of memory: ok_notes.cu:32
// err: 1099511627776 bytes are asked for
// err: that the simulated device has 128 are in use
// err: A larger SIM_MEMORY (128G at most) gives the device more
#include <cstdio>

__global__ void visit(int *levels, int level)
{
    int own = blockIdx.x;
    if (levels[own] == level)
        atomicCAS(&levels[(own + 1) % gridDim.x], -1, level + 1);
}

int main()
{
    int levels[32] = {0}, *d_levels, count = 0;
    void *large;

    cudaMalloc(&d_levels, sizeof levels);
    cudaMemcpy(d_levels, levels, sizeof levels, cudaMemcpyHostToDevice);
    visit<<<32, 1>>>(d_levels, 0);
    cudaMemcpy(levels, d_levels, sizeof levels, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++)
        count += levels[i] == 0;
    printf("%d of 32 at level 0\n", count);
    cudaError_t error = cudaMalloc(&large, (size_t)1 << 40);
    printf("%s\n", cudaGetErrorString(error));
}
