/*
 * All reductions that step 16's program makes: of any of its operators and types. A kernel that
 * asks for an operator or a type is judged by some of them, beside those of course/reductions.h.
 */
#ifndef PROMISED_H
#define PROMISED_H

#include <stddef.h>
#include <stdint.h>

#include "draw.h"
#include "numbers.h"

enum { PROMISED_OPERATIONS = 8, PROMISED_TYPES = 7, PROMISED_BYTES = 32 /* of results, at most */ };

/*
 * What a kernel's code asks for, a bit each: operators by their names, types by theirs, as
 * common/types/ numbers both; and whether it tells types apart in other ways.
 */
enum {
    ASKS_FOR_OPERATION = 0, /* the first one's bit */
    ASKS_FOR_TYPE = PROMISED_OPERATIONS,
    ASKS_OTHERWISE = PROMISED_OPERATIONS + PROMISED_TYPES,
    ASKING_BITS
};

/* One of them, by numbers of common/types/. */
struct promised {
    unsigned operation, type;
};

/* The template's arguments, as nm -C prints them. */
void promised_names(struct promised it, char *operation, char *type, size_t bytes);

/* Bytes of an element, and words of 32 bits in a partial result. */
unsigned promised_element_bytes(struct promised it);
unsigned promised_words(struct promised it);
int promised_is_commutative(struct promised it);

/*
 * Draws `most` of them, or less: those whose operator and type the code asks for come first, and
 * then those that it asks for by one of the two. None that is_taken. Returns how many.
 */
size_t draw_promised(struct draw *draw, unsigned asked, int (*is_taken)(struct promised it),
                     size_t most, struct promised *drawn);

/* Whether its result is one element's, or tells of one: the smallest, a 0. */
int promised_is_of_one(struct promised it);

/*
 * Writes the element of an index: such that a result tells whether each of them has come to it.
 * decides: where the result is of one, it is of this.
 */
void promised_element(struct promised it, const struct numbers *numbers, size_t place, int decides,
                      void *element);

/*
 * Stores the partial result of n elements, in step 16's order, as step16_any_type/order.h has it;
 * of PROMISED_BYTES at most. The grader alone has this function, and not in a handout without the
 * step (course/shapes/promised.cu). At most 1024 tiles.
 */
__attribute__((weak)) void promised_in_order(unsigned operation, unsigned type,
                                             const void *elements, size_t n, unsigned warps,
                                             unsigned loads, unsigned rounds, void *result);

#endif
