/* Part of device_ptr.h; the name is kept for programs that ask for it. */
#include "../device_ptr.h"
