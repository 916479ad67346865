/*
 * The pipeline of one thread, as C functions: copies to shared memory (sim/copy_async.h).
 */
#ifndef SIM_CUDA_PIPELINE_H
#define SIM_CUDA_PIPELINE_H

#include "sim/copy_async.h"

/* Copies 4, 8 or 16 bytes, the last zero_fill of them 0 instead. */
SIM_INLINE void __pipeline_memcpy_async(void *to, const void *from, size_t bytes,
                                        size_t zero_fill = 0)
{
    sim_copy_needs(to, from, (unsigned)bytes);
    cuda_sim::copy_together(to, from, bytes - zero_fill, 0, 1);
    for (size_t i = bytes - zero_fill; i < bytes; i++)
        static_cast<char *>(to)[i] = 0;
    sim_copy_begins(static_cast<char *>(to) + bytes - zero_fill, nullptr, (unsigned)zero_fill);
}

SIM_INLINE void __pipeline_commit()
{
    sim_copy(SIM_COPY_COMMIT, nullptr, 0);
}

SIM_INLINE void __pipeline_wait_prior(size_t prior)
{
    sim_copy(SIM_COPY_WAIT, nullptr, (unsigned)prior);
}

#endif
