/*
 * From a kernel launch to the runtime. The translator writes
 *     (::cuda_sim::configuration(file, line, grid, block, shared, stream), kernel(arguments))
 * for a launch, and makes the kernel call cuda_sim::kernel<...>::launch with its
 * arguments when it finds itself on the host (see simcc/kernels.c).
 */
#ifndef SIM_LAUNCH_H
#define SIM_LAUNCH_H

#include <ctype.h>
#include <cxxabi.h>
#include <new>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <type_traits>
#include <typeinfo>
#include <utility>

#include "../cuda_runtime_api.h"
#include "attributes.h"
#include "sim.h"

namespace cuda_sim {

/* What stands between <<< and >>>; lives until the launch's statement ends. */
class configuration {
public:
    configuration(const char *launch_file, int launch_line, dim3 grid_size, dim3 block_size,
                  size_t shared_bytes = 0, cudaStream_t in_stream = 0)
        : grid(grid_size), block(block_size), shared(shared_bytes), stream(in_stream),
          file(launch_file), line(launch_line), used(false), outer(newest)
    {
        if (sim_in_kernel())
            sim_unsupported("dynamic parallelism (a kernel launch inside a kernel)");
        newest = this;
    }

    ~configuration()
    {
        newest = outer;
        if (!used) {
            fprintf(stderr, "%s:%d: what is launched here is no __global__ function\n", file, line);
            exit(3);
        }
    }

    configuration(const configuration &) = delete;
    configuration &operator=(const configuration &) = delete;

    /* The configuration of the launch under way; ends the program where there is none. */
    static configuration &current(const char *kernel_name)
    {
        if (!newest || newest->used) {
            fprintf(stderr, "%s is a kernel: it is launched by %s<<<grid, block>>>(...), "
                    "not called\n", kernel_name, kernel_name);
            exit(3);
        }
        newest->used = true;
        return *newest;
    }

    const dim3 grid, block;
    const size_t shared;
    const cudaStream_t stream;
    const char *const file;
    const int line;

private:
    bool used;
    configuration *const outer;
    static inline thread_local configuration *newest = nullptr;
};

/* Its only use is its type's name, which contains the kernel's. */
template <auto function> struct name_tag {};

/* 512u and 3ul become 512 and 3: the suffixes of numbers say nothing to a reader. */
inline void drop_suffixes(char *name)
{
    char *to = name;
    bool in_number = false;

    for (char *from = name; *from; from++) {
        bool digit = *from >= '0' && *from <= '9';
        bool after_name = from > name && (isalnum((unsigned char)from[-1]) || from[-1] == '_');

        in_number = digit ? in_number || !after_name : in_number && (*from == 'u' || *from == 'l');
        if (digit || !in_number)
            *to++ = *from;
    }
    *to = 0;
}

/*
 * A kernel's name with template arguments, cut out of the name of the type
 * name_tag<kernel>: "cuda_sim::name_tag<&(void k<int, 4>(int*, int))>" gives "k<int, 4>".
 */
inline const char *kernel_name(const std::type_info &tag)
{
    char *full = abi::__cxa_demangle(tag.name(), nullptr, nullptr, nullptr);
    char *start = full ? strchr(full, '<') : nullptr;
    int angles = 0;
    char *end;

    if (!start)
        return tag.name();
    start += strspn(start, "<&(");
    if (!strncmp(start, "void ", 5))
        start += 5;
    for (;;) {          /* no name for what has none */
        static const char unnamed[] = "(anonymous namespace)::";
        char *found = strstr(start, unnamed);

        if (!found)
            break;
        memmove(found, found + sizeof unnamed - 1, strlen(found + sizeof unnamed - 1) + 1);
    }
    for (end = start; *end && (angles > 0 || (*end != '(' && *end != '>')); end++)
        angles += (*end == '<') - (*end == '>');
    *end = 0;
    drop_suffixes(start);
    return start;
}

/* One argument of a kernel, kept for its threads. */
template <size_t index, class type> struct argument {
    type value;
};

template <class indices, class... types> struct arguments;
template <size_t... index, class... types>
struct arguments<std::index_sequence<index...>, types...> : argument<index, types>... {
    explicit arguments(types &...values)
        : argument<index, types>{std::move(values)}... {}

    template <class function_type> SIM_HIDDEN void pass_to(function_type *function)
    {
        function(static_cast<argument<index, types> &>(*this).value...);
    }

    /* The same, from CUDA's array of pointers to the values. */
    template <class function_type>
    SIM_HIDDEN static void pass_pointed_to(function_type *function, void **values)
    {
        (void)values;
        function(*static_cast<types *>(values[index])...);
    }

    static size_t copy(void **values, void *storage, void **copied)
    {
        size_t used = 0;

        (void)values, (void)storage, (void)copied;
        (copy_one<types>(used, values, storage, copied, index), ...);
        return used;
    }

private:
    template <class type>
    static void copy_one(size_t &used, void **values, void *storage, void **copied, size_t i)
    {
        used = (used + alignof(type) - 1) / alignof(type) * alignof(type);
        if (storage) {
            copied[i] = static_cast<char *>(storage) + used;
            new (copied[i]) type(*static_cast<type *>(values[i]));
        }
        used += sizeof(type);
    }
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

/* A kernel, known by its address; site: where it is defined and its __launch_bounds__. */
template <auto function, class site> struct kernel;
template <class... types, void (*function)(types...), class site> struct kernel<function, site> {
    using all_arguments = arguments<std::index_sequence_for<types...>, types...>;

    /* Called by the kernel itself, on the host; apart from its code for the device. */
    __attribute__((noinline, cold)) static void launch(types... values)
    {
        configuration &c = configuration::current(entry.name);
        all_arguments kept(values...);
        struct sim_launch description = {};

        description.grid = {c.grid.x, c.grid.y, c.grid.z};
        description.block = {c.block.x, c.block.y, c.block.z};
        description.dynamic_shared = c.shared;
        description.stream = c.stream;
        description.function = entry.function;
        description.name = entry.name;
        description.file = c.file;
        description.line = c.line;
        description.body = body;
        description.arguments = &kept;
        ::sim_launch(&description);
    }

private:
    SIM_HIDDEN static void body(void *kept)
    {
        shared_outside::name_all();
        static_cast<all_arguments *>(kept)->pass_to(function);
    }

    SIM_HIDDEN static void invoke(void **values)
    {
        shared_outside::name_all();
        all_arguments::pass_pointed_to(function, values);
    }

    struct registered : sim_kernel {
        registered() : sim_kernel()
        {
            this->function = reinterpret_cast<const void *>(kernel::address());
            name = kernel_name(typeid(name_tag<kernel::address()>));
            file = site::sim_file();
            line = site::sim_line();
            maximum_threads = site::sim_threads();
            this->invoke = kernel::invoke;
            copy_arguments = all_arguments::copy;
            sim_register_kernel(this);
        }
    };

    static constexpr auto address() { return function; }

    static registered entry;    /* constructed before main */
};
template <class... types, void (*function)(types...), class site>
typename kernel<function, site>::registered kernel<function, site>::entry;

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

/* The block's dynamic shared memory as what a declaration of it says: a T (&)[]. */
template <class reference> SIM_INLINE reference dynamic_shared()
{
    return reinterpret_cast<reference>(sim_dynamic_shared);
}

}

#endif
