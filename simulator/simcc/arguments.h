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
void usage_mistake(const char *format, const char *detail);

int starts_with(const char *string, const char *prefix);

/* The word after an option; a mistake where there is none. */
const char *following(struct cursor *cursor, const char *option);

/*
 * The value of an option of nvcc in any of its forms: NAME VALUE, NAME=VALUE.
 * Returns NULL if the argument is another option.
 */
const char *value_of(struct cursor *cursor, const char *argument, const char *name);

/* 1 for an option of nvcc that changes nothing on the simulator; skips its value. */
int is_ignored(struct cursor *cursor, const char *argument);

#endif
