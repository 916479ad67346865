/* Part of fill.h; the name is kept for programs that ask for it. */
#include "fill.h"
