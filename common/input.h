/*
 * The numbers that every step adds up.
 */
#ifndef INPUT_H
#define INPUT_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Returns n numbers from 0 to 255, the lecture's rand() & 0xFF for a generator
 * started with seed (the lecture's is 1). Free them with free(). Exits with 3
 * if there is no memory for them.
 */
int *make_input(size_t n, unsigned int seed);

#ifdef __cplusplus
}
#endif

#endif
