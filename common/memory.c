#include "memory.h"

#include <stdio.h>
#include <stdlib.h>

#include "exit_status.h"

void *allocate(size_t bytes)
{
    void *memory = malloc(bytes > 0 ? bytes : 1);

    if (memory == NULL) {
        fprintf(stderr, "out of host memory: asked for %zu bytes\n", bytes);
        exit(EXIT_CUDA_FAILURE);
    }
    return memory;
}
