/*
 * Step 14's program, for its kernels: the file as it stands, so that the compared code is that of
 * step 14. It has a main, and a program may have only one. So it stands in a namespace, where a main
 * is a function like any other, and is not called. The headers that it includes are included before,
 * and so stand outside.
 */
#ifndef STEP14_H
#define STEP14_H

#include <cuda_runtime.h>
#include <stdint.h>
#include <stdlib.h>
#include <type_traits>

#include "../common/lab.h"

namespace step14
{
#include "../step14_speed_of_light/reduce.cu"
}
using namespace step14;

#endif
