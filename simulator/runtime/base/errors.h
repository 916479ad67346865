/*
 * The error state of the host API.
 */
#ifndef ERRORS_H
#define ERRORS_H

#include "cuda_runtime_api.h"

/* Stores an error for cudaGetLastError, unless it is cudaSuccess; returns it. */
cudaError_t error_set(cudaError_t error);

/* As above; a kernel has damaged the current device's context: every later call to it fails so. */
cudaError_t error_set_sticky(cudaError_t error);

/* That error, or cudaSuccess. */
cudaError_t error_sticky(void);

/*
 * A launch was refused with an error that only cudaGetLastError and cudaPeekAtLastError return.
 * error_unasked prints at the end of the program that it has called neither.
 */
void error_of_launch(cudaError_t error, const char *file, int line);
void error_unasked(void);

/*
 * Sets the status with which the program ends if nothing else makes it fail, and gets it: 0 unless
 * it was set.
 */
void error_ends_with(int status);
int error_end(void);

/* cudaDeviceReset: the current device's errors are forgotten. */
void error_reset(void);

#endif
