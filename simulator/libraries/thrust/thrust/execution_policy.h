/*
 * Thrust's execution policies: thrust::host, thrust::device, thrust::cuda::par.
 */
#ifndef SIM_THRUST_EXECUTION_POLICY_H
#define SIM_THRUST_EXECUTION_POLICY_H

#include "detail/system.h"

namespace thrust {
namespace detail {

template <class> constexpr bool never = false;

struct host_policy {
    typedef void sim_policy;
    host_system system() const { return {}; }
};

/* par(allocator) is taken: temporary storage comes from cudaMalloc all the same. */
struct device_policy {
    typedef void sim_policy;
    cudaStream_t stream = 0;

    device_system system() const { return {stream}; }
    template <class allocator> device_policy operator()(allocator &) const { return *this; }
    device_policy on(cudaStream_t s) const { return device_policy{s}; }
};

}

static const detail::host_policy host __attribute__((unused)) = {};
static const detail::host_policy seq __attribute__((unused)) = {};
static const detail::device_policy device __attribute__((unused)) = {};

typedef detail::host_policy host_system_tag;
typedef detail::device_policy device_system_tag;

/* The base of policies that programs derive, with algorithms of their own. */
template <class policy> struct device_execution_policy {
    static_assert(detail::never<policy>,
                  "the simulator has no execution policies of a program's own: "
                  "use thrust::device, or thrust::cuda::par.on(stream)");
};
template <class policy> struct host_execution_policy : device_execution_policy<policy> {
};

namespace cuda {
typedef detail::device_policy tag;
static const detail::device_policy par __attribute__((unused)) = {};
static const detail::device_policy par_nosync __attribute__((unused)) = {};
}

}

#endif
