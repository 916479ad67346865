/*
 * Arrays of a thread with an index that is known only as the kernel runs. simcc writes such an
 * object behind each one's declaration; while it lives, accesses to the array count as those to
 * local memory.
 */
#ifndef SIM_LOCAL_ARRAYS_H
#define SIM_LOCAL_ARRAYS_H

#include <stddef.h>
#include <type_traits>

#include "sim.h"

namespace cuda_sim {

/*
 * Whether an array with this number of accesses by such indices is in local memory. nvcc 13 turns
 * accesses to arrays of words into choices among registers while they are few, or the array is
 * small. It does not for elements of other sizes, but for two bytes where none of the accesses
 * counts. A structure is taken for words.
 */
template <class array> constexpr bool is_in_local_memory(unsigned accesses)
{
    using element = std::remove_all_extents_t<array>;
    constexpr size_t elements = sizeof(array) / sizeof(element);

    if (sizeof(element) != 4 && !(sizeof(element) == 2 && accesses == 0) &&
        !std::is_class_v<element>)
        return true;
    return accesses * elements > 96 && !(accesses <= 4 && elements <= 64);
}

#ifdef __clang__ /* announces no access to such an array all the same */
#define SIM_IS_LOCAL false
#else
#define SIM_IS_LOCAL is_in_local_memory<array>(accesses)
#endif

template <class array, unsigned accesses, bool is_local = SIM_IS_LOCAL> class local_array {
public:
    __attribute__((always_inline)) local_array(const volatile array *start, int is_set)
    {
        sim_local_array_begins(&array_, start, sizeof(array), is_set);
    }
    __attribute__((always_inline)) ~local_array() { sim_local_array_ends(&array_); }
    local_array(const local_array &) = delete;
    local_array &operator=(const local_array &) = delete;

private:
    struct sim_local_array array_;
};

template <class array, unsigned accesses> struct local_array<array, accesses, false> {
    __attribute__((always_inline)) local_array(const volatile array *, int) {}
};

} // namespace cuda_sim

#endif
