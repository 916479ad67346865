/*
 * Arrays of a thread with an index that is known only as the kernel runs. simcc writes such an
 * object behind each one's declaration; while it lives, accesses to the array count as those to
 * local memory.
 */
#ifndef SIM_LOCAL_ARRAYS_H
#define SIM_LOCAL_ARRAYS_H

#include <stddef.h>

#include "sim.h"

namespace cuda_sim {

#ifdef __clang__ /* announces no access to such an array all the same */
struct local_array {
    __attribute__((always_inline)) local_array(const volatile void *, size_t, int)
    {
    }
};
#else
class local_array {
public:
    __attribute__((always_inline)) local_array(const volatile void *array, size_t bytes, int is_set)
    {
        sim_local_array_begins(&array_, array, bytes, is_set);
    }
    __attribute__((always_inline)) ~local_array() { sim_local_array_ends(&array_); }
    local_array(const local_array &) = delete;
    local_array &operator=(const local_array &) = delete;

private:
    struct sim_local_array array_;
};
#endif

} // namespace cuda_sim

#endif
