/*
 * Products of matrices in double.
 */
#define REAL     double
#define OWN      ELEMENT_DOUBLE
#define MULTIPLY multiply_double
#include "cublas/multiply_tiles.h"
