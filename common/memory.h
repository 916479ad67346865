/*
 * Host memory that is there or ends the program.
 */
#ifndef MEMORY_H
#define MEMORY_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Returns bytes of uninitialised memory, to be given back with free(). If the
 * system has no such block, says how much was asked for and exits with 3.
 */
void *allocate(size_t bytes);

#ifdef __cplusplus
}
#endif

#endif
