/* Part of tuple.h; the name is kept for programs that ask for it. */
#include "tuple.h"
