/*
 * printf in kernels: collected by block, printed in block order.
 */
#ifndef PRINT_H
#define PRINT_H

#include <stddef.h>

/* The merger has come to the piece with this number, the address of an EVENT_PRINT. */
void print_merged(size_t number);

/* Writes the output of the launch's blocks to stdout, and forgets it. */
void print_flush(void);

/* Forgets it: the launch is run again. */
void print_discard(void);

#endif
