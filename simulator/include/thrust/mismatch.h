/* Part of find.h; the name is kept for programs that ask for it. */
#include "find.h"
