/*
 * Walking over the command line's words.
 */
#ifndef SIMCC_ARGUMENTS_H
#define SIMCC_ARGUMENTS_H

/* The argument's place while reading. */
struct cursor {
    int next;
    int count;
    char **arguments;
};

/* Prints "simcc: ..." (format with at most one %s) and exits with status 2. */
_Noreturn void usage_mistake(const char *format, const char *detail);

int starts_with(const char *string, const char *prefix);

/* The word after an option; a mistake where there is none. */
const char *following(struct cursor *cursor, const char *option);

#endif
