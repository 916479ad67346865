/*
 * What later families of held-out cases share: a case in one call, a check of some places, and an
 * empty kernel. Their launches stand in line behind a kernel that waits, so that the time between
 * the events is the device's alone: where it is idle, it has in it how fast the host calls, 5 to 9
 * microseconds for an empty kernel on one host or another. In line it takes 2.6 to 2.9 on an H200.
 */
#ifndef HELD_OUT_H
#define HELD_OUT_H

#include "cases.h"
#include <cuda_fp16.h>

enum { EVERY = 31 }; /* a check looks at one of so many places, and at the last */

__global__ void empty()
{
}

/* Times a launch that does nothing, before the cases of n numbers. */
static inline void time_empty(size_t n)
{
    harness.is_queued = 1;
    for (start_case("empty", n, 1, 32, 0); next_launch();)
        empty<<<1, 32>>>();
}

/* Times a kernel with the arguments behind it. Returns whether its result is to be checked. */
template <typename... Taken, typename... Given>
static inline int run_case(const char *name, size_t n, dim3 grid, dim3 block, size_t bytes,
                           void (*kernel)(Taken...), Given... given)
{
    harness.is_queued = 1;
    for (start_case(name, n, grid.x * grid.y * grid.z, block.x * block.y * block.z, bytes);
         next_launch();)
        kernel<<<grid, block>>>(given...);
    return launches() > 0;
}

template <typename Number> static inline double as_double(Number number)
{
    return (double)number;
}

static inline double as_double(half number)
{
    return __half2float(number);
}

/* Whether n numbers on the device are what `expected` says of a place, as far as the tolerance: a
 * part of the number. They are overwritten, so that the next case cannot live on them. */
template <typename Number>
static inline void check_numbers(Number *d_numbers, size_t n, double (*expected)(size_t place),
                                 double tolerance)
{
    Number *numbers = (Number *)copy_to_host(d_numbers, n * sizeof(Number));
    int is_right = 1;
    for (size_t i = 0; i < n; i = i < n - 1 && i + EVERY >= n ? n - 1 : i + EVERY) {
        double wanted = expected(i), off = fabs(as_double(numbers[i]) - wanted);
        is_right &= off <= tolerance * (fabs(wanted) + 0.1); // no to a NaN
    }
    free(numbers);
    CHECK(cudaMemset(d_numbers, 0xFF, n * sizeof(Number)));
    check_case(is_right);
}

/* n numbers of the host on the device. cudaFree frees them. */
template <typename Number> static inline Number *copy_to_device(const Number *h_numbers, size_t n)
{
    Number *d_numbers;
    CHECK(cudaMalloc((void **)&d_numbers, n * sizeof(Number)));
    CHECK(cudaMemcpy(d_numbers, h_numbers, n * sizeof(Number), cudaMemcpyHostToDevice));
    return d_numbers;
}

#endif
