/* Part of util_device.cuh; the name is kept for programs that ask for it. */
#include "util_device.cuh"
