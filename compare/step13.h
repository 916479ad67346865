/*
 * Step 13's program, for its kernels, as step14.h has step 14's.
 */
#ifndef STEP13_H
#define STEP13_H

#include <cuda_runtime.h>
#include <stdint.h>
#include <stdlib.h>

#include "../common/lab.h"

namespace step13
{
#include "../step13_singlepass/reduce.cu"
}

#endif
