/*
 * A sweep: kernels that read n numbers of 4 bytes, from 1 KB to 1 GB, which the launch before them
 * has read, too. Where the numbers no longer fit L1, or L2, the time rises; a GPU's has no cliffs.
 */
#include "cases.h"

#define BLOCK   256
#define WALKING (2 * 132) /* blocks that walk over the whole array */

static __device__ int sum_of(int4 four)
{
    return four.x + four.y + four.z + four.w;
}

/* A few blocks for all numbers, each with a walk of many steps. */
__global__ void readGridStride(int *sums, const int4 *fours, size_t n)
{
    size_t stride = (size_t)gridDim.x * blockDim.x,
           first = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    int sum = 0;
    for (size_t i = first; i < n / 4; i += stride)
        sum += sum_of(fours[i]);
    sums[first] = sum;
}

/* A thread for each four numbers. None is below 0, so nothing is stored. */
__global__ void readByThreads(int *found, const int4 *fours, size_t n)
{
    size_t idx = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (idx < n / 4 && sum_of(fours[idx]) < 0)
        *found = 1;
}

static int sums_are_right(int *d_sums, size_t n)
{
    int *sums = (int *)copy_to_host(d_sums, WALKING * BLOCK * sizeof(int));
    unsigned int sum = 0;
    for (size_t i = 0; i < WALKING * BLOCK; i++)
        sum += (unsigned int)sums[i];
    free(sums);
    CHECK(cudaMemset(d_sums, 0xFF, WALKING * BLOCK * sizeof(int)));
    return sum == (unsigned int)sum_of_inputs(n);
}

static int zero(size_t place)
{
    (void)place;
    return 0;
}

static void read_numbers(size_t n)
{
    int *d_numbers = ints_on_device(n), *d_sums = zeros_on_device(WALKING * BLOCK);
    for (start_case("grid_stride", n, WALKING, BLOCK, n * sizeof(int)); next_launch();)
        readGridStride<<<WALKING, BLOCK>>>(d_sums, (int4 *)d_numbers, n);
    if (launches() > 0)
        check_case(sums_are_right(d_sums, n));
    CHECK(cudaMemset(d_sums, 0, sizeof(int)));
    for (start_case("by_threads", n, blocks_for(n / 4, BLOCK), BLOCK, n * sizeof(int));
         next_launch();)
        readByThreads<<<blocks_for(n / 4, BLOCK), BLOCK>>>(d_sums, (int4 *)d_numbers, n);
    if (launches() > 0)
        check_case(ints_are(d_sums, 1, zero));
    CHECK(cudaFree(d_sums));
    CHECK(cudaFree(d_numbers));
}

/* Each size is twice the one before, and a quarter more than that where L2 may end. */
int main(int argc, char **argv)
{
    start_family("sweep", argc, argv);
    for (int exponent = 8; exponent <= 28; exponent++) {
        size_t n = (size_t)1 << exponent;
        int parts = exponent >= 21 && exponent <= 25 ? 4 : 1; // 8 to 256 MB
        for (int part = 0; part < parts; part++)
            read_numbers(scaled(n + n / 4 * (size_t)part));
    }
    return end_family();
}
