/*
 * Products of matrices in float for processors with AVX2.
 */
#if defined(__x86_64__)
#define REAL     float
#define OWN      ELEMENT_FLOAT
#define BYTES    32
#define TARGET   __attribute__((target("avx2")))
#define MULTIPLY multiply_float_avx2
#include "cublas/multiply_tiles.h"
#endif
