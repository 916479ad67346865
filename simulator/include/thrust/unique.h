/*
 * thrust::unique and remove_if: what is left stands at the front; its end is returned.
 */
#ifndef SIM_THRUST_UNIQUE_H
#define SIM_THRUST_UNIQUE_H

#include <algorithm>

#include "copy.h"
#include "functional.h"

namespace thrust {
namespace detail {

template <class iterator> iterator unique(device_system where, iterator first, iterator last)
{
    size_t n = (size_t)(last - first), bytes = 0;
    temporary<int> count(1);
    temporary<value_of<iterator>> kept(n);

    ::cub::DeviceSelect::Unique(NULL, bytes, unwrap(first), kept.get(), count.get(), n);
    temporary<char> storage(bytes);
    ::cub::DeviceSelect::Unique(storage.get(), bytes, unwrap(first), kept.get(), count.get(), n,
                                where.stream);
    n = (size_t)count.fetch(0);
    cudaMemcpy(unwrap(first), kept.get(), n * sizeof(value_of<iterator>), cudaMemcpyDeviceToDevice);
    return first + (std::ptrdiff_t)n;
}

template <class iterator> iterator unique(host_system, iterator first, iterator last)
{
    return std::unique(first, last);
}

template <class predicate> struct fails {
    predicate holds;
    template <class T> __host__ __device__ __forceinline__ bool operator()(const T &value) const
    {
        return !holds(value);
    }
};

template <class iterator, class predicate>
iterator remove_if(device_system where, iterator first, iterator last, predicate holds)
{
    typedef value_of<iterator> value;
    size_t n = (size_t)(last - first);
    temporary<value> kept(n);
    device_ptr<value> begin(kept.get());
    size_t left = (size_t)(copy_if(where, first, last, begin, fails<predicate>{holds}) - begin);

    cudaMemcpy(unwrap(first), kept.get(), left * sizeof(value), cudaMemcpyDeviceToDevice);
    return first + (std::ptrdiff_t)left;
}

template <class iterator, class predicate>
iterator remove_if(host_system, iterator first, iterator last, predicate holds)
{
    return std::remove_if(first, last, holds);
}

}

SIM_THRUST_ALGORITHM(unique)
SIM_THRUST_ALGORITHM(remove_if)

}

#endif
