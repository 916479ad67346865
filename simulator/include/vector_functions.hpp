/* Part of vector_functions.h; the name is kept for programs that ask for it. */
#include "vector_functions.h"
