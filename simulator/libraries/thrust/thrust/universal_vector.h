/*
 * thrust::universal_vector: a vector in managed memory.
 */
#ifndef SIM_THRUST_UNIVERSAL_VECTOR_H
#define SIM_THRUST_UNIVERSAL_VECTOR_H

#include <exception>

#include "host_vector.h"

namespace thrust {

template <class T> struct universal_allocator {
    typedef T value_type;

    universal_allocator() = default;
    template <class U> universal_allocator(const universal_allocator<U> &) {}
    T *allocate(size_t n)
    {
        T *memory = nullptr;

        if (cudaMallocManaged(&memory, n * sizeof(T)) != cudaSuccess)
            std::terminate();
        return memory;
    }
    void deallocate(T *memory, size_t) { cudaFree(memory); }
    template <class U> bool operator==(const universal_allocator<U> &) const { return true; }
    template <class U> bool operator!=(const universal_allocator<U> &) const { return false; }
};

template <class T> using universal_vector = host_vector<T, universal_allocator<T>>;

}

#endif
