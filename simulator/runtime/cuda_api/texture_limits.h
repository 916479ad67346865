/*
 * Limits of textures and surfaces: the same on all simulated devices.
 */
#ifndef TEXTURE_LIMITS_H
#define TEXTURE_LIMITS_H

#include "cuda_runtime_api.h"

/* The attribute's value; -1 if it is not about textures or surfaces. */
int texture_limit(enum cudaDeviceAttr attribute);

/* Sets all properties about textures and surfaces. */
void texture_limits_set(struct cudaDeviceProp *properties);

#endif
