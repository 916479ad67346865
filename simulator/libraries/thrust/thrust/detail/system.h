/*
 * Where a Thrust algorithm runs: on the host or on the device, by its policy or its iterators.
 */
#ifndef SIM_THRUST_SYSTEM_H
#define SIM_THRUST_SYSTEM_H

#include <cooperative_groups.h>
#include <cstddef>
#include <type_traits>
/* Thrust does not need these, but NVIDIA's includes them, and programs count on that. */
#include <array>
#include <atomic>
#include <cstring>
#include <memory>
#include <tuple>

#include "sim/iterator_value.h"
#include "../version.h"

namespace thrust {

struct host_system {};
struct device_system {
    cudaStream_t stream = 0;
};

template <class T> class device_ptr;

namespace detail {

/* The memory that an iterator points to: the host's, the device's, or neither. */
enum place { ANYWHERE, ON_HOST, ON_DEVICE };

template <class iterator, class = void> struct place_of {
    static constexpr place value = ANYWHERE;
};
template <class T> struct place_of<T *> {
    static constexpr place value = ON_HOST;
};
template <class T> struct place_of<device_ptr<T>> {
    static constexpr place value = ON_DEVICE;
};
template <class iterator>
struct place_of<iterator, std::void_t<typename iterator::iterator_category>> {
    /* an iterator of Thrust's knows; others, as those of std::vector, are the host's */
    template <class T> static constexpr place find(decltype(T::sim_place) *)
    {
        return T::sim_place;
    }
    template <class T> static constexpr place find(...) { return ON_HOST; }
    static constexpr place value = find<iterator>(nullptr);
};

/* Without memory at all, as with counting_iterator, it is the device. */
template <class... iterators>
using system_of = std::conditional_t<((place_of<iterators>::value == ON_DEVICE) || ...) ||
                                         !((place_of<iterators>::value == ON_HOST) || ...),
                                     device_system, host_system>;

/* The iterator as kernels take it: pointers to the device's memory are plain ones there. */
template <class iterator> struct unwrapped {
    static iterator of(iterator i) { return i; }
};
template <class iterator> auto unwrap(iterator i)
{
    return unwrapped<iterator>::of(i);
}

/* The type that an iterator gives: T for device_ptr<T>. */
template <class iterator>
using value_of =
    typename cuda_sim::iterator_value<decltype(unwrap(std::declval<const iterator &>()))>::type;

template <class T, class = void> struct is_policy : std::false_type {
};
template <class T> struct is_policy<T, std::void_t<typename T::sim_policy>> : std::true_type {
};

/* On the device by the policy's word, with plain pointers: in a kernel, its thread does it alone.
 */
template <class policy, class... types>
constexpr bool may_be_in_kernel =
    std::is_same_v<decltype(std::declval<policy>().system()), device_system> &&
    !((place_of<types>::value == ON_DEVICE) || ...);

constexpr unsigned block_threads = 256;

/* body(i) for each i below n. */
template <class body_type> __global__ void IndexKernel(size_t n, body_type body)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        body(i);
}

template <class body_type> void for_indices(device_system system, size_t n, body_type body)
{
    if (n)
        IndexKernel<<<(unsigned)((n + block_threads - 1) / block_threads), block_threads, 0,
                      system.stream>>>(n, body);
}

template <class body_type> void for_indices(host_system, size_t n, body_type body)
{
    for (size_t i = 0; i < n; i++)
        body(i);
}

/* Memory of the device for a while. */
template <class T> class temporary {
public:
    explicit temporary(size_t n)
    {
        if (sim_in_kernel())
            sim_unsupported("Thrust on the device, asked for in a kernel: there take thrust::seq");
        cudaMalloc(&memory, n ? n * sizeof(T) : 1);
    }
    ~temporary() { cudaFree(memory); }
    temporary(const temporary &) = delete;
    temporary &operator=(const temporary &) = delete;
    T *get() const { return memory; }

    /* The element at i, copied to the host; all before it in the stream is done then. */
    T fetch(size_t i) const
    {
        alignas(T) char bytes[sizeof(T)];

        cudaMemcpy(bytes, memory + i, sizeof(T), cudaMemcpyDeviceToHost);
        return *reinterpret_cast<T *>(bytes);
    }

private:
    T *memory = nullptr;
};

}

/*
 * An algorithm of that name, with a policy or without: detail::name(system, arguments...) is
 * overloaded for host_system and device_system.
 */
#define SIM_THRUST_ALGORITHM(name)                                                                 \
    template <class policy, class... types,                                                        \
              std::enable_if_t<detail::is_policy<policy>::value, int> = 0>                         \
    auto name(const policy &p, types... arguments)                                                 \
    {                                                                                              \
        if constexpr (detail::may_be_in_kernel<policy, types...>)                                  \
            if (sim_in_kernel())                                                                   \
                return detail::name(host_system(), arguments...);                                  \
        return detail::name(p.system(), arguments...);                                             \
    }                                                                                              \
    template <class first_type, class... types,                                                    \
              std::enable_if_t<!detail::is_policy<first_type>::value, int> = 0>                    \
    auto name(first_type first, types... arguments)                                                \
    {                                                                                              \
        return detail::name(detail::system_of<first_type, types...>(), first, arguments...);       \
    }

}

#endif
