// Lanes of a warp store different values to one place in one instruction: no barrier would help.
// exit: 86
// err: race: stops_one_place.cu:10 and stops_one_place.cu:10 in store
// err: Give each lane a place of its own, let one lane store, or use an atomic
#include <cstdio>

__global__ void store(int *places)
{
    __shared__ int last[4];
    last[threadIdx.y] = threadIdx.x;
    __syncthreads();
    places[threadIdx.y * 32 + threadIdx.x] = last[threadIdx.y];
}

int main()
{
    int *d_places;

    cudaMalloc(&d_places, 4 * 32 * sizeof(int));
    store<<<1, dim3(32, 4)>>>(d_places);
    cudaDeviceSynchronize();
}
