/*
 * Everything that a .cu file sees without including anything: simcc includes
 * this file before it, as nvcc does. CUDA's names, in C++; files for the host alone,
 * in C and C++, may include it for the host API.
 */
#ifndef __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_H__

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef __cplusplus
#include <limits>
#endif

#include "sim/math_library.h"

#if defined(__CUDA__) && !defined(__SIMCC__)
#pragma clang force_cuda_host_device begin
#include "vector_functions.h"
#pragma clang force_cuda_host_device end
#endif
#include "cuda_runtime_api.h"
#ifdef __cplusplus
#include "sim/host_api.h"
#endif
#include "vector_functions.h"

#define __align__(bytes) __attribute__((aligned(bytes)))

#if defined(__CUDA__) && !defined(__SIMCC__) /* an editor's clang reads it: compile_flags.txt */
#include "sim/editor.h"
#elif defined(__CUDACC__) /* simcc translates the file */
#include "sim/atomics.h"
#include "sim/barriers.h"
#include "sim/conversions.h"
#include "sim/exchanges.h"
#include "sim/lanes.h"
#include "sim/heap.h"
#include "sim/local_arrays.h"
#include "sim/integers.h"
#include "sim/launch.h"
#include "sim/mathematics.h"
#include "sim/memory.h"
#include "sim/miscellany.h"
#include "sim/builtin_variables.h"
#include "sim/results.h"
#include "sim/rounding.h"
#include "sim/simd.h"
#ifdef SIM_WITH_PTX /* the file has inline assembly */
#include "sim/ptx.h"
#endif
#include "sim/surfaces.h"
#include "sim/textures.h"
#include "sim/whole.h"
#include "sim/window.h"
#else /* a host file: the qualifiers mean nothing */
#define __global__
#define __device__
#define __host__
#define __shared__
#define __constant__
#define __managed__
#define __launch_bounds__(...)
#define __forceinline__ inline __attribute__((always_inline))
#endif
#endif
