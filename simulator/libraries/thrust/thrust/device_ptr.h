/*
 * thrust::device_ptr: a pointer to the device's memory. On the host, its element is read and
 * written by copies.
 */
#ifndef SIM_THRUST_DEVICE_PTR_H
#define SIM_THRUST_DEVICE_PTR_H

#include <iosfwd>

#include "detail/random_access.h"
#include "execution_policy.h"
#include "iterator/iterator_traits.h"
#include "tuple.h"

namespace thrust {

/* An element in the device's memory, from the host; in a kernel, plainly. */
template <class T> class device_reference {
public:
    typedef std::remove_cv_t<T> value_type;

    __host__ __device__ explicit device_reference(T *p) : pointer(p) {}
    device_reference(const device_reference &) = default;

    __host__ __device__ operator value_type() const
    {
        if (sim_in_kernel())
            return *pointer;
        alignas(T) char bytes[sizeof(T)];

        cudaMemcpy(bytes, pointer, sizeof(T), cudaMemcpyDeviceToHost);
        return *reinterpret_cast<value_type *>(bytes);
    }
    __host__ __device__ const device_reference &operator=(const value_type &value) const
    {
        if (sim_in_kernel())
            *const_cast<value_type *>(pointer) = value;
        else
            cudaMemcpy(const_cast<value_type *>(pointer), &value, sizeof value,
                       cudaMemcpyHostToDevice);
        return *this;
    }
    __host__ __device__ const device_reference &operator=(const device_reference &other) const
    {
        return *this = (value_type)other;
    }

#define SIM_THRUST_CHANGE(sign)                                                                    \
    template <class U>                                                                             \
    __host__ __device__ const device_reference &operator sign##=(const U &v) const                 \
    {                                                                                              \
        return *this = (value_type)((value_type) * this sign v);                                   \
    }
    SIM_THRUST_CHANGE(+)
    SIM_THRUST_CHANGE(-)
    SIM_THRUST_CHANGE(*)
    SIM_THRUST_CHANGE(/)
    SIM_THRUST_CHANGE(%)
    SIM_THRUST_CHANGE(&)
    SIM_THRUST_CHANGE(|)
    SIM_THRUST_CHANGE(^)
    SIM_THRUST_CHANGE(<<)
    SIM_THRUST_CHANGE(>>)
#undef SIM_THRUST_CHANGE
    __host__ __device__ const device_reference &operator++() const
    {
        return *this += 1;
    }
    __host__ __device__ const device_reference &operator--() const
    {
        return *this -= 1;
    }
    __host__ __device__ value_type operator++(int) const
    {
        value_type before = *this;

        *this += 1;
        return before;
    }
    __host__ __device__ value_type operator--(int) const
    {
        value_type before = *this;

        *this -= 1;
        return before;
    }
    __host__ __device__ device_ptr<T> operator&() const
    {
        return device_ptr<T>(pointer);
    }

    /* Swaps the elements of two sequences. */
    friend void swap(const device_reference &a, const device_reference &b)
    {
        value_type kept = a;

        a = b;
        b = kept;
    }

private:
    T *pointer;
};

template <class character, class traits, class T>
std::basic_ostream<character, traits> &operator<<(std::basic_ostream<character, traits> &stream,
                                                  const device_reference<T> &element)
{
    return stream << static_cast<typename device_reference<T>::value_type>(element);
}

template <class T>
class device_ptr : public detail::random_access<device_ptr<T>, std::remove_cv_t<T>,
                                                device_reference<T>, detail::ON_DEVICE> {
public:
    typedef device_ptr pointer;
    typedef T element_type;

    __host__ __device__ device_ptr() : address(nullptr) {}
    __host__ __device__ device_ptr(std::nullptr_t) : address(nullptr) {}
    __host__ __device__ explicit device_ptr(T *p) : address(p) {}
    template <class U, std::enable_if_t<std::is_convertible_v<U *, T *>, int> = 0>
    __host__ __device__ device_ptr(const device_ptr<U> &other) : address(other.get())
    {
    }

    __host__ __device__ T *get() const { return address; }
    __host__ __device__ device_reference<T> at(std::ptrdiff_t i) const
    {
        return device_reference<T>(address + i);
    }
    __host__ __device__ void advance(std::ptrdiff_t n) { address += n; }
    __host__ __device__ std::ptrdiff_t distance_to(const device_ptr &other) const
    {
        return other.address - address;
    }
    __host__ __device__ explicit operator bool() const { return address != nullptr; }

private:
    T *address;
};

template <class T> __host__ __device__ device_ptr<T> device_pointer_cast(T *pointer)
{
    return device_ptr<T>(pointer);
}
template <class T>
__host__ __device__ device_ptr<T> device_pointer_cast(const device_ptr<T> &pointer)
{
    return pointer;
}
template <class T> __host__ __device__ T *raw_pointer_cast(const device_ptr<T> &pointer)
{
    return pointer.get();
}
template <class T> __host__ __device__ T *raw_pointer_cast(T *pointer)
{
    return pointer;
}
template <class T> __host__ __device__ T &raw_reference_cast(const device_reference<T> &element)
{
    return *(&element).get();
}
template <class T> __host__ __device__ T &raw_reference_cast(T &element)
{
    return element;
}

inline device_ptr<void> device_malloc(size_t bytes)
{
    void *memory = nullptr;

    cudaMalloc(&memory, bytes);
    return device_ptr<void>(memory);
}
template <class T> device_ptr<T> device_malloc(size_t n)
{
    T *memory = nullptr;

    cudaMalloc(&memory, n * sizeof(T));
    return device_ptr<T>(memory);
}
template <class T> void device_free(device_ptr<T> pointer)
{
    cudaFree(const_cast<std::remove_cv_t<T> *>(pointer.get()));
}

namespace cuda {

template <class T> using pointer = device_ptr<T>;
template <class T> using reference = device_reference<T>;

template <class T> pointer<T> malloc(size_t n)
{
    return device_malloc<T>(n);
}
template <class T> void free(pointer<T> memory)
{
    device_free(memory);
}

}

namespace detail {

template <class T> struct unwrapped<device_ptr<T>> {
    static T *of(device_ptr<T> pointer) { return pointer.get(); }
};

/* An element that an iterator has given, as a function takes it: the device's by its value. */
template <class T> __host__ __device__ __forceinline__ T &&loaded(T &&value)
{
    return static_cast<T &&>(value);
}
template <class T> __host__ __device__ std::remove_cv_t<T> loaded(device_reference<T> &&element)
{
    return element;
}

}

}

#endif
