/*
 * The order in which step 16 combines, and the same order on the host: a reduction with the same
 * bits, one element after the other, to hold the kernel against.
 */
#ifndef ORDER_H
#define ORDER_H

#include <stddef.h>

/* How many elements a load of 16 bytes has. */
#define PACK(element) (16 / (unsigned int)sizeof(element))

enum { LOADS_MAX = 8 }; /* of one lane, in a tile */
enum { GROUP = 512 };   /* tiles whose values are combined at a time */

/*
 * How many rows a lane's next row lies behind its last one, in a tile of `warps` warps; and how
 * many rows lie between the first rows of two warps that take `rows` each. For an operator that is
 * not commutative each warp has a part of the input to itself. Else all warps of a tile read side
 * by side: the rows that a block reads at a time stand together, and memory is fastest so.
 */
template <typename Operator>
__host__ __device__ constexpr unsigned int rows_apart(unsigned int warps)
{
    return Operator::is_commutative ? warps : 1;
}
template <typename Operator>
__host__ __device__ constexpr unsigned int warps_apart(unsigned int rows)
{
    return Operator::is_commutative ? 1 : rows;
}

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

/* The same for the values of one lane. */
template <typename Operator>
__host__ __device__ typename Operator::accumulator
foldOfLane(typename Operator::accumulator *values, unsigned int count)
{
#pragma unroll
    for (unsigned int distance = 1; distance < count; distance *= 2)
#pragma unroll
        for (unsigned int i = 0; i < count; i += 2 * distance)
            values[i] = Operator::join(values[i], values[i + distance]);
    return values[0];
}

/*
 * The most combinations on an element's way: through `tiles` tiles, in which a lane has
 * `elements` elements in each of `rounds` rounds.
 */
static inline int depth_of(size_t tiles, unsigned int elements, unsigned int rounds)
{
    int depth = (int)rounds + 5 + 5; // one after the other; the lanes of a warp; the warps

    for (; elements > 1; elements /= 2)
        depth++;
    for (; tiles > 1; tiles = (tiles - 1) / GROUP + 1)
        depth += 5 + 5;
    return depth;
}

/* A lane's part of one row, at index idx and behind it; past the end, at n, it has the identity. */
template <typename Operator, typename element>
static typename Operator::accumulator packInOrder(const element *numbers, size_t idx, size_t n,
                                                  unsigned int place)
{
    typename Operator::accumulator values[PACK(element)];

    for (unsigned int i = 0; i < PACK(element); i++)
        values[i] =
            idx + i < n ? Operator::lift(numbers[idx + i], place + i) : Operator::identity();
    return foldOfLane<Operator>(values, PACK(element));
}

/* One warp's part of a tile, whose first row begins at index start. */
template <typename Operator, typename element>
static typename Operator::accumulator warpInOrder(const element *numbers, size_t start, size_t n,
                                                  unsigned int warps, unsigned int loads,
                                                  unsigned int rounds)
{
    const unsigned int pack = PACK(element), next = 32 * pack * rows_apart<Operator>(warps);
    typename Operator::accumulator lanes[32], rows[LOADS_MAX], value = Operator::identity();

    for (unsigned int lane = 0; lane < 32; lane++)
        lanes[lane] = Operator::identity();
    for (unsigned int round = 0; round < rounds; round++, start += next * loads) {
        if (Operator::is_commutative) {
            for (unsigned int lane = 0; lane < 32; lane++) {
                size_t first = start + lane * pack;

                for (unsigned int k = 0; k < loads; k++)
                    rows[k] = packInOrder<Operator>(numbers, first + next * k, n, next * k);
                lanes[lane] = Operator::combine(
                    lanes[lane], Operator::move(foldOfLane<Operator>(rows, loads), first));
            }
        } else {
            for (unsigned int k = 0; k < loads; k++) {
                for (unsigned int lane = 0; lane < 32; lane++) {
                    size_t first = start + lane * pack;

                    lanes[lane] = Operator::move(
                        packInOrder<Operator>(numbers, first + next * k, n, next * k), first);
                }
                rows[k] = fold<Operator>(lanes, 32);
            }
            value = Operator::combine(value, fold<Operator>(rows, loads));
        }
    }
    return Operator::is_commutative ? fold<Operator>(lanes, 32) : value;
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
 * Reduces n numbers as reduceAnyType_16 does with tiles of these warps, loads and rounds. values
 * has room for one value per tile, and is overwritten.
 */
template <typename Operator, typename element>
static typename Operator::accumulator
reduceInOrder(const element *numbers, size_t n, unsigned int warps, unsigned int loads,
              unsigned int rounds, typename Operator::accumulator *values)
{
    const unsigned int row = 32 * PACK(element);
    size_t tile_size = (size_t)warps * rounds * loads * row;
    size_t part = (size_t)row * warps_apart<Operator>(rounds * loads);
    size_t count = 0;

    for (size_t first = 0; first < n; first += tile_size) {
        typename Operator::accumulator parts[32];

        for (unsigned int warp = 0; warp < 32; warp++)
            parts[warp] = warp < warps ? warpInOrder<Operator>(numbers, first + warp * part, n,
                                                               warps, loads, rounds)
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

#endif
