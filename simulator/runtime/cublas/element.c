/*
 * Elements by their type: see element.h.
 */
#include "cublas/element.h"

#include <stdint.h>

#include "arithmetic/narrow_format.h"

static const struct {
    size_t size;
    const char *names;
} types[] = {
    [ELEMENT_HALF] = {2, "halves"},  [ELEMENT_BFLOAT] = {2, "bfloat16s"},
    [ELEMENT_FLOAT] = {4, "floats"}, [ELEMENT_DOUBLE] = {8, "doubles"},
    [ELEMENT_INT] = {4, "ints"},     [ELEMENT_POINTER] = {sizeof(void *), "pointers"},
};

size_t element_size(enum element type)
{
    return types[type].size;
}

const char *element_names(enum element type)
{
    return types[type].names;
}

double element_get(enum element type, const void *first, size_t at)
{
    switch (type) {
    case ELEMENT_HALF: return narrow_value(((const uint16_t *)first)[at], SIM_HALF);
    case ELEMENT_BFLOAT: return narrow_value(((const uint16_t *)first)[at], SIM_BFLOAT);
    case ELEMENT_FLOAT: return ((const float *)first)[at];
    case ELEMENT_DOUBLE: return ((const double *)first)[at];
    case ELEMENT_INT: return ((const int *)first)[at];
    case ELEMENT_POINTER: break;
    }
    return 0;
}

void element_set(enum element type, void *first, size_t at, double value)
{
    switch (type) {
    case ELEMENT_HALF:
        ((uint16_t *)first)[at] = narrow_round(value, SIM_HALF, SIM_NEAREST_EVEN);
        break;
    case ELEMENT_BFLOAT:
        ((uint16_t *)first)[at] = narrow_round(value, SIM_BFLOAT, SIM_NEAREST_EVEN);
        break;
    case ELEMENT_FLOAT: ((float *)first)[at] = (float)value; break;
    case ELEMENT_DOUBLE: ((double *)first)[at] = value; break;
    case ELEMENT_INT: ((int *)first)[at] = (int)value; break;
    case ELEMENT_POINTER: break;
    }
}
