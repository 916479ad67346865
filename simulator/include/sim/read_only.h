/*
 * Loads on the read-only way, of memory that nothing of the launch writes: __ldg and PTX's
 * ld.global.nc. They are plain loads here; simcc knows them by this header's name, and the checks
 * by the table that it makes of them (simcc/read_only.h).
 */
#ifndef SIM_READ_ONLY_H
#define SIM_READ_ONLY_H

#include "sim.h"

template <class type> SIM_INLINE type __ldg(const type *address)
{
    return *address;
}

namespace cuda_sim {

template <class type, int count> struct vector_of {
    typedef type values __attribute__((vector_size(count * sizeof(type)), may_alias));
};

/* ld.global.nc.v4 and its kind: count numbers as one load. */
template <class type, int count>
SIM_INLINE typename vector_of<type, count>::values load_read_only(const type *address)
{
    return *reinterpret_cast<const typename vector_of<type, count>::values *>(address);
}

}

#endif
