/* Part of Thrust's random numbers. */
#include "../random.h"
