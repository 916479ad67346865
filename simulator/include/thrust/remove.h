/* Part of unique.h; the name is kept for programs that ask for it. */
#include "unique.h"
