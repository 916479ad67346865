/* Part of system_error.h; the name is kept for programs that ask for it. */
#include "../system_error.h"
