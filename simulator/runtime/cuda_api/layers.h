/*
 * Memory with rows and layers: arrays, and copies of boxes.
 */
#ifndef LAYERS_H
#define LAYERS_H

#include <stdint.h>

#include "cuda_runtime_api.h"

/* An array: rows one after the other, in memory of the device. */
struct cudaArray {
    struct cudaChannelFormatDesc format;
    struct cudaExtent extent; /* in elements; height and depth 0: fewer dimensions */
    unsigned flags;
    size_t element; /* bytes */
    char *memory;
};

/* cudaMalloc for a caller at pc, which findings name. */
cudaError_t device_memory(void **pointer, size_t size, uintptr_t pc);

/*
 * Copies the box, and adds the copy to the timeline. waits: the host waits if its memory takes
 * part.
 */
cudaError_t layers_copy(const struct cudaMemcpy3DParms *copy, cudaStream_t stream, int waits,
                        uintptr_t pc, const char *call);

/* Sets count elements of 1, 2 or 4 bytes. */
cudaError_t set_elements(void *target, unsigned value, unsigned size, size_t count, uintptr_t pc,
                         const char *call);

#endif
