/*
 * The driver API is not supported; many programs include its header all the same.
 */
#ifndef __cuda_cuda_h__
#define __cuda_cuda_h__

#include "cuda_runtime_api.h"

#define CUDA_VERSION CUDART_VERSION

#endif
