/* Part of cuda_runtime.h; the name is kept for programs that ask for it. */
#include "cuda_runtime.h"
