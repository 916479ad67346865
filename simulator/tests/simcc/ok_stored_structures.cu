// Structures that may be in a register when they are stored: all of their bytes are written, and read by others
// behind a barrier.
// out: 108 220 288 864 448
#include <cstdio>

struct bytes_5 {
    unsigned char of[5];
};

template <class type> __device__ type counted(int i)
{
    type value;
    for (unsigned int k = 0; k < sizeof value; k++)
        ((unsigned char *)&value)[k] = (unsigned char)(i + k);
    return value;
}

template <class type> __device__ __noinline__ type counted_elsewhere(int i)
{
    return counted<type>(i);
}

template <class type> __device__ void put(type *p, int i, type value)
{
    p[i] = value;
}

/* In nine ways. */
template <class type> __device__ void store(type *p, const type *first)
{
    type local = counted_elsewhere<type>(1);
    const type fixed = counted<type>(2);
    type array[2] = {counted<type>(3), counted<type>(4)};
    type &third = p[2];
    p[0] = local;
    p[1] = fixed;
    third = array[threadIdx.x];
    put(p, 3, counted<type>(5));
    p[4] = *first;
    *(type *)((char *)p + 5 * sizeof(type)) = local;
    *(type *)((char *)p + 6 * sizeof(type)) = counted_elsewhere<type>(7);
    reinterpret_cast<type *>((char *)p)[7] = counted_elsewhere<type>(8);
    p[8] = threadIdx.x ? fixed : local;
}

template <class type> __global__ void write_and_add(type *p, const type *first, int *sum)
{
    if (threadIdx.x == 0)
        store(p, first);
    __syncthreads();
    for (unsigned int i = threadIdx.x; i < 9 * sizeof(type); i += blockDim.x)
        atomicAdd(sum, ((unsigned char *)p)[i]);
}

template <class type> int sum_of()
{
    type *p, *first;
    int *sum, host;
    cudaMalloc(&p, 9 * sizeof(type));
    cudaMalloc(&first, sizeof(type));
    cudaMalloc(&sum, sizeof(int));
    cudaMemset(first, 0, sizeof(type));
    cudaMemset(sum, 0, sizeof(int));
    write_and_add<<<1, 64>>>(p, first, sum);
    cudaMemcpy(&host, sum, sizeof host, cudaMemcpyDeviceToHost);
    return host;
}

int main()
{
    printf("%d %d %d %d %d\n", sum_of<uchar3>(), sum_of<bytes_5>(), sum_of<short3>(), sum_of<float3>(), sum_of<short4>());
}
