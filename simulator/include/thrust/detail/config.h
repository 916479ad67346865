/* Part of version.h; the name is kept for programs that ask for it. */
#include "../version.h"
