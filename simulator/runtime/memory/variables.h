/*
 * Variables of several devices: each device has its own bytes of a __device__ or __constant__
 * variable, but the program has one address for them. That address has the bytes of one device at a
 * time.
 */
#ifndef MEMORY_VARIABLES_H
#define MEMORY_VARIABLES_H

#include "memory/memory.h"

/* To be called for each variable that is not __managed__, before the program runs. */
void variables_add(struct allocation *variable);

/* Copies the bytes of the device to the variables' addresses. */
void variables_show(int device);

#endif
