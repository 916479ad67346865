// Kernels and launches in included files; exceptions in host code.
// flags: -Iinclude -O3 -std=c++14 -arch=sm_80 -Xptxas -v
// out: kernel in a header: 11, by -I: 12, launched from a header: 13
// out: caught: thrown on the host
#include "ok_headers.cuh"
#include <found_by_option.cuh>

#include <stdexcept>
#include <stdio.h>

static void fail()
{
    throw std::runtime_error("thrown on the host");
}

int main()
{
    int *p;

    cudaMallocManaged(&p, 3 * sizeof(int));
    in_header<<<1, 1>>>(p, 11);
    in_folder<int><<<1, 1>>>(p + 1, 12);
    launch_in_header(p + 2, 13);
    cudaDeviceSynchronize();
    printf("kernel in a header: %d, by -I: %d, launched from a header: %d\n", p[0], p[1], p[2]);
    try {
        fail();
    } catch (const std::exception &error) {
        printf("caught: %s\n", error.what());
    }
    return 0;
}
