/*
 * How often does L1 hand out data for one load of a warp? Each launch is a warp with one load, at
 * offsets of a buffer: halves of the warp in two lines whose numbers differ in one or two bits, and
 * lanes at random. What L1 does says Nsight Compute: l1_wavefronts.sh.
 * Prints csv, a row for each launch: bytes (of a lane's load), offsets (by lane), milliseconds.
 */
#include "check.h"

#include <stdio.h>

enum { LANES = 32, LINE = 128, BUFFER = 4 << 20, BIT_LEAST = 7, BIT_MOST = 20, DRAWN = 60 };

__constant__ unsigned int offsets[LANES];

__device__ float load(const float *from)
{
    float x;
    asm volatile("ld.global.ca.f32 %0, [%1];" : "=f"(x) : "l"(from));
    return x;
}

__device__ float load(const float2 *from)
{
    float x, y;
    asm volatile("ld.global.ca.v2.f32 {%0, %1}, [%2];" : "=f"(x), "=f"(y) : "l"(from));
    return x + y;
}

__device__ float load(const float4 *from)
{
    float x, y, z, w;
    asm volatile("ld.global.ca.v4.f32 {%0, %1, %2, %3}, [%4];"
                 : "=f"(x), "=f"(y), "=f"(z), "=f"(w)
                 : "l"(from));
    return x + y + z + w;
}

template <typename Vector> __global__ void loadOnce(float *to, const char *from)
{
    to[threadIdx.x] = load((const Vector *)(from + offsets[threadIdx.x]));
}

static float *d_to;
static char *d_from;
static cudaEvent_t start, stop;

static void launch(unsigned int bytes, const unsigned int *of_lane)
{
    float milliseconds;
    CHECK(cudaMemcpyToSymbol(offsets, of_lane, LANES * sizeof *of_lane));
    CHECK(cudaEventRecord(start));
    if (bytes == sizeof(float))
        loadOnce<float><<<1, LANES>>>(d_to, d_from);
    else if (bytes == sizeof(float2))
        loadOnce<float2><<<1, LANES>>>(d_to, d_from);
    else
        loadOnce<float4><<<1, LANES>>>(d_to, d_from);
    CHECK(cudaEventRecord(stop));
    CHECK(cudaEventSynchronize(stop));
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));
    printf("%u,", bytes);
    for (int lane = 0; lane < LANES; lane++)
        printf("%s%u", lane > 0 ? " " : "", of_lane[lane]);
    printf(",%.9f\n", milliseconds);
}

static unsigned int drawn(void)
{
    static unsigned int state = 12345;
    state = state * 1664525u + 1013904223u;
    return state >> 8;
}

/* Lines 0 and `line`, for half a warp each. */
static void launch_halves(unsigned int line)
{
    unsigned int of_lane[LANES];
    for (unsigned int lane = 0; lane < LANES; lane++)
        of_lane[lane] = 4 * lane + (lane < LANES / 2 ? 0 : line);
    launch(4, of_lane);
}

/* One, two, four or eight lanes side by side, from somewhere in 256 bytes to 64 KiB. */
static void launch_drawn(unsigned int bytes)
{
    unsigned int of_lane[LANES], range = 256u << drawn() % 9, together = 1u << drawn() % 4;
    for (unsigned int lane = 0; lane < LANES; lane++)
        of_lane[lane] =
            lane % together ? of_lane[lane - 1] + bytes : drawn() % (range / bytes) * bytes;
    launch(bytes, of_lane);
}

int main(void)
{
    CHECK(cudaMalloc((void **)&d_from, BUFFER));
    CHECK(cudaMalloc((void **)&d_to, LANES * sizeof *d_to));
    CHECK(cudaMemset(d_from, 0, BUFFER));
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    puts("bytes,offsets,milliseconds");
    for (int bit = BIT_LEAST; bit <= BIT_MOST; bit++)
        for (int other = bit; other <= BIT_MOST; other++)
            launch_halves(1u << bit | 1u << other);
    for (int i = 0; i < DRAWN; i++)
        for (unsigned int bytes = 4; bytes <= 16; bytes *= 2)
            launch_drawn(bytes);
    return 0;
}
