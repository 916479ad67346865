/*
 * Products of matrices in float, of narrower types, too.
 */
#define REAL  float
#define OWN   ELEMENT_FLOAT
#define BYTES 16
#define TARGET
#define MULTIPLY multiply_float
#include "cublas/multiply_tiles.h"
