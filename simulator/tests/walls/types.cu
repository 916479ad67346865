/*
 * A program may have headers, types and names that the simulator's own sources have too.
 */
#include <cstdio>
#include <memory.h>
#include <cuda_runtime.h>

#include "kernel.h"
#include "report.h"
#include "sim.h"
#include "worker.h"

#if !KERNEL_OF_THE_PROGRAM || !REPORT_OF_THE_PROGRAM || !SIM_OF_THE_PROGRAM || \
    !WORKER_OF_THE_PROGRAM
#error "another header of that name was found first"
#endif

struct settings { float gain; };
struct memory { char bytes[7]; };
struct run { double start; };
struct lane { int number; };
struct warp { short first; };
struct worker { char name; };
struct finding { long place; };
enum access_kind { KIND_OF_MY_OWN };

extern "C" int lane_leave(int lane)
{
    return lane + 1;
}

extern "C" int run_stop(int run)
{
    return run + 2;
}

settings recorder = {1.5f};
worker this_worker = {'w'};

__global__ void scale(float *data, settings chosen)
{
    __shared__ float columns[64];
    columns[threadIdx.x] = data[threadIdx.x];
    __syncthreads();
    data[threadIdx.x] = chosen.gain * columns[63 - threadIdx.x];
}

int main()
{
    float *data, host[64];
    for (int i = 0; i < 64; i++)
        host[i] = (float)i;
    cudaMalloc(&data, sizeof host);
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    scale<<<1, 64>>>(data, recorder);
    cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(data);
    printf("%g %g %d %d %c\n", host[0], host[63], lane_leave(1), run_stop(1), this_worker.name);
    return 0;
}
