/* Part of reduce.h; the name is kept for programs that ask for it. */
#include "reduce.h"
