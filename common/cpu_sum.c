#include "cpu_sum.h"

#include <stdio.h>
#include <stdlib.h>

#include "exit_status.h"
#include "memory.h"
#include "seconds.h"

long long serialSum(const int *numbers, size_t n)
{
    long long sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += numbers[i];
    return sum;
}

long long recursiveReduce(long long *numbers, size_t n)
{
    if (n == 1)
        return numbers[0];

    size_t stride = (n + 1) / 2; /* rounded up, so that every partner lies in the upper half */

    for (size_t i = 0; i + stride < n; i++)
        numbers[i] += numbers[i + stride];
    return recursiveReduce(numbers, stride);
}

struct cpu_sum sum_on_cpu(const int *numbers, size_t n)
{
    struct cpu_sum result = {0, 0.0, 0.0};
    double start = seconds();

    result.sum = serialSum(numbers, n);
    result.serial_milliseconds = 1e3 * (seconds() - start);
    if (n > RECURSIVE_LIMIT)
        return result;

    long long *copy = allocate(n * sizeof *copy);

    for (size_t i = 0; i < n; i++)
        copy[i] = numbers[i];
    start = seconds();
    long long recursive = recursiveReduce(copy, n);
    result.recursive_milliseconds = 1e3 * (seconds() - start);
    free(copy);
    if (recursive != result.sum) {
        fprintf(stderr, "the CPU's references disagree: serial sum %lld, recursiveReduce %lld\n",
                result.sum, recursive);
        exit(EXIT_CUDA_FAILURE);
    }
    return result;
}
