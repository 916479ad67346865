/*
 * The driver API is not supported; many programs include its header all the same.
 */
#ifndef SIM_CUDA_H
#define SIM_CUDA_H

#include "cuda_runtime_api.h"

#define CUDA_VERSION CUDART_VERSION

#endif
