// Lambdas use shared memory, which is static and so not captured: dynamic, and of a type with a constructor.
// flags: -Wall -Wextra -Werror -std=c++17
// out: int 36 24
// out: double 8 8
// out: in a lambda 28 28
// out: own names 5 7 3
// out: constructed 9 4
#include <stdio.h>

template <typename T> __global__ void dynamic(const char *name, T value)
{
    extern __shared__ __align__(16) T cells[];
    auto put = [](unsigned int at, T x) { cells[at] = x; };
    auto add = [=](unsigned int stride) {
        if (threadIdx.x < stride)
            cells[threadIdx.x] += cells[threadIdx.x + stride];
        __syncthreads();
    };
    auto get = [&] { return [=](unsigned int at) -> T { return cells[at] + value; }; };

    put(threadIdx.x, value + threadIdx.x % 2);
    __syncthreads();
    for (unsigned int stride = blockDim.x / 2; stride > 0; stride /= 2)
        add(stride);
    if (threadIdx.x == 0)
        printf("%s %g %g\n", name, (double)cells[0], (double)get()(1));
}

__global__ void inside(int start)
{
    auto sum = [=](auto x) mutable {
        extern __shared__ decltype(x) row[];
        auto of_all = [n = blockDim.x](auto first) {
            int all = first;
            for (unsigned int i = 0; i < n; i++)
                all += row[i];
            return all;
        };

        row[threadIdx.x] = x;
        __syncthreads();
        return of_all(start);
    };
    int mine = sum((int)threadIdx.x), theirs = __shfl_sync(~0u, mine, 1, 8);

    if (threadIdx.x == 0)
        printf("in a lambda %d %d\n", mine, theirs);
}

__global__ void own_names()
{
    extern __shared__ int x[];
    int of[2] = {1, 2};
    auto &[a, b] = of;
    auto parameter = [](int x) { return x; };
    auto captured = [x = 7] { return x; };
    auto redeclared = [&] { int x = of[0]; return x + 2; };

    x[0] = a + b;
    if (threadIdx.x == 0)
        printf("own names %d %d %d\n", parameter(5), captured(), redeclared());
}

struct counter {
    int value;
    __device__ counter() {}
};

__global__ void constructed()
{
    __shared__ counter counters[2];
    auto count = [=](int which, int by) { counters[which].value += by; };
    auto get = [](int which) { return counters[which].value; };

    if (threadIdx.x == 0) {
        counters[0].value = counters[1].value = 4;
        count(0, 5);
        printf("constructed %d %d\n", get(0), get(1));
    }
}

int main()
{
    dynamic<<<1, 8, 8 * sizeof(int)>>>("int", 4);
    cudaDeviceSynchronize();
    dynamic<<<1, 2, 2 * sizeof(double)>>>("double", 3.5);
    cudaDeviceSynchronize();
    inside<<<1, 8, 8 * sizeof(int)>>>(0);
    cudaDeviceSynchronize();
    own_names<<<1, 1, sizeof(int)>>>();
    cudaDeviceSynchronize();
    constructed<<<1, 1>>>();
    return cudaDeviceSynchronize();
}
