/*
 * Whether a name that the compiler did not know is in the simulator's headers: then the program has
 * not included them.
 */
#ifndef SIMCC_DECLARED_H
#define SIMCC_DECLARED_H

#include <stddef.h>

/* 1 if the name is one of the runtime API's (cuda..., dim3), and the headers have it. */
int headers_declare(const char *name, size_t length);

#endif
