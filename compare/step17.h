/*
 * Step 17's program, for its kernels, as step14.h has step 14's.
 */
#ifndef STEP17_H
#define STEP17_H

#include <cuda_runtime.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../common/lab.h"
#include "../common/result.h"
#include "../common/rows/row_check.h"
#include "../common/rows/rows.h"

namespace step17
{
#include "../step17_rows/reduce.cu"
}
using namespace step17;

#endif
