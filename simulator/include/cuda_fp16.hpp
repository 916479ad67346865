/* Half precision: the name of its C++ part. */
#include "cuda_fp16.h"
