/* Part of scan.h; the name is kept for programs that ask for it. */
#include "scan.h"
