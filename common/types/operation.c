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

/* A floating-point number; of a NaN not its sign, which says nothing. */
static int real_text(int digits, double value, char *text, size_t room)
{
    return isnan(value) ? snprintf(text, room, "nan") : snprintf(text, room, "%.*g", digits, value);
}

/* A number of the type, with all its digits. */
static int number_text(enum element_type type, const struct answer *answer, char *text, size_t room)
{
    if (type == ELEMENT_UNSIGNED)
        return snprintf(text, room, "%llu", (unsigned long long)answer->integer);
    if (element_is_integer(type))
        return snprintf(text, room, "%lld", answer->integer);
    return real_text(type == ELEMENT_DOUBLE ? 17 : 9, answer->real, text, room);
}

/* answer.real, what stands between, answer.second: no more digits than there is room for. */
static void pair_text(enum element_type type, const struct answer *answer, const char *between,
                      char text[48])
{
    int digits = element_is_integer(type) || type == ELEMENT_DOUBLE ? 12 : 9;
    int length = real_text(digits, answer->real, text, 48);

    length += snprintf(text + length, 48 - (size_t)length, "%s", between);
    real_text(digits, answer->second, text + length, 48 - (size_t)length);
}

void answer_text(enum operation operation, enum element_type type, const struct answer *answer,
                 char text[48])
{
    int length;

    switch (operation) {
    case OPERATION_AND: snprintf(text, 48, "%s", answer->integer ? "true" : "false"); break;
    case OPERATION_ARGMIN:
        length = number_text(type, answer, text, 48);
        snprintf(text + length, 48 - (size_t)length, " at %llu", answer->index);
        break;
    case OPERATION_MOMENTS: pair_text(type, answer, " and ", text); break;
    case OPERATION_AFFINE:
        if (type == ELEMENT_UNSIGNED)
            snprintf(text, 48, "%llu x + %llu", (unsigned long long)answer->integer, answer->index);
        else
            pair_text(type, answer, " x + ", text);
        break;
    default: number_text(type, answer, text, 48); break;
    }
}
