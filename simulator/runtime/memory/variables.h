/*
 * Variables of several devices: each device has its own bytes of a __device__ or __constant__
 * variable, but the program has one place for them. There lie the bytes of one device at a time.
 */
#ifndef MEMORY_VARIABLES_H
#define MEMORY_VARIABLES_H

#include "memory/memory.h"

/* To be called for each that is not __managed__, before the program runs. */
void variables_add(struct allocation *variable);

/* Puts the bytes of the device in the variables' places. */
void variables_show(int device);

#endif
