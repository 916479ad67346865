/*
 * Copying and setting bytes for the host API, with its checks.
 */
#ifndef COPIES_H
#define COPIES_H

#include <stddef.h>
#include <stdint.h>

#include "cuda_runtime_api.h"

/*
 * cudaMemcpy: copies size bytes. pc: the caller, for findings. A wrong argument
 * gives CUDA's error and a finding.
 */
cudaError_t copy_bytes(void *target, const void *source, size_t size, enum cudaMemcpyKind kind,
                       uintptr_t pc, const char *call);

/* The same for the variables of the given device. */
cudaError_t copy_bytes_on(int device, void *target, const void *source, size_t size,
                          enum cudaMemcpyKind kind, uintptr_t pc, const char *call);

/* cudaMemset. */
cudaError_t set_bytes(void *target, int value, size_t size, uintptr_t pc, const char *call);

/*
 * Passes a copy without an error on to the clock. Returns the error. source: NULL for cudaMemset.
 * waits: the host waits until the copy is done, if the host's memory takes part.
 */
cudaError_t copy_timed(cudaError_t error, const void *target, const void *source, size_t size,
                       cudaStream_t stream, int waits);

#endif
