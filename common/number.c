/*
 * Whole numbers as people write them: 16777216, 2^24, 16M.
 */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>

#include "options.h"

/* Reads digits; *end is set behind them. Returns 0 if there are none or too many. */
static int parse_digits(const char *text, const char **end, unsigned long long *value)
{
    char *behind;

    if (!isdigit((unsigned char)text[0])) /* strtoull would take blanks and signs */
        return 0;
    errno = 0;
    *value = strtoull(text, &behind, 10);
    *end = behind;
    return errno == 0;
}

static int parse_power(unsigned long long base, const char *text, unsigned long long *value)
{
    const char *end;
    unsigned long long exponent;

    if (!parse_digits(text, &end, &exponent) || *end != '\0' || exponent > 64)
        return 0;
    *value = 1;
    while (exponent-- > 0)
        if (__builtin_mul_overflow(*value, base, value))
            return 0;
    return 1;
}

static unsigned long long unit_size(char unit)
{
    switch (unit) {
    case 'K': return 1ULL << 10;
    case 'M': return 1ULL << 20;
    case 'G': return 1ULL << 30;
    default: return 0;
    }
}

int parse_number(const char *text, unsigned long long *value)
{
    const char *end;

    if (!parse_digits(text, &end, value))
        return 0;
    if (*end == '\0')
        return 1;
    if (*end == '^')
        return parse_power(*value, end + 1, value);
    return unit_size(*end) != 0 && end[1] == '\0' &&
           !__builtin_mul_overflow(*value, unit_size(*end), value);
}
