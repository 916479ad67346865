/*
 * What may stand in for the plus sign. Each operator is a struct that says, of one type of
 * elements:
 *
 *     accumulator          what partial results are carried in
 *     identity()           the partial result of no elements
 *     lift(x, index)       the partial result of element x alone, which stands at index
 *     combine(a, b)        that of the elements of a and, behind them, those of b
 *     is_commutative       whether combine(b, a) would be the same
 *     finish(a)            the answer that the partial result of all is (on the host alone)
 *
 * combine must be associative, at least but for rounding: a(bc) = (ab)c. Nothing else is asked.
 * All functions run on the host too, and give the same bits there: each rounding is written out,
 * and multiply_add() stands wherever a compiler might fuse a product and a sum.
 */
#ifndef OPERATORS_H
#define OPERATORS_H

#include <stddef.h>

#include "../common/operation.h"
#include "numbers.h"

#define BOTH __host__ __device__ static

/* Integers in 64 bits, modulo 2^64; half and bfloat16 in float; float and double as they are. */
template <typename element> struct Sum {
    typedef typename carried<element>::type accumulator;
    static const bool is_commutative = true;

    // -0: added to -0 it leaves -0, which +0 does not
    BOTH accumulator identity()
    {
        return (accumulator)-0.0;
    }
    BOTH accumulator lift(element x, size_t)
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
template <typename element> struct Product {
    typedef typename carried<element>::type accumulator;
    static const bool is_commutative = true;

    BOTH accumulator identity()
    {
        return 1;
    }
    BOTH accumulator lift(element x, size_t)
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
template <typename element> struct Minimum {
    typedef typename order<element>::key accumulator;
    static const bool is_commutative = true;

    BOTH accumulator identity()
    {
        return order<element>::most();
    }
    BOTH accumulator lift(element x, size_t)
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
template <typename element> struct Maximum {
    typedef typename order<element>::key accumulator;
    static const bool is_commutative = true;

    BOTH accumulator identity()
    {
        return order<element>::least();
    }
    BOTH accumulator lift(element x, size_t)
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

/* A key, and the place of its element: in two words, so that nothing between them is left empty. */
template <typename key> struct place_of {
    key value;
    unsigned int index_high, index_low;
};

/* The smallest and its place: of equal ones the first. */
template <typename element> struct ArgMinimum {
    typedef struct place_of<typename order<element>::key> accumulator;
    static const bool is_commutative = true;

    BOTH unsigned long long index_of(accumulator place)
    {
        return (unsigned long long)place.index_high << 32 | place.index_low;
    }
    BOTH accumulator identity()
    {
        return {order<element>::most(), UINT_MAX, UINT_MAX};
    }
    BOTH accumulator lift(element x, size_t index)
    {
        return {key_of(x, order<element>::least()), (unsigned int)(index >> 32),
                (unsigned int)index};
    }
    BOTH accumulator combine(accumulator a, accumulator b)
    {
        bool takes_b = b.value < a.value || (b.value == a.value && index_of(b) < index_of(a));
        return takes_b ? b : a;
    }
    static struct answer finish(accumulator smallest)
    {
        struct answer answer = answer_of(order<element>::number(smallest.value));
        answer.index = index_of(smallest);
        return answer;
    }
};

/* How many elements, their mean, and the sum of the squares of their distances from it. */
template <typename real> struct moments_of {
    unsigned long long count;
    real mean, squares;
};

/*
 * Mean and variance in one pass. Two parts are merged by the distance d of their means: the mean
 * of all lies on the way between them, and the squares grow by d^2 times na nb / (na + nb).
 */
template <typename element> struct Moments {
    typedef typename averaged<element>::type real;
    typedef struct moments_of<real> accumulator;
    static const bool is_commutative = true;

    BOTH accumulator identity()
    {
        return {0, 0, 0};
    }
    BOTH accumulator lift(element x, size_t)
    {
        real value = (real)carry(x);
        return {1, value, value - value}; // 0, but of an infinity NaN
    }
    BOTH accumulator combine(accumulator a, accumulator b)
    {
        unsigned long long count = a.count + b.count;
        if (b.count == 0)
            return a;
        real share = (real)b.count / (real)count;
        real distance = b.mean - a.mean;
        real scaled = distance * ((real)a.count * share);
        return {count, multiply_add(distance, share, a.mean),
                multiply_add(distance, scaled, a.squares + b.squares)};
    }
    static struct answer finish(accumulator all)
    {
        struct answer answer = answer_of(all.mean);
        answer.second = all.squares / (real)all.count;
        return answer;
    }
};

/* Whether none is 0, as && has it: a NaN is not 0, and -0 is. */
template <typename element> struct And {
    typedef unsigned int accumulator;
    static const bool is_commutative = true;

    BOTH accumulator identity()
    {
        return 1;
    }
    BOTH accumulator lift(element x, size_t)
    {
        return carry(x) != 0;
    }
    BOTH accumulator combine(accumulator a, accumulator b)
    {
        return a & b;
    }
    static struct answer finish(accumulator all)
    {
        return answer_of((long long)all);
    }
};

/* The map x -> factor * x + offset. */
template <typename number> struct map_of {
    number factor, offset;
};

/*
 * One map after the other, as a single map: associative, but who comes first matters. Of unsigned
 * ints, modulo 2^32, this is how a linear congruential generator jumps ahead.
 */
template <typename number> struct Compose {
    typedef struct map_of<number> accumulator;
    static const bool is_commutative = false;

    BOTH accumulator identity()
    {
        return {1, (number)-0.0};
    }
    BOTH accumulator lift(accumulator map, size_t)
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
