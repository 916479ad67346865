/*
 * Step 11's program, for its kernels, as step14.h has step 14's.
 */
#ifndef STEP11_H
#define STEP11_H

#include <cuda_runtime.h>
#include <stdint.h>
#include <stdlib.h>

#include "../common/lab.h"

namespace step11
{
#include "../step11_vectorized/reduce.cu"
}
using namespace step11;

#endif
