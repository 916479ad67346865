/*
 * How large textures and surfaces may be: the same on all devices that are simulated.
 */
#ifndef TEXTURE_LIMITS_H
#define TEXTURE_LIMITS_H

#include "cuda_runtime_api.h"

/* The attribute's value; -1 if it is none of textures or surfaces. */
int texture_limit(enum cudaDeviceAttr attribute);

/* Sets all of the properties that are about textures and surfaces. */
void texture_limits_set(struct cudaDeviceProp *properties);

#endif
