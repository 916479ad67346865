/* bfloat16: the name of its C++ part. */
#include "cuda_bf16.h"
