/*
 * Thrust's allocators by name: a device_vector takes its memory from cudaMalloc, with any of them.
 */
#ifndef SIM_THRUST_DEVICE_ALLOCATOR_H
#define SIM_THRUST_DEVICE_ALLOCATOR_H

#include "device_ptr.h"

namespace thrust {

template <class T> struct device_allocator {
    typedef T value_type;
    typedef device_ptr<T> pointer;
    typedef size_t size_type;

    template <class U> struct rebind {
        typedef device_allocator<U> other;
    };
    pointer allocate(size_type n) { return device_malloc<T>(n); }
    void deallocate(pointer memory, size_type) { device_free(memory); }
};

template <class T> using device_malloc_allocator = device_allocator<T>;

}

#endif
