/*
 * thrust::zip_function: a function of several arguments, called with a tuple of them.
 */
#ifndef SIM_THRUST_ZIP_FUNCTION_H
#define SIM_THRUST_ZIP_FUNCTION_H

#include "detail/system.h"
#include "tuple.h"

namespace thrust {

template <class function> class zip_function {
public:
    __host__ __device__ explicit zip_function(function f) : call(f) {}
    template <class arguments>
    __host__ __device__ __forceinline__ decltype(auto) operator()(arguments &&all) const
    {
        return std::apply(call, static_cast<arguments &&>(all));
    }

private:
    mutable function call;
};

template <class function>
__host__ __device__ zip_function<function> make_zip_function(function call)
{
    return zip_function<function>(call);
}

}

#endif
