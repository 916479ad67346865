/*
 * Step 16's order for any operator and type, by the step's own functions.
 */
#include <stdlib.h>

#include "reductions.h"

long long reduced_as_promised(enum reduction reduction, const struct numbers *numbers)
{
    const struct reduction_kind *it = &reductions[reduction];
    union accumulator result = {.integer = 0};
    char *elements = malloc(numbers->count * it->element);

    if (elements == NULL || promised_in_order == NULL)
        abort();
    for (size_t place = 0; place < numbers->count; place++)
        element_at(reduction, numbers, place, elements + place * it->element);
    promised_in_order(it->promised.operation, it->promised.type, elements, numbers->count,
                      it->warps, it->loads, it->rounds, &result);
    free(elements);
    return packed(reduction, &result, numbers->count);
}
