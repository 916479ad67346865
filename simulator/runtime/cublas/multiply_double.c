/*
 * Products of matrices in double.
 */
#define REAL  double
#define OWN   ELEMENT_DOUBLE
#define BYTES 16
#define TARGET
#define MULTIPLY multiply_double
#include "cublas/multiply_tiles.h"
