/*
 * From a kernel launch to the runtime. The translator writes
 *     (::cuda_sim::configuration(file, line, grid, block, shared, stream), kernel(arguments))
 * for a launch, and makes the kernel call cuda_sim::kernel<...>::launch with its
 * arguments when it finds itself on the host (see simcc/kernels.c).
 */
#ifndef SIM_LAUNCH_H
#define SIM_LAUNCH_H

#include <cxxabi.h>
#include <new>
#include <typeinfo>
#include <utility>

#include "attributes.h"
#include "configuration.h"
#include "sim.h"
#include "variables.h"

namespace cuda_sim {

/* A parameter's type as the function's type has it: without qualifiers of its own. */
template <class type> struct unrestricted {
    using bare = type;
};
template <class type> struct unrestricted<type *__restrict__> {
    using bare = type *;
};
template <class type> struct unrestricted<type &__restrict__> {
    using bare = type &;
};
template <class type> using parameter = typename unrestricted<std::remove_cv_t<type>>::bare;

/* Whether no code of the program's own runs where such an object is copied and destroyed. */
template <class type>
inline constexpr bool is_mere_bytes =
    !std::is_reference_v<type> && std::is_trivially_destructible_v<type> &&
    std::is_trivially_move_constructible_v<type> &&
    (std::is_trivially_copy_constructible_v<type> || !std::is_copy_constructible_v<type>);

/*
 * How a kernel hands a parameter to its launcher. A large one by reference: room for a copy
 * would be part of the stack of each of its threads. One with a destructor, too: the host makes
 * one copy of it, for the call, and not a second. (A small one by value: the address of a
 * parameter that is known elsewhere would keep it in memory, in the kernel too.)
 */
template <class type>
using handed_over =
    std::conditional_t<(sizeof(type) > 1024 || !is_mere_bytes<type>), const type &, type>;

/*
 * An object's bytes, as they are copied to a device, where neither its copy constructor nor its
 * destructor is run. The kernel gets a reference to them: all compilers for Linux pass such an
 * object so, which its caller would have to copy and to destroy.
 */
template <class type> struct object_bytes {
    alignas(type) char bytes[sizeof(type)];

    object_bytes(const type &object)
    {
        __builtin_memcpy(bytes, static_cast<const void *>(__builtin_addressof(object)),
                         sizeof bytes);
    }
};

/* A reference is its object's address, and is passed as one: the object itself stays where it is.
 */
template <class type> struct object_address {
    type *address;

    object_address(type &object) : address(__builtin_addressof(object)) {}
};

/* The form in which an argument is stored, and the one in which the kernel gets it. */
template <class type> struct way {
    using bytes = std::conditional_t<is_mere_bytes<type>, type, object_bytes<type>>;
    using passed = std::conditional_t<is_mere_bytes<type>, type, object_bytes<type> &>;
};
template <class type> struct way<type &> {
    using bytes = object_address<type>;
    using passed = object_address<type>;
};
template <class type> using kept_as = typename way<type>::bytes;
template <class type> using passed_as = typename way<type>::passed;

/* Whether it is stored as an address of memory. */
template <class type>
inline constexpr bool
    is_address = (std::is_pointer_v<type> || std::is_reference_v<type>)&&!std::is_function_v<
        std::remove_pointer_t<std::remove_reference_t<type>>>;

/* Of copied arguments: a stack's at least, else clang makes a second copy on its way there. */
template <class type>
inline constexpr unsigned short alignment = alignof(kept_as<type>) < 8 ? 8 : alignof(kept_as<type>);

/* One argument of a kernel, stored for its threads. */
template <size_t index, class type> struct argument {
    kept_as<type> value;
};

template <class indices, class... types> struct arguments;
template <size_t... index, class... types>
struct arguments<std::index_sequence<index...>, types...> : argument<index, types>... {
    explicit arguments(handed_over<types> &...values)
        : argument<index, types>{kept_as<types>(std::forward<handed_over<types>>(values))}...
    {
    }

    template <class function_type> SIM_HIDDEN void pass_to(function_type *function)
    {
        call(function, static_cast<argument<index, types> &>(*this).value...);
    }

    /* The same, from CUDA's array of pointers to the values. */
    template <class function_type>
    SIM_HIDDEN static void pass_pointed_to(function_type *function, void **values)
    {
        (void)values;
        call(function, *static_cast<kept_as<types> *>(
                           __builtin_assume_aligned(values[index], alignment<types>))...);
    }

    /* Where each of them is. */
    void find_places(void **places)
    {
        (void)places;
        ((places[index] = address_of(static_cast<argument<index, types> &>(*this).value)), ...);
    }

    /* How each of them is stored; one more, as there may be none. */
    static constexpr sim_parameter stored[] = {
        {sizeof(kept_as<types>), alignment<types>, is_address<types>}..., {}};

private:
    template <class function_type>
    SIM_HIDDEN __attribute__((always_inline)) static void call(function_type *function,
                                                               kept_as<types> &...values)
    {
        __asm__("" : "+r"(function)); /* inlined here, it would not be counted */
        if constexpr ((is_mere_bytes<types> && ...))
            function(values...);
        else
            call_with(reinterpret_cast<void (*)(passed_as<types>...)>(function), values...);
    }

    /* The values are copies, each thread's own. */
    __attribute__((always_inline)) static void call_with(void (*function)(passed_as<types>...),
                                                         kept_as<types>... values)
    {
        function(values...);
    }

