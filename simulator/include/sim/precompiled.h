/*
 * Included by simcc before each .cu file, where gcc has precompiled it: see simcc/precompiled.c. No
 * program asks for this name, as gcc takes a precompiled header in place of a name once.
 */
#include <cuda_runtime.h>
/* For who asks for these, too: they are half as long. */
#ifdef SIM_WITH_NARROW
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#endif
