/*
 * What simcc includes before a file when it reads it as the host sees it: see simcc/sides.h.
 */
#undef __CUDA_ARCH__
