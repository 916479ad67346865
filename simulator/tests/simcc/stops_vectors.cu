// Memory of a vector is named by the program's line that made it, however it was made.
// exit: 86
// err: byte 0 of the 40 bytes from stops_vectors.cu:40 (cudaMalloc)
// err: byte 0 of the 400 bytes from stops_vectors.cu:41 (cudaMalloc)
// err: byte 0 of the 400 bytes from stops_vectors.cu:42 (cudaMalloc)
// err: byte 0 of the 80 bytes from stops_vectors.cu:44 (cudaMalloc)
// err: byte 0 of the 16 bytes from stops_vectors.cu:47 (cudaMalloc)
// err: byte 0 of the 400 bytes from stops_vectors.cu:49 (cudaMalloc)
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>

__global__ void race_sized(int *p)
{
    *p = threadIdx.x;
}
__global__ void race_copied(int *p)
{
    *p = threadIdx.x;
}
__global__ void race_ranged(int *p)
{
    *p = threadIdx.x;
}
__global__ void race_resized(int *p)
{
    *p = threadIdx.x;
}
__global__ void race_grown(int *p)
{
    *p = threadIdx.x;
}
__global__ void race_assigned(int *p)
{
    *p = threadIdx.x;
}

int main()
{
    thrust::host_vector<int> h(100);
    thrust::device_vector<int> sized(10);
    thrust::device_vector<int> copied = h;
    thrust::device_vector<int> ranged(h.begin(), h.end());
    thrust::device_vector<int> resized;
    resized.resize(20);
    thrust::device_vector<int> grown;
    for (int i = 0; i < 4; i++)
        grown.push_back(i);
    thrust::device_vector<int> assigned;
    assigned = h;
    race_sized<<<1, 33>>>(thrust::raw_pointer_cast(sized.data()));
    race_copied<<<1, 33>>>(thrust::raw_pointer_cast(copied.data()));
    race_ranged<<<1, 33>>>(thrust::raw_pointer_cast(ranged.data()));
    race_resized<<<1, 33>>>(thrust::raw_pointer_cast(resized.data()));
    race_grown<<<1, 33>>>(thrust::raw_pointer_cast(grown.data()));
    race_assigned<<<1, 33>>>(thrust::raw_pointer_cast(assigned.data()));
    return 0;
}
