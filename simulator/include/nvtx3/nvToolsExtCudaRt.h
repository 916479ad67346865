/* Part of nvToolsExt.h; the name is kept for programs that ask for it. */
#include "nvToolsExt.h"
