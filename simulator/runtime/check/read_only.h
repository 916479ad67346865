/*
 * Loads on the read-only way (__ldg, PTX's ld.global.nc): by CUDA's rules nothing of the launch may
 * write what they read, no thread at any time, for the cache that they come from does not notice.
 */
#ifndef READ_ONLY_H
#define READ_ONLY_H

/* Adds the check as an instrument, if the program has such loads. */
void read_only_start(void);

#endif
