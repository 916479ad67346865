/* The driver API is not supported; many programs include its header all the same. */

#include "cuda_runtime_api.h"
#define CUDA_VERSION CUDART_VERSION
