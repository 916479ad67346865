/* Part of partition.h; the name is kept for programs that ask for it. */
#include "partition.h"
