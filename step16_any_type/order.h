/*
 * The order in which step 16 combines, and the same order on the host: a reduction with the same
 * bits, one element after the other, to hold the kernel against.
 */
#ifndef ORDER_H
#define ORDER_H

#include <stddef.h>
#include <string.h>

/* How many elements a load of 16 bytes has. */
#define PACK(element) (16 / (unsigned int)sizeof(element))

enum { LOADS_MAX = 8 }; /* of one lane, in a tile */
enum { GROUP = 512 };   /* tiles whose values are combined at a time */

/* Combines count values, a power of two of them, in order: neighbours first. Overwrites them. */
template <typename Operator>
__host__ __device__ typename Operator::accumulator fold(typename Operator::accumulator *values,
                                                        unsigned int count)
{
#pragma unroll
    for (unsigned int distance = 1; distance < count; distance *= 2)
#pragma unroll
        for (unsigned int i = 0; i < count; i += 2 * distance)
            values[i] = Operator::combine(values[i], values[i + distance]);
    return values[0];
}

/* The most combinations on an element's way, for so many tiles where a lane has so many elements.
 */
static inline int depth_of(size_t tiles, unsigned int elements_of_lane)
{
    int depth = 5 + 5; // the lanes of a warp, the warps of a tile

    for (; elements_of_lane > 1; elements_of_lane /= 2)
        depth++;
    for (; tiles > 1; tiles = (tiles - 1) / GROUP + 1)
        depth += 5 + 5;
    return depth;
}

/* The elements at idx and behind it that one load has; past the end, at n, stands the identity. */
template <typename Operator, typename element>
static typename Operator::accumulator packInOrder(const element *numbers, size_t idx, size_t n)
{
    typename Operator::accumulator values[PACK(element)];

    for (unsigned int i = 0; i < PACK(element); i++)
        values[i] = idx + i < n ? Operator::lift(numbers[idx + i], idx + i) : Operator::identity();
    return fold<Operator>(values, PACK(element));
}

/* One warp's part of a tile, whose first element is numbers[first]. */
template <typename Operator, typename element>
static typename Operator::accumulator warpInOrder(const element *numbers, size_t first, size_t n,
                                                  unsigned int loads)
{
    typename Operator::accumulator lanes[32], rows[LOADS_MAX], value;

    if (Operator::is_commutative) {
        for (unsigned int lane = 0; lane < 32; lane++) {
            for (unsigned int k = 0; k < loads; k++)
                rows[k] = packInOrder<Operator>(numbers,
                                                first + (32 * (size_t)k + lane) * PACK(element), n);
            lanes[lane] = fold<Operator>(rows, loads);
        }
        value = fold<Operator>(lanes, 32);
    } else {
        for (unsigned int k = 0; k < loads; k++) {
            for (unsigned int lane = 0; lane < 32; lane++)
                lanes[lane] = packInOrder<Operator>(
                    numbers, first + (32 * (size_t)k + lane) * PACK(element), n);
            rows[k] = fold<Operator>(lanes, 32);
        }
        value = fold<Operator>(rows, loads);
    }
    return value;
}

/* Combines up to GROUP values in order, by warps of 32 of them: values[0] gets the result. */
template <typename Operator>
static void groupInOrder(typename Operator::accumulator *values, size_t count)
{
    typename Operator::accumulator warps[32], lanes[32];

    for (unsigned int warp = 0; warp < 32; warp++) {
        for (unsigned int lane = 0; lane < 32; lane++)
            lanes[lane] =
                32 * warp + lane < count ? values[32 * warp + lane] : Operator::identity();
        warps[warp] = fold<Operator>(lanes, 32);
    }
    values[0] = fold<Operator>(warps, 32);
}

/*
 * Reduces n numbers as reduceAnyType_16 does with tiles of so many warps and loads. values has room
 * for one value per tile, and is overwritten.
 */
template <typename Operator, typename element>
static typename Operator::accumulator reduceInOrder(const element *numbers, size_t n,
                                                    unsigned int warps, unsigned int loads,
                                                    typename Operator::accumulator *values)
{
    size_t warp_size = (size_t)loads * 32 * PACK(element);
    size_t count = 0;

    for (size_t first = 0; first < n; first += warps * warp_size) {
        typename Operator::accumulator parts[32];

        for (unsigned int warp = 0; warp < 32; warp++)
            parts[warp] = warp < warps
                              ? warpInOrder<Operator>(numbers, first + warp * warp_size, n, loads)
                              : Operator::identity();
        values[count++] = fold<Operator>(parts, 32);
    }
    for (; count > 1; count = (count - 1) / GROUP + 1)
        for (size_t first = 0; first < count; first += GROUP) {
            groupInOrder<Operator>(values + first, count - first < GROUP ? count - first : GROUP);
            values[first / GROUP] = values[first];
        }
    return values[0];
}

/* Whether two values are the same, word for word. */
template <typename accumulator> static bool has_same_bits(accumulator a, accumulator b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

#endif
