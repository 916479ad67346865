/*
 * thrust::device_vector: a vector in the device's memory.
 */
#ifndef SIM_THRUST_DEVICE_VECTOR_H
#define SIM_THRUST_DEVICE_VECTOR_H

#include <initializer_list>

#include "fill.h"
#include "host_vector.h"
#include "iterator/reverse_iterator.h"
#include "reduce.h"
#include "scan.h"
#include "transform.h"

namespace thrust {

/* allocator has no effect: the memory is cudaMalloc's. */
template <class T, class allocator> class device_vector {
public:
    typedef T value_type;
    typedef size_t size_type;
    typedef std::ptrdiff_t difference_type;
    typedef device_ptr<T> pointer, iterator;
    typedef device_ptr<const T> const_pointer, const_iterator;
    typedef thrust::reverse_iterator<iterator> reverse_iterator;
    typedef thrust::reverse_iterator<const_iterator> const_reverse_iterator;
    typedef device_reference<T> reference;
    typedef device_reference<const T> const_reference;

    device_vector() = default;
    SIM_MEMBER explicit device_vector(size_t n) { resize(n); }
    SIM_MEMBER device_vector(size_t n, const T &value) { resize(n, value); }
    SIM_MEMBER device_vector(const device_vector &other) { take(other.begin(), other.end()); }
    device_vector(device_vector &&other) noexcept { swap(other); }
    SIM_MEMBER device_vector(std::initializer_list<T> list) { take(list.begin(), list.end()); }
    template <class U, class other> SIM_MEMBER device_vector(const std::vector<U, other> &from)
    {
        take(from.begin(), from.end());
    }
    template <class U, class other, std::enable_if_t<!std::is_same_v<U, T>, int> = 0>
    SIM_MEMBER device_vector(const device_vector<U, other> &from)
    {
        take(from.begin(), from.end());
    }
    template <class iterator_type,
              class = typename std::iterator_traits<iterator_type>::iterator_category>
    SIM_MEMBER device_vector(iterator_type first, iterator_type last)
    {
        take(first, last);
    }
    ~device_vector() { cudaFree(memory); }

    SIM_MEMBER device_vector &operator=(const device_vector &other)
    {
        if (this != &other)
            take(other.begin(), other.end());
        return *this;
    }
    device_vector &operator=(device_vector &&other) noexcept
    {
        swap(other);
        return *this;
    }
    template <class U, class other>
    SIM_MEMBER device_vector &operator=(const std::vector<U, other> &from)
    {
        take(from.begin(), from.end());
        return *this;
    }

    iterator begin() { return iterator(memory); }
    iterator end() { return iterator(memory + count); }
    const_iterator begin() const { return const_iterator(memory); }
    const_iterator end() const { return const_iterator(memory + count); }
    const_iterator cbegin() const { return begin(); }
    const_iterator cend() const { return end(); }
    reverse_iterator rbegin() { return reverse_iterator(end()); }
    reverse_iterator rend() { return reverse_iterator(begin()); }
    const_reverse_iterator rbegin() const { return const_reverse_iterator(end()); }
    const_reverse_iterator rend() const { return const_reverse_iterator(begin()); }
    reference operator[](size_t i) { return begin()[(difference_type)i]; }
    const_reference operator[](size_t i) const { return begin()[(difference_type)i]; }
    reference front() { return (*this)[0]; }
    reference back() { return (*this)[count - 1]; }
    const_reference front() const { return (*this)[0]; }
    const_reference back() const { return (*this)[count - 1]; }
    reference at(size_t i) { return (*this)[i]; }
    const_reference at(size_t i) const { return (*this)[i]; }
    pointer data() { return pointer(memory); }
    const_pointer data() const { return const_pointer(memory); }
    size_t size() const { return count; }
    size_t capacity() const { return room; }
    size_t max_size() const { return (size_t)-1 / sizeof(T); }
    bool empty() const { return count == 0; }

    SIM_MEMBER void resize(size_t n, const T &value = T())
    {
        size_t before = count;

        reserve(n);
        count = n;
        if (n > before)
            thrust::fill(begin() + (difference_type)before, end(), value);
    }
    SIM_MEMBER void assign(size_t n, const T &value)
    {
        count = 0;
        resize(n, value);
    }
    template <class iterator_type> SIM_MEMBER void assign(iterator_type first, iterator_type last)
    {
        take(first, last);
    }
    SIM_MEMBER void reserve(size_t n)
    {
        T *larger = nullptr;

        if (n <= room)
            return;
        cudaMalloc(&larger, n * sizeof(T));
        if (count)
            cudaMemcpy(larger, memory, count * sizeof(T), cudaMemcpyDeviceToDevice);
        cudaFree(memory);
        memory = larger;
        room = n;
    }
    SIM_MEMBER void push_back(const T &value)
    {
        if (count == room)
            reserve(room ? 2 * room : 1);
        count++;
        (*this)[count - 1] = value;
    }
    void pop_back() { count--; }
    void clear() { count = 0; }
    void shrink_to_fit() {}
    SIM_MEMBER void emplace_back(const T &value) { push_back(value); }
    /* Takes out [first, last); the elements behind move up. */
    SIM_MEMBER iterator erase(iterator first, iterator last)
    {
        device_vector rest(last, end());

        thrust::copy(rest.begin(), rest.end(), first);
        count -= (size_t)(last - first);
        return first;
    }
    SIM_MEMBER iterator erase(iterator place) { return erase(place, place + 1); }
    SIM_MEMBER iterator insert(iterator place, const T &value)
    {
        return insert(place, &value, &value + 1);
    }
    /* Puts [first, last) before place. */
    template <class input> SIM_MEMBER iterator insert(iterator place, input first, input last)
    {
        difference_type before = place - begin();
        device_vector rest(place, end());

        resize((size_t)before);
        append(first, last);
        append(rest.begin(), rest.end());
        return begin() + before;
    }
    void swap(device_vector &other) noexcept
    {
        std::swap(memory, other.memory);
        std::swap(count, other.count);
        std::swap(room, other.room);
    }

private:
    T *memory = nullptr;
    size_t count = 0, room = 0;

    template <class input> SIM_MEMBER void append(input first, input last)
    {
        size_t old = count;

        reserve(old + (size_t)(last - first));
        count = old + (size_t)(last - first);
        thrust::copy(first, last, begin() + (difference_type)old);
    }

    template <class iterator_type> SIM_MEMBER void take(iterator_type first, iterator_type last)
    {
        count = 0;
        reserve((size_t)(last - first));
        count = (size_t)(last - first);
        thrust::copy(first, last, begin());
    }
};

template <class T, class a, class b>
bool operator==(const device_vector<T, a> &first, const device_vector<T, b> &second)
{
    return host_vector<T>(first) == host_vector<T>(second);
}
template <class T, class a, class b>
bool operator==(const host_vector<T, a> &first, const device_vector<T, b> &second)
{
    return first == host_vector<T>(second);
}
template <class T, class a, class b>
bool operator==(const device_vector<T, a> &first, const host_vector<T, b> &second)
{
    return host_vector<T>(first) == second;
}
template <class T, class a, class b>
bool operator!=(const device_vector<T, a> &first, const device_vector<T, b> &second)
{
    return !(first == second);
}
template <class T, class a, class b>
bool operator!=(const host_vector<T, a> &first, const device_vector<T, b> &second)
{
    return !(first == second);
}
template <class T, class a, class b>
bool operator!=(const device_vector<T, a> &first, const host_vector<T, b> &second)
{
    return !(first == second);
}

template <class T, class a> void swap(device_vector<T, a> &first, device_vector<T, a> &second)
{
    first.swap(second);
}

}

#endif
