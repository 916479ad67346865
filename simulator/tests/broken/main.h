/*
 * The host side that the programs of this folder share: input, true sum, verdict.
 *
 * For readers of the broken kernels: each program gives a kernel the same N ints
 * and asks whether the sum that comes back is right. N is odd and no multiple of
 * a block or a warp, and the values differ from one another, so that a lost,
 * doubled or foreign element always changes the sum.
 *
 * Exit codes: 0 right sum, 1 wrong sum, 3 CUDA or system failure; 86 if the simulator finds an
 * error. Device memory is left to the end of the process.
 */
#ifndef BROKEN_MAIN_H
#define BROKEN_MAIN_H

#include <stdio.h>
#include <stdlib.h>

#define N      10007 /* elements: 78 full blocks of BLOCK and 23 more */
#define BLOCK  128   /* threads in a block */
#define BLOCKS ((N + BLOCK - 1) / BLOCK)

/* Ends the program with exit code 3 if a CUDA call fails. */
#define CHECK(call)                                                                                \
    do {                                                                                           \
        cudaError_t error_ = (call);                                                               \
        if (error_ != cudaSuccess) {                                                               \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error_));        \
            exit(3);                                                                               \
        }                                                                                          \
    } while (0)

/* Element i of the input, 0 to 255. */
static inline int element(int i)
{
    return (i * 37 + i / 7) % 256;
}

static inline long long true_sum(int n)
{
    long long sum = 0;
    for (int i = 0; i < n; i++)
        sum += element(i);
    return sum;
}

/* count ints on the host, not yet written. */
static inline int *host_array(int count)
{
    int *array = (int *)malloc(count * sizeof(int));
    if (array == NULL) {
        perror("malloc");
        exit(3);
    }
    return array;
}

/* count ints on the device, not yet written. */
static inline int *device_array(int count)
{
    int *array;
    CHECK(cudaMalloc((void **)&array, count * sizeof(int)));
    return array;
}

/* count ints on the device, all 0. */
static inline int *device_zeros(int count)
{
    int *array = device_array(count);
    CHECK(cudaMemset(array, 0, count * sizeof(int)));
    return array;
}

/* The first n elements of the input on the device, after offset unused zeros. */
static inline int *device_input_at(int offset, int n)
{
    int *host = host_array(n), *array = device_zeros(offset + n);
    for (int i = 0; i < n; i++)
        host[i] = element(i);
    CHECK(cudaMemcpy(array + offset, host, n * sizeof(int), cudaMemcpyHostToDevice));
    free(host);
    return array;
}

static inline int *device_input(int n)
{
    return device_input_at(0, n);
}

/* Adds up count ints that the kernel launched last has left on the device. */
static inline long long sum_on_host(const int *device, int count)
{
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    int *host = host_array(count);
    CHECK(cudaMemcpy(host, device, count * sizeof(int), cudaMemcpyDeviceToHost));
    long long sum = 0;
    for (int i = 0; i < count; i++)
        sum += host[i];
    free(host);
    return sum;
}

/* Prints sum and whether it is right; the program's exit code. */
static inline int verdict(long long sum, long long expected)
{
    printf("sum %lld, expected %lld: %s\n", sum, expected, sum == expected ? "right" : "wrong");
    return sum == expected ? 0 : 1;
}

/*
 * The exit code of a program whose broken kernel ends the launch with an error, so that there is no
 * sum; its sound twin leaves count sums.
 */
static inline int verdict_or_error(const int *sums, int count)
{
#ifdef SOUND
    return verdict(sum_on_host(sums, count), true_sum(N));
#else
    (void)sums;
    (void)count;
    return cudaDeviceSynchronize() != cudaSuccess;
#endif
}

#endif
