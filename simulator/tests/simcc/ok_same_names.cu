// Parameters that are called as their kernel is: in it the name means the parameter.
// out: 10 11 12
// out: 3 5
// out: 7
// out: 0 1 2
namespace counts
{
__global__ void histogram(unsigned int *histogram, const int *values, int n)
{
    int i = threadIdx.x;

    if (i < n)
        atomicAdd(&histogram[values[i]], 1u);
}
} // namespace counts

template <class type> __global__ void scale(type *data, const type *__restrict__ scale)
{
    data[threadIdx.x] *= *scale;
}

struct both {
    int first, second;
};

__global__ void store(both store, int *to)
{
    store.first += store.second;
    *to = store.first;
}

static __global__ void order(int *const order)
{
    auto write = [=](int i) { order[i] = i; };

    write(threadIdx.x);
}

int main()
{
    unsigned int *bins;
    int *values;

    cudaMallocManaged(&bins, 3 * sizeof *bins);
    cudaMallocManaged(&values, 33 * sizeof *values);
    for (int i = 0; i < 33; i++)
        values[i] = i < 10 ? 0 : i < 21 ? 1 : 2;
    cudaMemset(bins, 0, 3 * sizeof *bins);
    counts::histogram<<<1, 64>>>(bins, values, 33);
    cudaDeviceSynchronize();
    printf("%u %u %u\n", bins[0], bins[1], bins[2]);

    float *data;
    cudaMallocManaged(&data, 3 * sizeof *data);
    data[0] = 1.5f;
    data[1] = 2.5f;
    data[2] = 2;
    scale<<<1, 2>>>(data, data + 2);
    cudaDeviceSynchronize();
    printf("%g %g\n", data[0], data[1]);

    store<<<1, 1>>>({3, 4}, values);
    cudaDeviceSynchronize();
    printf("%d\n", values[0]);
    order<<<1, 3>>>(values);
    cudaDeviceSynchronize();
    printf("%d %d %d\n", values[0], values[1], values[2]);
    return 0;
}
