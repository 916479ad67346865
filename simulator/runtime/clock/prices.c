/*
 * What operations cost: which unit computes them, for how long, and when they have their result.
 */
#include "clock/warp_parts.h"

/*
 * That of a mathematical function: instructions one after another. In double precision only those
 * of that precision are, as the others are constants and choices.
 */
static struct price price_of_function(const struct device *d, const struct operation *operation)
{
    double all = operation->function.instructions, doubles = operation->function.doubles;
    double plain = all - doubles - operation->special;
    return (struct price){UNIT_FLOAT, plain > 0 ? d->float_issue * plain / all : 0, all,
                          doubles > 0 ? doubles * d->double_latency : all * d->latency};
}

/*
 * What a division costs more whose numbers have signs: those of the operands and of the result.
 * nvcc 13's code for sm_90 has 24.5 instructions then, and 18.5 without signs.
 */
#define INSTRUCTIONS_OF_SIGNS 6

/*
 * Its conversions, its reciprocal and the upper halves of its products take units for longer than
 * sums do: a loop of divisions runs at 22 to 27 cycles for each of them, and not at 18. By how much
 * was chosen by the steps 01 and 02, whose divisions stand beside other work.
 */
#define UNITS_OF_DIVISION 1.5

/* The device's figures are those of a division without signs. */
static struct price price_of_division(const struct device *d, const struct operation *operation)
{
    double all = d->integer_divide;
    if (operation->special & OPERATION_SIGNED)
        all += INSTRUCTIONS_OF_SIGNS;
    return (struct price){UNIT_BOTH, UNITS_OF_DIVISION * d->integer_issue, all,
                          d->integer_divide_latency * all / d->integer_divide};
}

/* That of a sum or a copy, or of logic: most operations are these. */
static struct price price_of_integer(const struct device *d, const struct operation *operation)
{
    unsigned unit = operation->is_logic ? UNIT_INTEGER : UNIT_EITHER;
    return (struct price){unit, d->integer_issue, 1, d->latency};
}

struct price price_of(const struct device *d, const struct operation *operation)
{
    if (operation->kind == OPERATION_INTEGER)
        return price_of_integer(d, operation); /* before a jump that no processor foresees */
    switch (operation->kind) {
    case OPERATION_MULTIPLY: return (struct price){UNIT_FLOAT, d->multiply_issue, 1, d->latency};
    case OPERATION_DIVIDE: return price_of_division(d, operation);
    case OPERATION_CONVERT:
        return (struct price){UNIT_SPECIAL, d->convert_issue, 1, 2 * d->latency};
    case OPERATION_TO_FLOAT: return (struct price){UNIT_INTEGER, d->to_float_issue, 1, d->latency};
    case OPERATION_FLOAT:
        if (operation->is_logic)
            return (struct price){UNIT_INTEGER, d->integer_issue, 1, d->latency};
        return (struct price){UNIT_FLOAT, d->float_issue, 1, d->latency};
    case OPERATION_DOUBLE:
        return (struct price){UNIT_DOUBLE, d->double_issue, 1, d->double_latency};
    case OPERATION_FLOAT_DIVIDE:
        return (struct price){UNIT_FLOAT, d->float_issue, d->float_divide,
                              d->float_divide * d->latency};
    case OPERATION_DOUBLE_DIVIDE:
        return (struct price){UNIT_DOUBLE, d->double_issue, d->double_divide,
                              d->double_divide * d->double_latency};
    case OPERATION_FUNCTION: return price_of_function(d, operation);
    case OPERATION_BRANCH:
    case OPERATION_JUMP: return (struct price){UNIT_INTEGER, 0, 1, 0};
    default: return price_of_integer(d, operation);
    }
}
