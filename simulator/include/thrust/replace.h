/* Part of transform.h; the name is kept for programs that ask for it. */
#include "transform.h"
