/*
 * thrust::cuda::vector: device_vector.
 */
#ifndef SIM_THRUST_CUDA_VECTOR_H
#define SIM_THRUST_CUDA_VECTOR_H

#include "../../device_vector.h"

namespace thrust {
namespace cuda {
template <class T, class allocator = std::allocator<T>> using vector = device_vector<T, allocator>;
}
}

#endif
