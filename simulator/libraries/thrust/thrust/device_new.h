/*
 * thrust::device_new and device_delete.
 */
#ifndef SIM_THRUST_DEVICE_NEW_H
#define SIM_THRUST_DEVICE_NEW_H

#include "fill.h"

namespace thrust {

template <class T> device_ptr<T> device_new(size_t n = 1)
{
    device_ptr<T> memory = device_malloc<T>(n);

    thrust::fill(memory, memory + (std::ptrdiff_t)n, T());
    return memory;
}
template <class T> void device_delete(device_ptr<T> memory, size_t = 1)
{
    device_free(memory);
}

}

#endif
