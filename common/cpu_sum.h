/*
 * The sum on the CPU: the truth that every kernel is held against.
 */
#ifndef CPU_SUM_H
#define CPU_SUM_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The sum of n ints, one after the other, in 64 bits: cannot overflow for n below 2^32. */
long long serialSum(const int *numbers, size_t n);

/*
 * The same sum by interleaved pairing, as the GPU will do it: element i takes in
 * element i + stride, which halves the array, and so on until one is left. Any
 * n from 1 on: of an odd number the middle element waits for the next round.
 * Overwrites the numbers.
 */
long long recursiveReduce(long long *numbers, size_t n);

/* What both references say of an input. */
struct cpu_sum {
    long long sum;
    double serial_milliseconds;
    double recursive_milliseconds; /* 0 where recursiveReduce was left out */
};

/*
 * Runs both references and times them. If they disagree, says so and exits with
 * 3. recursiveReduce is left out above RECURSIVE_LIMIT numbers, where its copy
 * of the input in 64 bits would need more than 512 MiB.
 */
#define RECURSIVE_LIMIT ((size_t)1 << 26)
struct cpu_sum sum_on_cpu(const int *numbers, size_t n);

#ifdef __cplusplus
}
#endif

#endif
