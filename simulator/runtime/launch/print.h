/*
 * printf in kernels: collected by block, printed in block order.
 */
#ifndef PRINT_H
#define PRINT_H

/* Writes what the launch's blocks have printed to stdout, and forgets it. */
void print_flush(void);

/* Forgets it: the launch is run again. */
void print_discard(void);

#endif
