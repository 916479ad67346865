/*
 * What simcc includes before each .cu file where gcc has read it before: see simcc/precompiled.c.
 * Its name is one that no program asks for, as gcc takes what it has kept in place of a name once.
 */
#include <cuda_runtime.h>
