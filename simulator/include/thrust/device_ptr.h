/*
 * thrust::device_ptr: a pointer to the device's memory. On the host, what it points to is read
 * and written by copies.
 */
#ifndef SIM_THRUST_DEVICE_PTR_H
#define SIM_THRUST_DEVICE_PTR_H

#include "detail/system.h"
#include "execution_policy.h"

namespace thrust {

/* An element in the device's memory, from the host. */
template <class T> class device_reference {
public:
    typedef std::remove_cv_t<T> value_type;

    explicit device_reference(T *p) : pointer(p) {}
    device_reference(const device_reference &) = default;

    operator value_type() const
    {
        alignas(T) char bytes[sizeof(T)];

        cudaMemcpy(bytes, pointer, sizeof(T), cudaMemcpyDeviceToHost);
        return *reinterpret_cast<value_type *>(bytes);
    }
    const device_reference &operator=(const value_type &value) const
    {
        cudaMemcpy(const_cast<value_type *>(pointer), &value, sizeof value, cudaMemcpyHostToDevice);
        return *this;
    }
    const device_reference &operator=(const device_reference &other) const
    {
        return *this = (value_type)other;
    }
    const device_reference &operator+=(const value_type &v) const
    {
        return *this = (value_type) * this + v;
    }
    const device_reference &operator-=(const value_type &v) const
    {
        return *this = (value_type) * this - v;
    }
    const device_reference &operator++() const { return *this += value_type(1); }
    device_ptr<T> operator&() const { return device_ptr<T>(pointer); }

private:
    T *pointer;
};

template <class T> class device_ptr {
public:
    typedef std::remove_cv_t<T> value_type;
    typedef std::ptrdiff_t difference_type;
    typedef device_reference<T> reference;
    typedef device_ptr pointer;
    typedef std::random_access_iterator_tag iterator_category;

    device_ptr() : address(nullptr) {}
    explicit device_ptr(T *p) : address(p) {}
    template <class U, std::enable_if_t<std::is_convertible_v<U *, T *>, int> = 0>
    device_ptr(const device_ptr<U> &other) : address(other.get())
    {
    }

    T *get() const { return address; }
    reference operator*() const { return reference(address); }
    reference operator[](difference_type i) const { return reference(address + i); }
    device_ptr &operator++()
    {
        ++address;
        return *this;
    }
    device_ptr operator++(int) { return device_ptr(address++); }
    device_ptr &operator--()
    {
        --address;
        return *this;
    }
    device_ptr &operator+=(difference_type n)
    {
        address += n;
        return *this;
    }
    device_ptr operator+(difference_type n) const { return device_ptr(address + n); }
    device_ptr operator-(difference_type n) const { return device_ptr(address - n); }
    difference_type operator-(const device_ptr &other) const { return address - other.address; }
    bool operator==(const device_ptr &other) const { return address == other.address; }
    bool operator!=(const device_ptr &other) const { return address != other.address; }
    bool operator<(const device_ptr &other) const { return address < other.address; }

private:
    T *address;
};

template <class T> device_ptr<T> device_pointer_cast(T *pointer)
{
    return device_ptr<T>(pointer);
}
template <class T> T *raw_pointer_cast(const device_ptr<T> &pointer)
{
    return pointer.get();
}
template <class T> T *raw_pointer_cast(T *pointer)
{
    return pointer;
}

template <class T> device_ptr<T> device_malloc(size_t n)
{
    T *memory = nullptr;

    cudaMalloc(&memory, n * sizeof(T));
    return device_ptr<T>(memory);
}
template <class T> void device_free(device_ptr<T> pointer)
{
    cudaFree(pointer.get());
}

namespace detail {
template <class T> struct unwrapped<device_ptr<T>> {
    static T *of(device_ptr<T> pointer) { return pointer.get(); }
};
}

}

#endif
