/*
 * A warp's access to shared memory at drawn offsets, of 1 to 16 bytes a lane, by all lanes or some:
 *     drawn_accesses ACCESSES.csv
 * The file has rows of store,bytes,lanes,offsets,wavefronts: 1 for a store, a mask, offsets of all
 * lanes, and what a GPU counted, which is not read. Each row's grid has a number of its own. That
 * of drawn_accesses.csv is an H200's (driver 580.159.04, ncu 2025.3.1.0, 2026-11-29), by
 *     ncu --metrics l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum,...op_st.sum
 */
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

enum { LANES = 32, BYTES = 8192 };

__constant__ unsigned int offsets[LANES], lanes;

template <int bytes> __device__ float load(unsigned int from)
{
    float x = 0, y = 0, z = 0, w = 0;
    unsigned int byte;
    unsigned short half;
    if (bytes == 1) {
        asm volatile("ld.shared.u8 %0, [%1];" : "=r"(byte) : "r"(from));
        x = byte;
    } else if (bytes == 2) {
        asm volatile("ld.shared.u16 %0, [%1];" : "=h"(half) : "r"(from));
        x = half;
    } else if (bytes == 4) {
        asm volatile("ld.shared.f32 %0, [%1];" : "=f"(x) : "r"(from));
    } else if (bytes == 8) {
        asm volatile("ld.shared.v2.f32 {%0, %1}, [%2];" : "=f"(x), "=f"(y) : "r"(from));
    } else {
        asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];"
                     : "=f"(x), "=f"(y), "=f"(z), "=f"(w)
                     : "r"(from));
    }
    return x + y + z + w;
}

template <int bytes> __device__ void store(unsigned int to)
{
    float number = threadIdx.x;
    if (bytes == 1)
        asm volatile("st.shared.u8 [%0], %1;" ::"r"(to), "r"(threadIdx.x));
    else if (bytes == 2)
        asm volatile("st.shared.u16 [%0], %1;" ::"r"(to), "h"((unsigned short)threadIdx.x));
    else if (bytes == 4)
        asm volatile("st.shared.f32 [%0], %1;" ::"r"(to), "f"(number));
    else if (bytes == 8)
        asm volatile("st.shared.v2.f32 [%0], {%1, %1};" ::"r"(to), "f"(number));
    else
        asm volatile("st.shared.v4.f32 [%0], {%1, %1, %1, %1};" ::"r"(to), "f"(number));
}

template <int bytes, int is_store> __global__ void once(float *result)
{
    __shared__ __align__(16) char storage[BYTES];
    unsigned int at = (unsigned int)__cvta_generic_to_shared(storage) + offsets[threadIdx.x];
    float number = 0;
    if (lanes >> threadIdx.x & 1) {
        if (is_store)
            store<bytes>(at);
        else
            number = load<bytes>(at);
    }
    result[threadIdx.x] = number;
}

template <int bytes> static void launch(int is_store, int grid, float *result)
{
    if (is_store)
        once<bytes, 1><<<grid, LANES>>>(result);
    else
        once<bytes, 0><<<grid, LANES>>>(result);
}

int main(int argc, char **argv)
{
    FILE *file = argc == 2 ? fopen(argv[1], "r") : NULL;
    char line[1024];
    float *result;

    if (file == NULL)
        return 2;
    cudaMalloc(&result, LANES * sizeof *result);
    for (int grid = 1; fgets(line, sizeof line, file) != NULL;) {
        char *rest = line + 2;
        int bytes = (int)strtol(rest, &rest, 10), is_store = line[0] == '1';
        unsigned int mask = (unsigned int)strtoul(rest + 1, &rest, 10), of_lane[LANES];
        if (bytes == 0)
            continue; // a heading
        for (int lane = 0; lane < LANES; lane++)
            of_lane[lane] = (unsigned int)strtoul(rest + 1, &rest, 10);
        cudaMemcpyToSymbol(offsets, of_lane, sizeof of_lane);
        cudaMemcpyToSymbol(lanes, &mask, sizeof mask);
        switch (bytes) {
        case 1: launch<1>(is_store, grid, result); break;
        case 2: launch<2>(is_store, grid, result); break;
        case 4: launch<4>(is_store, grid, result); break;
        case 8: launch<8>(is_store, grid, result); break;
        default: launch<16>(is_store, grid, result); break;
        }
        grid++;
    }
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
