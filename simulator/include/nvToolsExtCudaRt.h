/* Part of nvtx3/nvToolsExt.h; the name is kept for programs that ask for it. */
#include "nvtx3/nvToolsExt.h"
