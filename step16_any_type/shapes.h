/*
 * The shapes of step 16: the tiles for n elements, and the kernel for them. Included by
 * reduce.cu, behind the kernel.
 */
#ifndef SHAPES_H
#define SHAPES_H

#include "lanes.h"
#include "order.h"

enum { TILE_WARPS = 16 };

/* The tiles; the kernel for a block of `warps` warps for each of them, and for any other grid. */
template <typename Operator, typename element> struct shape {
    typedef void (*kernel_type)(const element *, unsigned long long *, unsigned int *,
                                typename Operator::accumulator *, size_t, unsigned int, size_t);
    kernel_type kernel, kernel_of_any_launch;
    unsigned int warps, loads, rounds;
    size_t tiles;
};

/* Tiles that meet, of `rounds` rounds; or one tile alone, of iAlone rounds. */
template <typename Operator, typename element, unsigned int iLoads, unsigned int iAlone>
static shape<Operator, element> shape_of(size_t n, unsigned int rounds)
{
    size_t tile_size = (size_t)TILE_WARPS * iLoads * rounds * 32 * PACK(element);
    return {reduceAnyType_16<Operator, element, TILE_WARPS, iLoads, iAlone>,
            reduceAnyType_16<Operator, element, TILE_WARPS, iLoads, 0>,
            TILE_WARPS,
            iLoads,
            rounds,
            (n - 1) / tile_size + 1};
}

/*
 * The tiles that were measured to be fast for n elements: chosen by n, the type and the
 * operator, and by nothing else. A lane's part ends with exchanges: the more an accumulator holds,
 * the larger is the part that is worth them.
 */
template <typename Operator, typename element>
static shape<Operator, element> choose_shape(size_t n)
{
    const size_t words = WORDS(typename Operator::accumulator);
    const unsigned int most_loads = words > 4 ? 4 : 8; // no more registers for the largest
    size_t bytes = n * sizeof(element);

    // one block, with none to meet
    if (bytes <= 8192)
        return shape_of<Operator, element, 1, 1>(n, 1);
    if (bytes <= 16384)
        return shape_of<Operator, element, 2, 1>(n, 1);
    if (bytes <= 32768)
        return shape_of<Operator, element, 4, 1>(n, 1);
    if (bytes <= 65536)
        return shape_of<Operator, element, most_loads, 8 / most_loads>(n, 8 / most_loads);
    if (bytes <= 131072 && words > 2)
        return shape_of<Operator, element, most_loads, 16 / most_loads>(n, 16 / most_loads);

    // blocks for all multiprocessors, then larger tiles
    if (bytes <= (size_t)1 << 21)
        return shape_of<Operator, element, 2, 0>(n, 1);
    if (bytes <= (size_t)1 << 23)
        return shape_of<Operator, element, 4, 0>(n, words > 2 ? 2 : 1);

    // as many loads under way as there are registers for; and while all tiles are under way at
    // once, or nearly, as large tiles as that allows
    unsigned int rounds = 4;
    if (words > 4)
        rounds = bytes <= (size_t)1 << 25 ? 4 : 16;
    else if (bytes < (size_t)1 << 26)
        rounds = bytes < (size_t)1 << 24 ? 1 : 2;
    else if (bytes > (size_t)1 << 26 && bytes <= (size_t)1 << 29)
        rounds = bytes <= (size_t)1 << 28 ? 8 : 16;
    return shape_of<Operator, element, most_loads, 0>(n, rounds);
}

#endif
