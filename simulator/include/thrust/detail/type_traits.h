/* Part of detail/system.h; the name is kept for programs that ask for it. */
#include "system.h"
