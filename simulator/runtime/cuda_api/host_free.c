/*
 * free() on the host: simcc links the program's calls to this one. Memory from CUDA's calls must
 * not be freed by the C library.
 */
#include <stddef.h>
#include <stdint.h>

#include "memory/memory.h"
#include "report/findings.h"

void __real_free(void *pointer);

void __wrap_free(void *pointer)
{
    uintptr_t address = (uintptr_t)pointer, pc = (uintptr_t)__builtin_return_address(0);
    if (!memory_contains(address))
        __real_free(pointer);
    else if (memory_is_a_devices(address))
        finding_on_host(FINDING_DEVICE_POINTER, pc,
                        "free of memory from cudaMalloc: cudaFree "
                        "gives it back");
    else
        finding_on_host(FINDING_INVALID_ARGUMENT, pc,
                        "free of memory from cudaMallocHost or "
                        "cudaMallocManaged: cudaFreeHost or cudaFree gives it back");
}
