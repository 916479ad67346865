/* The parts of NVIDIA's sample helpers that are about the host: numbers, options and timers. */
#ifndef COMMON_HELPER_FUNCTIONS_H_
#define COMMON_HELPER_FUNCTIONS_H_

#include "helper_image.h"
#include "helper_string.h"
#include "helper_timer.h"

#endif
