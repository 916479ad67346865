/*
 * The operators that may replace the plus sign. Each is a struct that says, of one type of
 * elements:
 *
 *     accumulator          the type of partial results
 *     identity()           the partial result of no elements
 *     combine(a, b)        that of the elements of a and, behind them, those of b
 *     is_commutative       whether combine(b, a) would be the same
 *     finish(a)            the answer that the partial result of all is (on the host alone)
 *
 * combine must be associative, at least but for rounding: a(bc) = (ab)c. Nothing else is asked.
 *
 * The elements of one lane in a tile stand in order, and are counted from the first of them on:
 *
 *     lift(x, place)       the partial result of element x alone, at that place
 *     join(a, b)           combine, where all places in a come before those in b, and a has some
 *     move(a, first)       a with indices for places: the lane's first element has index first
 *
 * All functions run on the host too, and give the same bits there: each rounding is written out,
 * and multiply_add() stands wherever a compiler might fuse a product and a sum.
 */
#ifndef OPERATORS_H
#define OPERATORS_H

#include <stddef.h>

#include "../common/types/operation.h"
#include "numbers.h"
#include "order.h"

#define BOTH __host__ __device__ static

/* The common part of operators that take no notice of places. */
template <typename Operator, typename accumulator> struct Placeless {
    BOTH accumulator join(accumulator a, accumulator b)
    {
        return Operator::combine(a, b);
    }
    BOTH accumulator move(accumulator a, size_t)
    {
        return a;
    }
};

/* Integers in 64 bits, modulo 2^64; half and bfloat16 in float; float and double as they are. */
template <typename element> struct Sum : Placeless<Sum<element>, typename carried<element>::type> {
    typedef typename carried<element>::type accumulator;
    static const bool is_commutative = true;

    // -0: added to -0 it leaves -0, which +0 does not
    BOTH accumulator identity()
    {
        return (accumulator)-0.0;
    }
    BOTH accumulator lift(element x, unsigned int)
    {
        return carry(x);
    }
    BOTH accumulator combine(accumulator a, accumulator b)
    {
        return add(a, b);
    }
    static struct answer finish(accumulator sum)
    {
        return answer_of(sum);
    }
};

/* In the same types; the product of integers is that modulo 2^64. */
template <typename element>
struct Product : Placeless<Product<element>, typename carried<element>::type> {
    typedef typename carried<element>::type accumulator;
    static const bool is_commutative = true;

    BOTH accumulator identity()
    {
        return 1;
    }
    BOTH accumulator lift(element x, unsigned int)
    {
        return carry(x);
    }
    BOTH accumulator combine(accumulator a, accumulator b)
    {
        return multiply(a, b);
    }
    static struct answer finish(accumulator product)
    {
        return answer_of(product);
    }
};

/* The smallest, by the numbers' order keys: -0 is below +0, and a NaN below everything. */
template <typename element>
struct Minimum : Placeless<Minimum<element>, typename order<element>::key> {
    typedef typename order<element>::key accumulator;
    static const bool is_commutative = true;

    BOTH accumulator identity()
    {
        return order<element>::most();
    }
    BOTH accumulator lift(element x, unsigned int)
    {
        return key_of(x, order<element>::least());
    }
    BOTH accumulator combine(accumulator a, accumulator b)
    {
        return b < a ? b : a;
    }
    static struct answer finish(accumulator key)
    {
        return answer_of(order<element>::number(key));
    }
};

/* The largest: a NaN is above everything. */
template <typename element>
struct Maximum : Placeless<Maximum<element>, typename order<element>::key> {
    typedef typename order<element>::key accumulator;
    static const bool is_commutative = true;

    BOTH accumulator identity()
    {
        return order<element>::least();
    }
    BOTH accumulator lift(element x, unsigned int)
    {
        return key_of(x, order<element>::most());
    }
    BOTH accumulator combine(accumulator a, accumulator b)
    {
        return b > a ? b : a;
    }
    static struct answer finish(accumulator key)
    {
        return answer_of(order<element>::number(key));
    }
};

/* A key, and where its element stands: an index as wide as the key, so that no gap is between. */
template <typename key> struct place_of {
    key value;
    typename as_wide<key>::type index;
};

/*
 * The smallest and its place: of equal ones the first. The elements of a lane stand in order, so
 * that within it the place needs no comparison.
 */
