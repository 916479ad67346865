/*
 * Memory: its limit, its copies in all directions, its initial contents, and
 * calls with wrong arguments. Prints what each gives.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__device__ int variable[4];
__constant__ int constant[4];
__managed__ int managed_variable = 5;

__global__ void copy_variables(int *result)
{
    int i = threadIdx.x;
    result[i] = variable[i] + constant[i] + managed_variable;
    variable[i] = 100 + i;
    __syncthreads();
    if (i == 0)
        managed_variable = 6;
}

__global__ void add_one(int *data, int n)
{
    int i = threadIdx.x;
    if (i < n)
        data[i] += 1;
}

static void show(const char *what, cudaError_t error)
{
    printf("%s: %s\n", what, cudaGetErrorName(error));
    cudaGetLastError();
}

static void show_numbers(const char *what, const int *numbers)
{
    printf("%s: %d %d %d %d\n", what, numbers[0], numbers[1], numbers[2], numbers[3]);
}

/* Copies in every direction, symbols, and the kinds of memory. */
static void right_calls(void)
{
    int host[4] = {1, 2, 3, 4}, back[4] = {0};
    int *device, *other, *managed, *pinned, *pointer;
    cudaMalloc(&device, sizeof host);
    cudaMalloc(&other, sizeof host);
    cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemcpyAsync(other, device, sizeof host, cudaMemcpyDeviceToDevice, 0);
    cudaMemcpy(back, other, sizeof host, cudaMemcpyDefault);
    show_numbers("there and back", back);
    cudaMemset(device, 1, 8);
    cudaMemcpy(back, device, sizeof host, cudaMemcpyDeviceToHost);
    show_numbers("two set", back);
    cudaMemcpyToSymbol(variable, host, sizeof host);
    cudaMemcpyToSymbol(constant, host, 8, 8);
    copy_variables<<<1, 4>>>(device);
    cudaMemcpy(back, device, sizeof host, cudaMemcpyDeviceToHost);
    show_numbers("variables", back);
    cudaMemcpyFromSymbol(back, variable, 8, 4);
    show_numbers("from a symbol", back);
    printf("managed variable: %d\n", managed_variable);
    cudaGetSymbolAddress((void **)&pointer, variable);
    add_one<<<1, 4>>>(pointer, 4);
    cudaMemcpy(back, pointer, sizeof host, cudaMemcpyDeviceToHost);
    show_numbers("by its address", back);
    cudaMallocManaged(&managed, sizeof host);
    cudaMallocHost(&pinned, sizeof host);
    for (int i = 0; i < 4; i++)
        managed[i] = pinned[i] = host[i];
    add_one<<<1, 4>>>(managed, 4);
    add_one<<<1, 4>>>(pinned, 3);
    cudaHostRegister(host, sizeof host, cudaHostRegisterDefault);
    add_one<<<1, 4>>>(host, 2);
    cudaDeviceSynchronize();
    cudaHostUnregister(host);
    show_numbers("managed", managed);
    show_numbers("pinned", pinned);
    show_numbers("registered", host);
    int rows[2][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}}, columns[2][2];
    size_t pitch;
    cudaMallocPitch(&pointer, &pitch, sizeof rows[0], 2);
    cudaMemcpy2D(pointer, pitch, rows, sizeof rows[0], sizeof rows[0], 2, cudaMemcpyHostToDevice);
    cudaMemcpy2D(columns, 8, pointer + 2, pitch, 8, 2, cudaMemcpyDeviceToHost);
    show_numbers("two columns", &columns[0][0]);
    cudaFree(pointer);
    cudaFree(device);
    cudaFree(other);
    cudaFree(managed);
    cudaFreeHost(pinned);
    size_t left, total;
    cudaMemGetInfo(&left, &total);
    printf("all free again: %s, %zu MiB\n", left == total ? "yes" : "no", total >> 20);
}

/* The limit holds for what is allocated at one time, not for all time. */
static void limit(void)
{
    void *pointer, *second;
    size_t half = (size_t)40 << 20;
    show("40 of 64 MiB", cudaMalloc(&pointer, half));
    show("another 40", cudaMalloc(&second, half));
    cudaFree(pointer);
    int failures = 0;
    for (int i = 0; i < 20; i++) {
        failures += cudaMalloc(&pointer, half) != cudaSuccess;
        cudaFree(pointer);
    }
    printf("failures in 20 rounds: %d\n", failures);
}

static void wrong_calls(void)
{
    int host[4] = {0}, *device, *freed;
    cudaMalloc(&device, sizeof host);
    cudaMalloc(&freed, sizeof host);
    cudaFree(freed);
    show("past the end", cudaMemcpy(device, host, sizeof host + 4, cudaMemcpyHostToDevice));
    show("from a device pointer as the host's",
         cudaMemcpy(device, device, sizeof host, cudaMemcpyHostToDevice));
    show("to a host pointer as the device's",
         cudaMemcpy(host, host, sizeof host, cudaMemcpyHostToDevice));
    show("from freed memory", cudaMemcpy(host, freed, sizeof host, cudaMemcpyDeviceToHost));
    show("from NULL", cudaMemcpy(host, NULL, sizeof host, cudaMemcpyDeviceToHost));
    show("set past the end", cudaMemset(device, 0, sizeof host + 1));
    show("freed twice", cudaFree(freed));
    show("free of the middle", cudaFree(device + 1));
    show("free of host memory", cudaFree(host));
    show("past a symbol's end", cudaMemcpyToSymbol(variable, host, sizeof host, 4));
}

int main(int argc, char **argv)
{
    if (argc > 1 && !strcmp(argv[1], "limit"))
        limit();
    else if (argc > 1 && !strcmp(argv[1], "wrong"))
        wrong_calls();
    else
        right_calls();
    return 0;
}
