/*
 * How variables in the GPU's memories make themselves known to the runtime, and
 * where the dynamic shared memory is.
 */
#ifndef SIM_VARIABLES_H
#define SIM_VARIABLES_H

#include <type_traits>

#include "attributes.h"
#include "sim.h"

namespace cuda_sim {

/* A type whose objects may lie in shared memory: its constructor and destructor do nothing. */
template <class type>
inline constexpr bool is_plain =
    std::is_trivially_default_constructible_v<std::remove_all_extents_t<type>>
        &&std::is_trivially_destructible_v<std::remove_all_extents_t<type>>;

/* Whether a variable of the type, or of a reference to it, has elements. */
template <class type>
inline constexpr bool has_elements = std::is_array_v<std::remove_reference_t<type>>;

/* Room for an object whose constructor need not run. */
template <class type> struct shared_bytes {
    alignas(type) char bytes[sizeof(type)];
};

/* A __shared__ variable defined outside of functions: names itself to the runtime. */
struct shared_outside {
    explicit shared_outside(void (*name)()) : name_itself(name), next(first) { first = this; }

    SIM_HIDDEN static void name_all()
    {
        for (shared_outside *variable = first; variable; variable = variable->next)
            variable->name_itself();
    }

private:
    void (*const name_itself)();
    shared_outside *const next;
    static inline shared_outside *first = nullptr;
};

/* A __device__, __constant__ or __managed__ variable; constructed before main. */
struct variable : sim_variable {
    template <class type>
    variable(type *object, size_t bytes, sim_variable_kind variable_kind, const char *variable_name)
        : sim_variable()
    {
        address = const_cast<std::remove_cv_t<std::remove_all_extents_t<type>> *>(
            reinterpret_cast<const volatile std::remove_cv_t<std::remove_all_extents_t<type>> *>(
                object));
        size = bytes;
        kind = variable_kind;
        name = variable_name;
        sim_register_variable(this);
    }
};

/* The block's dynamic shared memory as the type of its declaration: a T (&)[]. */
template <class reference> SIM_INLINE reference dynamic_shared()
{
    return reinterpret_cast<reference>(sim_dynamic_shared);
}

}

#endif