template <typename element> struct ArgMinimum {
    typedef typename order<element>::key key;
    typedef struct place_of<key> accumulator;
    static const bool is_commutative = true;

    BOTH accumulator identity()
    {
        return {order<element>::most(), UINT_MAX};
    }
    BOTH accumulator lift(element x, unsigned int place)
    {
        return {key_of(x, order<element>::least()), place};
    }
    BOTH accumulator join(accumulator a, accumulator b)
    {
        return b.value < a.value ? b : a;
    }
    BOTH accumulator move(accumulator a, size_t first)
    {
        a.index = (unsigned int)(a.index + first);
        return a;
    }
    BOTH accumulator combine(accumulator a, accumulator b)
    {
        bool takes_b = b.value < a.value || (b.value == a.value && b.index < a.index);
        return takes_b ? b : a;
    }
    static struct answer finish(accumulator smallest)
    {
        struct answer answer = answer_of(order<element>::number(smallest.value));
        answer.index = smallest.index;
        return answer;
    }
};

/* How many elements, their mean, and the sum of the squares of their distances from it. */
template <typename real> struct moments_of {
    typename as_wide<real>::type count;
    real mean, squares;
};

/*
 * Mean and variance in one pass. Two parts are merged by the distance d of their means: the mean
 * of all lies on the way between them, and the squares grow by d^2 times na nb / (na + nb). Most
 * parts are of the same size, and need no division.
 */
template <typename element>
struct Moments : Placeless<Moments<element>, struct moments_of<typename averaged<element>::type>> {
    typedef typename averaged<element>::type real;
    typedef struct moments_of<real> accumulator;
    static const bool is_commutative = true;

    BOTH accumulator identity()
    {
        return {0, 0, 0};
    }
    BOTH accumulator lift(element x, unsigned int)
    {
        return {1, (real)carry(x), 0};
    }
    BOTH accumulator combine(accumulator a, accumulator b)
    {
        if (b.count == 0)
            return a;
        real share = (real)0.5;
        if (a.count != b.count)
            share = (real)b.count / (real)(a.count + b.count);
        real distance = b.mean - a.mean;
        real scaled = distance * ((real)a.count * share);
        return {a.count + b.count, multiply_add(distance, share, a.mean),
                multiply_add(distance, scaled, a.squares + b.squares)};
    }
    static struct answer finish(accumulator all)
    {
        struct answer answer = answer_of(all.mean);
        answer.second = isfinite(all.mean) ? all.squares / (real)all.count : NAN;
        return answer;
    }
};

/*
 * Whether none is 0, as && has it: a NaN is not 0, and -0 is. The accumulator is the smallest
 * of words that are 0 for a 0 alone: one instruction takes the smaller of two, where a bit for each
 * element takes several.
 */
template <typename element> struct And : Placeless<And<element>, unsigned int> {
    typedef unsigned int accumulator;
    static const bool is_commutative = true;

    BOTH accumulator identity()
    {
        return 1;
    }
    BOTH accumulator lift(element x, unsigned int)
    {
        return bits_unless_0(x);
    }
    BOTH accumulator combine(accumulator a, accumulator b)
    {
        return b < a ? b : a;
    }
    static struct answer finish(accumulator smallest)
    {
        return answer_of((long long)(smallest != 0));
    }
};

/* The map x -> factor * x + offset. */
template <typename number> struct map_of {
    number factor, offset;
};

/*
 * One map after the other, as a single map: associative, but their order matters. Of unsigned
 * ints, modulo 2^32, this is how a linear congruential generator jumps ahead.
 */
template <typename number> struct Compose : Placeless<Compose<number>, struct map_of<number>> {
    typedef struct map_of<number> accumulator;
    static const bool is_commutative = false;

    BOTH accumulator identity()
    {
        return {1, (number)-0.0};
    }
    BOTH accumulator lift(accumulator map, unsigned int)
    {
        return map;
    }
    BOTH accumulator combine(accumulator a, accumulator b)
    {
        return {b.factor * a.factor, multiply_add(b.factor, a.offset, b.offset)};
    }
    static struct answer finish(accumulator map)
    {
        struct answer answer = answer_of(map.factor), offset = answer_of(map.offset);
        answer.index = (unsigned long long)offset.integer;
        answer.second = offset.real;
        return answer;
    }
};

#undef BOTH

#endif
