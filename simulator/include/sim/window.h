/*
 * Addresses in shared memory as 32-bit numbers, which PTX's instructions take.
 */
#ifndef SIM_WINDOW_H
#define SIM_WINDOW_H

#include <stddef.h>
#include <stdint.h>

#include "attributes.h"
#include "sim.h"

namespace cuda_sim {

/* From and to a number that counts from the block's dynamic memory; it may wrap around. */
SIM_INLINE uint32_t shared_offset(const void *pointer)
{
    return (uint32_t)((uintptr_t)pointer - (uintptr_t)sim_dynamic_shared);
}

SIM_INLINE void *shared_pointer(uint32_t offset)
{
    return reinterpret_cast<void *>((uintptr_t)sim_dynamic_shared + (uintptr_t)(int32_t)offset);
}

}

SIM_INLINE size_t __cvta_generic_to_shared(const void *pointer)
{
    return cuda_sim::shared_offset(pointer);
}

SIM_INLINE void *__cvta_shared_to_generic(size_t offset)
{
    return cuda_sim::shared_pointer((uint32_t)offset);
}

SIM_INLINE size_t __cvta_generic_to_global(const void *pointer)
{
    return (size_t)pointer;
}

SIM_INLINE void *__cvta_global_to_generic(size_t address)
{
    return reinterpret_cast<void *>(address);
}

#endif
