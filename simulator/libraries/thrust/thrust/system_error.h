/*
 * thrust::system_error and cuda_category: CUDA's errors as C++'s.
 */
#ifndef SIM_THRUST_SYSTEM_ERROR_H
#define SIM_THRUST_SYSTEM_ERROR_H

#include <string>
#include <system_error>

#include "detail/system.h"

namespace thrust {

using std::error_category;
using std::error_code;
using std::error_condition;
using std::system_error;

namespace system {

using std::error_category;
using std::error_code;
using std::system_error;

inline const std::error_category &cuda_category()
{
    struct category : std::error_category {
        const char *name() const noexcept override { return "cuda"; }
        std::string message(int error) const override
        {
            return cudaGetErrorString((cudaError_t)error);
        }
    };
    static const category only;

    return only;
}

}

using system::cuda_category;

}

#endif
