/* Part of iterators.cuh; the name is kept for programs that ask for it. */
#include "iterators.cuh"
