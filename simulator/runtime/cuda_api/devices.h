/*
 * Devices by number, for the host API.
 */
#ifndef CUDA_API_DEVICES_H
#define CUDA_API_DEVICES_H

#include "cuda_runtime_api.h"

/* Sets and returns cudaErrorInvalidDevice if there is no device of that number. */
cudaError_t device_check(int ordinal);

#endif
