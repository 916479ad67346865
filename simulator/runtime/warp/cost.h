/*
 * The cost of a request, as ncu counts it.
 */
#ifndef COST_H
#define COST_H

#include "base/request.h"

/*
 * The sectors that a request to global memory touches and the different bytes that it asks for,
 * each once however many lanes ask for it: ncu's efficiency is their ratio.
 */
void cost_of_global(struct request *request);

/*
 * Wavefronts, 1 to 128, that banks of 4 bytes need for the request's words: those of shared memory,
 * or of L1.
 */
unsigned cost_wavefronts(const struct request *request);

/* The wavefronts of a request to shared memory. */
void cost_of_shared(struct request *request);

#endif
