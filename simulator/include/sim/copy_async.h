/*
 * Copies that a GPU does while the threads go on, from global to shared memory. Here they are done
 * at once, which is one of the orders that a GPU may choose; the checks are told of each, and of
 * what waits for it.
 */
#ifndef SIM_COPY_ASYNC_H
#define SIM_COPY_ASYNC_H

#include <stdint.h>

#include "../cuda_runtime.h"

namespace cuda_sim {

template <unsigned bytes> SIM_INLINE void copy_piece(void *to, const void *from, size_t i)
{
    typedef uint8_t piece __attribute__((vector_size(bytes), may_alias));

    static_cast<piece *>(to)[i] = static_cast<const piece *>(from)[i];
}

template <unsigned size>
SIM_INLINE void copy_pieces(void *to, const void *from, size_t bytes, unsigned rank,
                            unsigned threads)
{
    for (size_t i = rank; i < bytes / size; i += threads) {
        copy_piece<size>(to, from, i);
        sim_copy_begins(static_cast<char *>(to) + i * size,
                        static_cast<const char *>(from) + i * size, size);
    }
}

/* The group's threads copy pieces in turn, as large as the addresses and the size allow. */
SIM_INLINE void copy_together(void *to, const void *from, size_t bytes, unsigned rank,
                              unsigned threads)
{
    uintptr_t bits = (uintptr_t)to | (uintptr_t)from | bytes;

    if (!(bits & 15))
        copy_pieces<16>(to, from, bytes, rank, threads);
    else if (!(bits & 7))
        copy_pieces<8>(to, from, bytes, rank, threads);
    else if (!(bits & 3))
        copy_pieces<4>(to, from, bytes, rank, threads);
    else
        for (size_t i = rank; i < bytes; i += threads)
            static_cast<char *>(to)[i] = static_cast<const char *>(from)[i];
}

}

#endif
