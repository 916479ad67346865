/*
 * Operators that the step's program does not have, for step 16's kernel: one is drawn for each
 * grading, with a name, and with sizes of its elements and of its partial results, which are so
 * many words of 32 bits. No kernel can treat it in a way of its own. For the grader, and for
 * kernels (course/shapes/any_type_parts.cu).
 *
 * One that is commutative tells which elements have come to it, and whether at their places:
 * words 0 and 1 are the elements' sum and that of their products with their indices. All others are
 * sums of floats, which tell the order. Another one composes maps x -> factor * x + offset, several
 * at once with one factor. Words are kept with some of their bits turned, so that the partial
 * result of no elements is no row of zeros.
 */
#ifndef DRAWN_OPERATOR_H
#define DRAWN_OPERATOR_H

#include <stddef.h>
#include <string.h>

/* How many words a partial result may have: an even number. */
enum { DRAWN_WORDS_LEAST = 4, DRAWN_WORDS_MOST = 8 };

enum { PLAIN_WORDS = 2 /* those that are no floats, where the operator is commutative */ };

#ifdef __CUDACC__
#define DRAWN __host__ __device__ static inline
#else
#define DRAWN static inline
#endif

/* The bits of a word that are turned. */
DRAWN unsigned int turned_bits(unsigned int word)
{
    return 0x9E3779B9u * (word + 1);
}

DRAWN unsigned int drawn_word(const unsigned int *words, unsigned int word)
{
    return words[word] ^ turned_bits(word);
}

DRAWN float drawn_real(unsigned int bits)
{
    float real;

    memcpy(&real, &bits, sizeof real);
    return real;
}

DRAWN unsigned int real_bits_of(float real)
{
    unsigned int bits;

    memcpy(&bits, &real, sizeof bits);
    return bits;
}

/* Words 0 and 1, or the float in another word, of an element whose numbers these are. */
DRAWN unsigned int lifted_word(int commutes, unsigned int word, unsigned int first,
                               unsigned int second, unsigned int place)
{
    enum { LEAST = 127 - 7 /* exponent of a float, as it is stored */ };
    unsigned int bits = first * (2 * word + 1) ^ second;

    if (!commutes)
        return word == 0 ? first | 1 : bits;
    if (word < PLAIN_WORDS)
        return word == 0 ? first : first * place;
    return (bits & 0x807FFFFFu) | (LEAST + (bits >> 23 & 15)) << 23;
}

DRAWN void drawn_identity(unsigned int words, int commutes, unsigned int *to)
{
    for (unsigned int i = 0; i < words; i++) {
        unsigned int word = i >= PLAIN_WORDS && commutes ? 0x80000000u /* -0 */
                                                         : (i == 0 && !commutes);

        to[i] = word ^ turned_bits(i);
    }
}

DRAWN void drawn_lift(unsigned int words, int commutes, unsigned int first, unsigned int second,
                      unsigned int place, unsigned int *to)
{
    for (unsigned int i = 0; i < words; i++)
        to[i] = lifted_word(commutes, i, first, second, place) ^ turned_bits(i);
}

/* With indices for places: the first one is that of the lane's first element. */
DRAWN void drawn_move(int commutes, size_t first, unsigned int *words)
{
    unsigned int sum = drawn_word(words, 0), products = drawn_word(words, 1);

    if (commutes)
        words[1] = (products + sum * (unsigned int)first) ^ turned_bits(1);
}

/* Of a and, behind it, b; may be stored to one of them. */
DRAWN void drawn_combine(unsigned int words, int commutes, const unsigned int *a,
                         const unsigned int *b, unsigned int *to)
{
    unsigned int factor = drawn_word(b, 0);

    for (unsigned int i = words; i-- > 0;) {
        unsigned int left = drawn_word(a, i), right = drawn_word(b, i), word;

        if (!commutes)
            word = factor * left + (i > 0 ? right : 0);
        else if (i < PLAIN_WORDS)
            word = left + right;
        else
            word = real_bits_of(drawn_real(left) + drawn_real(right));
        to[i] = word ^ turned_bits(i);
    }
}

#undef DRAWN

#endif
