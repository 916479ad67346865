/* No file of CUDA at all: the runtime, linked by another compiler. */
#include <cmath>
#include <cuda_runtime.h>

int main()
{
    int count = 0;
    return cudaGetDeviceCount(&count) != cudaSuccess || count != std::sqrt(1.0);
}
