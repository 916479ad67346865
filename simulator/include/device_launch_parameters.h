/*
 * threadIdx and the rest are known without an include; the name is kept for
 * programs that ask for it.
 */
#include "cuda_runtime.h"
