/*
 * A launch that is run again, as one with a race is, begins with what the launches before it have
 * stored; also where a compiler has hidden these stores.
 */
#include <cstdio>

#define BYTES (128 << 10) /* nothing else is in these parts of memory */

struct vector {
    float x, y, z;
};
struct object {
    int i;
    __device__ __noinline__ operator vector() const
    {
        return vector{(float)i, 2, 3};
    }
};

__global__ void store(vector *p)
{
    p[threadIdx.x] = object{(int)threadIdx.x};
}

__global__ void race(int *q)
{
    *q = threadIdx.x;
}

int main()
{
    vector *p, last;
    int *q;
    cudaMalloc(&p, BYTES);
    cudaMalloc(&q, BYTES);
    cudaMemset(p, 0, BYTES);
    race<<<1, 1>>>(q);
    store<<<1, 32>>>(p);
    race<<<1, 32>>>(q);
    cudaMemcpy(&last, p + 31, sizeof last, cudaMemcpyDeviceToHost);
    printf("%g %g %g\n", last.x, last.y, last.z);
    return 0;
}