    template <class object> static void *address_of(object &value)
    {
        return &const_cast<char &>(reinterpret_cast<const volatile char &>(value));
    }
};

/* Its only use is its type's name, which contains the kernel's: see sim_kernel_name. */
template <auto function> struct name_tag {
};

/* A launch's arguments as they are kept, and where each of them and those that are pointers are. */
struct kept_arguments {
    void *all;
    size_t bytes;
    void **places;
    const void **pointers; /* with room for all of them */
};

/* What calls the kernel: see struct sim_launch. */
struct callers {
    void (*body)(void *);
    void (*loop)(void *);
    void (*block)(void *);
    int is_short;
};

/* What all launches have in common, compiled once for all kernels of a file. */
__attribute__((noinline, cold)) SIM_HIDDEN inline void
launch_kept(const sim_kernel &kernel, callers call, kept_arguments kept)
{
    const configuration &c = configuration::current(kernel.name);
    struct sim_launch description = {};

    description.grid = {c.grid.x, c.grid.y, c.grid.z};
    description.block = {c.block.x, c.block.y, c.block.z};
    description.dynamic_shared = c.shared;
    description.stream = c.stream;
    description.function = kernel.function;
    description.name = kernel.name;
    description.file = c.file;
    description.line = c.line;
    description.body = call.body;
    description.loop = call.loop;
    description.run_block = call.block;
    description.is_short = call.is_short;
    description.arguments = kept.all;
    description.values = kept.all;
    description.value_bytes = kept.bytes;
    description.places = kept.places;
    description.pointers = kept.pointers;
    description.pointer_count = ::sim_find_pointers(&kernel, kept.places, kept.pointers);
    if (::sim_in_kernel())
        ::sim_launch_later(&description);
    else
        ::sim_launch(&description);
}

/* Makes a kernel known, before main, once what is no constant is added. tag: name_tag of the
 * kernel. */
struct registration {
    __attribute__((noinline, cold)) SIM_HIDDEN
    registration(sim_kernel &kernel, const void *function, const std::type_info &tag)
    {
        kernel.function = function;
        kernel.name = sim_kernel_name(tag.name(), abi::__cxa_demangle);
        sim_register_kernel(&kernel);
    }
};

/* A kernel, known by its address; site: where it is defined and its __launch_bounds__;
 * has_phases: site has the same kernel for all threads of a block. */
template <auto function, class site, bool has_phases = false> struct kernel;
template <class... types, void (*function)(types...), class site, bool has_phases>
struct kernel<function, site, has_phases> {
    using all_arguments = arguments<std::index_sequence_for<types...>, types...>;
    static_assert((0 + ... + sizeof(kept_as<types>)) <= SIM_PARAMETER_LIMIT,
                  "a kernel's parameters are limited to 32764 bytes");

    /* Called by the kernel itself, on the host; apart from its code for the device. */
    __attribute__((noinline, cold)) static void launch(handed_over<types>... values)
    {
        const bool in_kernel = ::sim_in_kernel();
        void *const recording = in_kernel ? ::sim_stop_recording() : nullptr;
        all_arguments kept(values...);
        void *places[sizeof...(types) + 1];
        const void *pointers[sizeof...(types) + 1];

        kept.find_places(places);
        (void)&known; /* else it would not be made */
        launch_kept(entry, {body, loop, block, is_short()}, {&kept, sizeof kept, places, pointers});
        if (in_kernel)
            ::sim_go_on_recording(recording);
    }

private:
    SIM_HIDDEN static void body(void *kept)
    {
        shared_outside::name_all();
        static_cast<all_arguments *>(kept)->pass_to(function);
    }

#ifdef SIM_LOOPS /* simcc's, for code without hooks */
    static void loop(void *kept)
    {
        const struct sim_index *index = ::sim_loop.index;
        unsigned int *const thread = ::sim_loop.thread;

        shared_outside::name_all();
        for (unsigned int left = ::sim_loop.left;; left--) {
            static_cast<all_arguments *>(kept)->pass_to(function);
            if (!left || !::sim_loop.left)
                break;
            ++*thread;
            ::sim_thread_index = *++index;
        }
    }
#else
    static constexpr void (*loop)(void *) = nullptr;
#endif

    SIM_HIDDEN static void run_phases(void *kept)
    {
        shared_outside::name_all();
        if constexpr (has_phases)
            static_cast<all_arguments *>(kept)->pass_to(&site::sim_phases);
    }
    static constexpr void (*block)(void *) = has_phases ? run_phases : nullptr;

    static constexpr int is_short()
    {
        if constexpr (has_phases)
            return site::sim_is_short;
        else
            return 0;
    }

    SIM_HIDDEN static void invoke(void **values)
    {
        shared_outside::name_all();
        all_arguments::pass_pointed_to(function, values);
    }

    static constexpr auto address()
    {
        return function;
    }

    static sim_kernel entry;
    static registration known;
};
template <class... types, void (*function)(types...), class site, bool has_phases>
sim_kernel kernel<function, site, has_phases>::entry = {nullptr,
                                                        nullptr,
                                                        site::sim_file(),
                                                        site::sim_line(),
                                                        site::sim_threads(),
                                                        kernel::invoke,
                                                        sizeof...(types),
                                                        kernel::all_arguments::stored,
                                                        site::sim_parameters(),
                                                        nullptr};
template <class... types, void (*function)(types...), class site, bool has_phases>
registration kernel<function, site, has_phases>::known{
    kernel::entry, reinterpret_cast<const void *>(kernel::address()),
    typeid(name_tag<kernel::address()>)};

}

#endif
