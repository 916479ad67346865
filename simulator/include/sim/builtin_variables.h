/*
 * threadIdx, blockIdx, blockDim and gridDim.
 *
 * The runtime has the running thread's indices in thread-local variables. Here
 * they are objects of CUDA's names (which a program may hide by variables of its
 * own) whose members are plain unsigned int, and whose reading the compiler does
 * not instrument: gcc leaves constants alone, so they are declared as constants;
 * clang does not, so there its members are read by an instruction of our own.
 */
#ifndef SIM_BUILTIN_VARIABLES_H
#define SIM_BUILTIN_VARIABLES_H

#include "../vector_types.h"
#include "attributes.h"
#include "sim.h"

#if defined(__clang__) && (defined(__x86_64__) || defined(__aarch64__))

#if defined(__x86_64__)
#define SIM_READ(result, variable) __asm__("movl %1, %0" : "=r"(result) : "m"(variable))
#else
#define SIM_READ(result, variable) __asm__("ldr %w0, %1" : "=r"(result) : "m"(variable))
#endif

#define SIM_PLACE(type, place)                                                                     \
    struct type {                                                                                  \
        using sim_place = int;                                                                     \
        __declspec(property(get = get_x)) unsigned int x;                                          \
        __declspec(property(get = get_y)) unsigned int y;                                          \
        __declspec(property(get = get_z)) unsigned int z;                                          \
        SIM_PLACE_MEMBER(x, place)                                                                 \
        SIM_PLACE_MEMBER(y, place)                                                                 \
        SIM_PLACE_MEMBER(z, place)                                                                 \
        __attribute__((always_inline)) operator uint3() const { return uint3{x, y, z}; }           \
    };
#define SIM_PLACE_MEMBER(member, place)                                                            \
    __attribute__((always_inline)) unsigned int get_##member() const                               \
    {                                                                                              \
        unsigned int value;                                                                        \
        SIM_READ(value, place.member);                                                             \
        return value;                                                                              \
    }

namespace cuda_sim {
SIM_PLACE(thread_index, ::sim_thread_index)
SIM_PLACE(block_index, ::sim_block_index)
SIM_PLACE(block_size, ::sim_block_size)
SIM_PLACE(grid_size, ::sim_grid_size)
}

static const cuda_sim::thread_index threadIdx __attribute__((unused)) = {};
static const cuda_sim::block_index blockIdx __attribute__((unused)) = {};
static const cuda_sim::block_size blockDim __attribute__((unused)) = {};
static const cuda_sim::grid_size gridDim __attribute__((unused)) = {};

#undef SIM_PLACE_MEMBER
#undef SIM_PLACE
#undef SIM_READ

#else

namespace cuda_sim {
/* dim3 itself has a constructor: gcc takes no constant of such a type for one. */
struct size {
    unsigned int x, y, z;
    using sim_place = int;
    __attribute__((always_inline)) operator uint3() const { return uint3{x, y, z}; }
};
}

extern "C" {
extern __thread const uint3 threadIdx __asm__("sim_thread_index");
extern __thread const uint3 blockIdx __asm__("sim_block_index");
extern __thread const cuda_sim::size blockDim __asm__("sim_block_size");
extern __thread const cuda_sim::size gridDim __asm__("sim_grid_size");
}

#endif

static const int warpSize __attribute__((unused)) = SIM_WARP_SIZE;

#endif
