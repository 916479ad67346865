/*
 * Values that nvcc loads in one piece where the source names their members: 16 bytes, aligned so.
 */
#ifndef SIM_WHOLE_H
#define SIM_WHOLE_H

namespace cuda_sim {

template <class type, bool is_whole> struct whole_or_reference {
    using result = const type &;
};
template <class type> struct whole_or_reference<type, true> {
    using result = const type;
};

/* What simcc reads p[i] into where p[i].x + p[i].y + p[i].z + p[i].w stands. */
template <class type>
using whole_of =
    typename whole_or_reference<type, sizeof(type) == 16 && alignof(type) == 16>::result;

} // namespace cuda_sim

#endif
