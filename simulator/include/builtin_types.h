/* Part of cuda_runtime_api.h; the name is kept for programs that ask for it. */
#include "cuda_runtime_api.h"
