/*
 * Step 16's program, for its kernels, as step14.h has step 14's.
 */
#ifndef STEP16_H
#define STEP16_H

#include <cuda_runtime.h>
#include <stdint.h>
#include <stdlib.h>

#include "../common/lab.h"
#include "../step16_any_type/meeting.h"
#include "../step16_any_type/setting.h"

namespace step16
{
#include "../step16_any_type/reduce.cu"
}

#endif
