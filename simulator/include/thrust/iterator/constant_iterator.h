/* Part of counting_iterator.h; the name is kept for programs that ask for it. */
#include "counting_iterator.h"
