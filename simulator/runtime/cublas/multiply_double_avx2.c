/*
 * Products of matrices in double for processors with AVX2.
 */
#if defined(__x86_64__)
#define REAL     double
#define OWN      ELEMENT_DOUBLE
#define BYTES    32
#define TARGET   __attribute__((target("avx2")))
#define MULTIPLY multiply_double_avx2
#include "cublas/multiply_tiles.h"
#endif
