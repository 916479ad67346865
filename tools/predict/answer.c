#include "answer.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { LETTERS = 64 /* no answer is longer */ };

/* The line without blanks, and without commas between digits; 0 if it is too long. */
static int tidy(const char *line, char text[LETTERS])
{
    size_t length = 0;

    for (; *line != '\0'; line++) {
        int is_between = *line == ',' && length > 0 && isdigit((unsigned char)text[length - 1]) &&
                         isdigit((unsigned char)line[1]);

        if (isspace((unsigned char)*line) || is_between)
            continue;
        if (length + 1 == LETTERS)
            return 0;
        text[length++] = *line;
    }
    text[length] = '\0';
    return 1;
}

/* A decimal number: strtod's hexadecimal digits, inf and nan are no answers. */
static int read_decimal(const char **text, double *value)
{
    size_t digits = strspn(*text, "+-.0123456789eE");
    char copy[LETTERS], *end;

    memcpy(copy, *text, digits);
    copy[digits] = '\0';
    *value = strtod(copy, &end);
    *text += end - copy;
    return end != copy && isfinite(*value);
}

/* A number, or one to the power of another. */
static int read_power(const char **text, double *value)
{
    double exponent;

    if (!read_decimal(text, value))
        return 0;
    if (**text != '^')
        return 1;
    ++*text;
    if (!read_decimal(text, &exponent))
        return 0;
    *value = pow(*value, exponent);
    return isfinite(*value);
}

enum answer read_answer(const char *line, int is_percent, double *value)
{
    char letters[LETTERS];
    const char *text = letters;
    double divisor;
    int is_fraction;

    if (!tidy(line, letters))
        return UNREADABLE;
    if (*text == '\0')
        return SKIPPED;
    if (strcasecmp(text, "none") == 0) {
        *value = 0;
        return ANSWERED;
    }
    if (!read_power(&text, value))
        return UNREADABLE;
    is_fraction = *text == '/';
    if (is_fraction) {
        text++;
        if (!read_power(&text, &divisor) || divisor == 0)
            return UNREADABLE;
        *value /= divisor;
    }
    if (is_percent && *text == '%')
        text++;
    else if (is_percent && is_fraction)
        *value *= 100;
    return *text == '\0' ? ANSWERED : UNREADABLE;
}
