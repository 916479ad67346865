/*
 * Products of matrices in float for processors with AVX-512.
 */
#if defined(__x86_64__)
#define REAL     float
#define OWN      ELEMENT_FLOAT
#define BYTES    64
#define TARGET   __attribute__((target("avx512f")))
#define MULTIPLY multiply_float_avx512
#include "cublas/multiply_tiles.h"
#endif
