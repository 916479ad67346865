/* Part of device_radix_sort.cuh; the name is kept for programs that ask for it. */
#include "device_radix_sort.cuh"
