#include "operation.h"

#include <math.h>
#include <stdio.h>

const char *const operation_names[] = {"sum",     "min", "max",    "product", "argmin",
                                       "moments", "and", "affine", NULL};

int operation_takes(enum operation operation, enum element_type type)
{
    return operation != OPERATION_AFFINE || type == ELEMENT_UNSIGNED || type == ELEMENT_FLOAT ||
           type == ELEMENT_DOUBLE;
}

size_t operation_numbers(enum operation operation)
{
    return operation == OPERATION_AFFINE ? 2 : 1;
}

static int is_same_real(double a, double b)
{
    return (isnan(a) && isnan(b)) || (a == b && !signbit(a) == !signbit(b));
}

int is_same_answer(const struct answer *a, const struct answer *b)
{
    return a->integer == b->integer && a->index == b->index && is_same_real(a->real, b->real) &&
           is_same_real(a->second, b->second);
}

/* The minimum or maximum of integers, or of floating-point numbers: as many digits as it needs. */
static int number_text(enum element_type type, long long integer, double real, char *text,
                       size_t room)
{
    if (type == ELEMENT_UNSIGNED)
        return snprintf(text, room, "%llu", (unsigned long long)integer);
    if (element_is_integer(type))
        return snprintf(text, room, "%lld", integer);
    return snprintf(text, room, "%.*g", type == ELEMENT_DOUBLE ? 17 : 9, real);
}

void answer_text(enum operation operation, enum element_type type, const struct answer *answer,
                 char text[48])
{
    int digits = type == ELEMENT_FLOAT || type == ELEMENT_HALF || type == ELEMENT_BFLOAT16 ? 9 : 12;
    int length;

    switch (operation) {
    case OPERATION_AND: snprintf(text, 48, "%s", answer->integer ? "true" : "false"); break;
    case OPERATION_ARGMIN:
        length = number_text(type, answer->integer, answer->real, text, 48);
        snprintf(text + length, 48 - (size_t)length, " at %llu", answer->index);
        break;
    case OPERATION_MOMENTS:
        snprintf(text, 48, "%.*g and %.*g", digits, answer->real, digits, answer->second);
        break;
    case OPERATION_AFFINE:
        if (type == ELEMENT_UNSIGNED)
            snprintf(text, 48, "%llu x + %llu", (unsigned long long)answer->integer, answer->index);
        else
            snprintf(text, 48, "%.*g x + %.*g", digits, answer->real, digits, answer->second);
        break;
    default: number_text(type, answer->integer, answer->real, text, 48); break;
    }
}
