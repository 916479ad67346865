/*
 * Thrust's execution policies: thrust::host, thrust::device, thrust::cuda::par.
 */
#ifndef SIM_THRUST_EXECUTION_POLICY_H
#define SIM_THRUST_EXECUTION_POLICY_H

#include "detail/system.h"

namespace thrust {
namespace detail {

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

namespace cuda {
static const detail::device_policy par __attribute__((unused)) = {};
static const detail::device_policy par_nosync __attribute__((unused)) = {};
}

}

#endif
