/* Part of cuda_pipeline.h; the name is kept for programs that ask for it. */
#include "cuda_pipeline.h"
