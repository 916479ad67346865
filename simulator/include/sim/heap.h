/*
 * new, delete, cudaMalloc and cudaFree in kernels: all take memory of the heap that malloc has.
 * simcc writes new (::cuda_sim::heap{}) for new, and for delete and delete[] an operator of
 * delete's precedence: ::cuda_sim::one_object() ->* pointer. In a function for both sides they mean
 * the host's when the host runs it.
 */
#ifndef SIM_HEAP_H
#define SIM_HEAP_H

#include <new>
#include <stddef.h>
#include <stdlib.h>
#include <type_traits>

#include "attributes.h"
#include "sim.h"

namespace cuda_sim {

struct heap {};

#ifdef SIM_DEVICE_ONLY /* there is no host, and nothing of its heap is asked for */
__attribute__((always_inline)) inline void give_back(void *memory)
{
    sim_free(memory);
}

__attribute__((always_inline)) inline void *take(size_t size)
{
    return sim_malloc(size);
}
#else
__attribute__((always_inline)) inline void give_back(void *memory)
{
    if (sim_in_kernel())
        sim_free(memory);
    else
        ::operator delete(memory);
}

__attribute__((always_inline)) inline void *take(size_t size)
{
    return sim_in_kernel() ? sim_malloc(size) : ::operator new(size, std::nothrow);
}
#endif

/* cudaMalloc and cudaFree of a kernel's thread: malloc and free, with a cudaError_t. */
template <class type>
__attribute__((always_inline)) inline cudaError_t allocate_in_kernel(type **pointer, size_t size)
{
    *pointer = static_cast<type *>(sim_malloc(size));
    return *pointer ? cudaSuccess : cudaErrorMemoryAllocation;
}

__attribute__((always_inline)) inline cudaError_t free_in_kernel(void *memory)
{
    sim_free(memory);
    return cudaSuccess;
}

#ifdef SIM_DEVICE_ONLY
template <class type> inline cudaError_t allocate_on_both(type **pointer, size_t size)
{
    return allocate_in_kernel(pointer, size);
}

inline cudaError_t free_on_both(void *memory)
{
    return free_in_kernel(memory);
}
#else
template <class type>
__attribute__((always_inline)) inline cudaError_t allocate_on_both(type **pointer, size_t size)
{
    return sim_in_kernel() ? allocate_in_kernel(pointer, size)
                           : ::cudaMalloc(reinterpret_cast<void **>(pointer), size);
}

__attribute__((always_inline)) inline cudaError_t free_on_both(void *memory)
{
    return sim_in_kernel() ? free_in_kernel(memory) : ::cudaFree(memory);
}
#endif

struct one_object {
    template <class type> __attribute__((always_inline)) void operator->*(type *object) const
    {
        if (!object)
            return;
        if constexpr (!std::is_void_v<type>)
            object->~type();
        give_back(const_cast<std::remove_cv_t<type> *>(object));
    }
};

struct array_of_objects {
    template <class type> __attribute__((always_inline)) void operator->*(type *objects) const
    {
        void *memory = const_cast<std::remove_cv_t<type> *>(objects);

        if (!objects)
            return;
        if constexpr (!std::is_trivially_destructible_v<type>) { /* their number precedes them */
            size_t before = alignof(type) > sizeof(size_t) ? alignof(type) : sizeof(size_t);

            for (size_t i = reinterpret_cast<size_t *>(memory)[-1]; i-- > 0;)
                objects[i].~type();
            memory = reinterpret_cast<char *>(memory) - before;
        }
        give_back(memory);
    }
};

}

__attribute__((always_inline)) inline void *operator new(size_t size, cuda_sim::heap) noexcept
{
    return cuda_sim::take(size);
}

__attribute__((always_inline)) inline void *operator new[](size_t size, cuda_sim::heap) noexcept
{
    return cuda_sim::take(size);
}

/* Where a constructor throws, the language wants these. */
inline void operator delete(void *memory, cuda_sim::heap) noexcept
{
    cuda_sim::give_back(memory);
}

inline void operator delete[](void *memory, cuda_sim::heap) noexcept
{
    cuda_sim::give_back(memory);
}

#endif
