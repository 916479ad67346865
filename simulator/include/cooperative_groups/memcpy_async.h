/*
 * memcpy_async of a cooperative group: its threads copy together (sim/copy_async.h). Each call is a
 * group of copies. wait is a barrier.
 */
#ifndef SIM_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
#define SIM_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H

#include "../cooperative_groups.h"
#include "../sim/copy_async.h"

namespace cooperative_groups {

template <class group, class T, class S>
SIM_INLINE void memcpy_async(const group &g, T *to, const S *from, size_t bytes)
{
    cuda_sim::copy_together(to, from, bytes, (unsigned)g.thread_rank(), (unsigned)g.size());
    sim_copy(SIM_COPY_COMMIT, nullptr, 0);
}

/* In elements: as many as both have. */
template <class group, class T>
SIM_INLINE void memcpy_async(const group &g, T *to, size_t to_count, const T *from,
                             size_t from_count)
{
    size_t count = to_count < from_count ? to_count : from_count;

    cuda_sim::copy_together(to, from, count * sizeof(T), (unsigned)g.thread_rank(),
                            (unsigned)g.size());
    sim_copy(SIM_COPY_COMMIT, nullptr, 0);
}

template <class group> SIM_INLINE void wait(const group &g)
{
    sim_copy(SIM_COPY_WAIT, nullptr, 0);
    g.sync();
}

template <unsigned int prior, class group> SIM_INLINE void wait_prior(const group &g)
{
    sim_copy(SIM_COPY_WAIT, nullptr, prior);
    g.sync();
}

}

#endif
