/*
 * Copies of page-locked and of pageable memory. Prints for each, in microseconds by events: to the
 * device and to the host, page-locked; the same, pageable; and whether the host has waited for an
 * asynchronous copy of page-locked and of pageable memory.
 */
#include <cstdio>
#include <cstdlib>

#define BYTES (1 << 24)

int main()
{
    char *device, *memory[2];
    cudaEvent_t start, stop;
    float milliseconds;
    int is_over[2];
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    cudaMalloc(&device, BYTES);
    cudaMemset(device, 0, BYTES);
    cudaMallocHost(&memory[0], BYTES);
    memory[1] = (char *)calloc(BYTES, 1);
    for (int pageable = 0; pageable < 2; pageable++) {
        for (int to_host = 0; to_host < 2; to_host++) {
            cudaEventRecord(start);
            if (to_host)
                cudaMemcpy(memory[pageable], device, BYTES, cudaMemcpyDeviceToHost);
            else
                cudaMemcpy(device, memory[pageable], BYTES, cudaMemcpyHostToDevice);
            cudaEventRecord(stop);
            cudaEventSynchronize(stop);
            cudaEventElapsedTime(&milliseconds, start, stop);
            printf("%.1f ", 1e3 * milliseconds);
        }
        for (int i = 0; i < 200; i++) /* enough for a busy machine not to matter */
            cudaMemcpyAsync(memory[pageable], device, BYTES, cudaMemcpyDeviceToHost, 0);
        is_over[pageable] = cudaStreamQuery(0) == cudaSuccess;
        cudaDeviceSynchronize();
    }
    printf("%d %d\n", is_over[0], is_over[1]);
    return 0;
}
