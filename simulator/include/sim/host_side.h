/*
 * Included by simcc before a file that it reads as the host sees it: see simcc/sides.h.
 */
#undef __CUDA_ARCH__
