/* The name that NVTX's header had before its third version. */
#include "nvtx3/nvToolsExt.h"
