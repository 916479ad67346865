/* Part of copy.h; the name is kept for programs that ask for it. */
#include "copy.h"
