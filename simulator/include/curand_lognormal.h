/* Part of curand_kernel.h; the name is kept for programs that ask for it. */
#include "curand_kernel.h"
