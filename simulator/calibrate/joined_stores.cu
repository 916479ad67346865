/*
 * Do a warp's stores to the same lines go to L2 together? Each thread stores a record, number by
 * number, so that each store of a warp touches all lines of its records; with nothing in between,
 * or with something that might part them. What L2 is asked for says Nsight Compute:
 * joined_stores.sh. Prints csv, a row for each launch: between,bytes,numbers,warps.
 */
#include "check.h"

#include <stdio.h>

enum { BLOCK = 256, THREADS = 1 << 18, LARGEST = 16 };

enum between { NOTHING, ARITHMETIC, SHARED, READ_ONLY, ATOMIC, BARRIER, LOAD, BETWEEN };
static const char *const names[] = {"nothing", "arithmetic", "shared", "read_only",
                                    "atomic",  "barrier",    "load"};

__device__ void store(unsigned char *to, float number)
{
    asm volatile("st.global.u8 [%0], %1;" ::"l"(to), "r"((int)number) : "memory");
}

__device__ void store(float *to, float number)
{
    asm volatile("st.global.f32 [%0], %1;" ::"l"(to), "f"(number) : "memory");
}

__device__ void store(double *to, float number)
{
    asm volatile("st.global.f64 [%0], %1;" ::"l"(to), "d"((double)number) : "memory");
}

template <enum between between>
__device__ float part(float number, const float *from, int *counts, volatile float *shared)
{
    float loaded = 0;
    if (between == ARITHMETIC)
        for (int i = 0; i < 64; i++)
            number = number * 1.0001f + 0.5f;
    if (between == SHARED)
        shared[threadIdx.x] = number;
    if (between == READ_ONLY)
        asm volatile("ld.global.nc.f32 %0, [%1];" : "=f"(loaded) : "l"(from));
    if (between == ATOMIC)
        atomicAdd(counts, 1);
    if (between == BARRIER)
        __syncthreads();
    if (between == LOAD)
        asm volatile("ld.global.f32 %0, [%1];" : "=f"(loaded) : "l"(from));
    return number + loaded;
}

template <typename Number, int NUMBERS, enum between between>
__global__ void storeRecords(Number *to, const float *from, int *counts)
{
    __shared__ float shared[BLOCK];
    unsigned int i = blockIdx.x * BLOCK + threadIdx.x;
    float number = from[threadIdx.x];
#pragma unroll
    for (int k = 0; k < NUMBERS; k++) {
        store(to + i * NUMBERS + k, number);
        number = part<between>(number, from + threadIdx.x + k, counts + threadIdx.x, shared);
    }
}

static void *d_to;
static float *d_from;
static int *d_counts;

template <typename Number, int NUMBERS, enum between between> static void launch(void)
{
    storeRecords<Number, NUMBERS, between>
        <<<THREADS / BLOCK, BLOCK>>>((Number *)d_to, d_from, d_counts);
    CHECK(cudaDeviceSynchronize());
    printf("%s,%zu,%d,%d\n", names[between], sizeof(Number), NUMBERS, THREADS / 32);
}

template <typename Number, enum between between> static void launch_all(void)
{
    launch<Number, 2, between>();
    launch<Number, 3, between>();
    launch<Number, 4, between>();
    launch<Number, 6, between>();
    launch<Number, 8, between>();
    launch<Number, 12, between>();
    launch<Number, LARGEST, between>();
}

int main(void)
{
    CHECK(cudaMalloc(&d_to, THREADS * LARGEST * sizeof(double)));
    CHECK(cudaMalloc((void **)&d_from, (BLOCK + LARGEST) * sizeof(float)));
    CHECK(cudaMalloc((void **)&d_counts, BLOCK * sizeof(int)));
    CHECK(cudaMemset(d_from, 0, (BLOCK + LARGEST) * sizeof(float)));
    CHECK(cudaMemset(d_counts, 0, BLOCK * sizeof(int)));
    puts("between,bytes,numbers,warps");
    launch_all<unsigned char, NOTHING>();
    launch_all<float, NOTHING>();
    launch_all<double, NOTHING>();
    launch_all<unsigned char, ARITHMETIC>();
    launch_all<float, ARITHMETIC>();
    launch_all<float, SHARED>();
    launch_all<float, READ_ONLY>();
    launch_all<float, ATOMIC>();
    launch_all<float, BARRIER>();
    launch_all<float, LOAD>();
    return 0;
}
