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
 * Wavefronts that banks of 4 bytes need for up to 128 words, which are numbered throughout the
 * memory: in one, each bank serves one word, to any number of lanes.
 */
unsigned cost_of_words(const uint64_t *word, unsigned count);

/* The wavefronts, 1 to 128, of a request to shared memory. */
void cost_of_shared(struct request *request);

#endif
