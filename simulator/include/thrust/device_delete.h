/* Part of device_new.h; the name is kept for programs that ask for it. */
#include "device_new.h"
