/*
 * CUDA's words for an editor whose clang reads a .cu file as CUDA, by compile_flags.txt: for
 * completion and for messages while one types. Nothing is ever compiled with it.
 */
#ifndef SIM_EDITOR_H
#define SIM_EDITOR_H

#define __global__             __attribute__((global))
#define __device__             __attribute__((device))
#define __host__               __attribute__((host))
#define __shared__             __attribute__((shared))
#define __constant__           __attribute__((constant))
#define __managed__            __attribute__((managed))
#define __forceinline__        inline __attribute__((always_inline))
#define __noinline__           __attribute__((noinline))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))

/* Clang calls one of these for a launch. */
extern "C" cudaError_t cudaConfigureCall(dim3 grid, dim3 block, size_t shared = 0,
                                         cudaStream_t stream = 0);
extern "C" unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0,
                                                void *stream = 0);

#include <new>
#include <type_traits>
#include <typeinfo>
#include <utility>

#pragma clang force_cuda_host_device begin
void __syncwarp(unsigned int mask = 0xFFFFFFFFu);
int __syncthreads_count(int predicate);
int __syncthreads_and(int predicate);
int __syncthreads_or(int predicate);
void __threadfence(void);
void __threadfence_block(void);
void __threadfence_system(void);
#include "atomics.h"
#include "conversions.h"
#include "exchanges.h"
#include "integers.h"
#include "mathematics.h"
#include "memory.h"
#include "miscellany.h"
#include "builtin_variables.h"
#include "rounding.h"
#pragma clang force_cuda_host_device end

#endif
