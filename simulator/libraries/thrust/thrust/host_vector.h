/*
 * thrust::host_vector: a vector in the host's memory, made from the device's if wanted.
 */
#ifndef SIM_THRUST_HOST_VECTOR_H
#define SIM_THRUST_HOST_VECTOR_H

#include <iostream> // as NVIDIA's: programs print what is in a vector without asking for it
#include <vector>

#include "copy.h"

namespace thrust {

template <class T, class allocator = std::allocator<T>> class device_vector;

template <class T, class allocator = std::allocator<T>>
class host_vector : public std::vector<T, allocator> {
    typedef std::vector<T, allocator> base;

public:
    using base::base;
    host_vector() = default;

    template <class U, class other> host_vector(const device_vector<U, other> &from)
    {
        *this = from;
    }
    template <class U, class other>
    host_vector(const std::vector<U, other> &from) : base(from.begin(), from.end())
    {
    }
    template <class U, class other> host_vector &operator=(const std::vector<U, other> &from)
    {
        this->assign(from.begin(), from.end());
        return *this;
    }
    template <class U>
    host_vector(device_ptr<U> first, device_ptr<U> last) : base((size_t)(last - first))
    {
        thrust::copy(first, last, this->begin());
    }
    template <class U, class other> host_vector &operator=(const device_vector<U, other> &from)
    {
        this->resize(from.size());
        thrust::copy(from.begin(), from.end(), this->begin());
        return *this;
    }
};

}

#endif
