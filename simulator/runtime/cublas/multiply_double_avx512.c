/*
 * Products of matrices in double for processors with AVX-512.
 */
#if defined(__x86_64__)
#define REAL     double
#define OWN      ELEMENT_DOUBLE
#define BYTES    64
#define TARGET   __attribute__((target("avx512f")))
#define MULTIPLY multiply_double_avx512
#include "cublas/multiply_tiles.h"
#endif
