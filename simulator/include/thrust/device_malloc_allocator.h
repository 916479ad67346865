/* Part of device_allocator.h; the name is kept for programs that ask for it. */
#include "device_allocator.h"
