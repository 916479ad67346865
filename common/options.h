/*
 * The command line that all programs of the lab share.
 */
#ifndef OPTIONS_H
#define OPTIONS_H

#ifdef __cplusplus
extern "C" {
#endif

enum { BLOCK_MIN = 64, BLOCK_MAX = 1024, REPEAT_MAX = 1000000 };

/* The largest n of a program whose indices are 32 bits wide: 2^31 - 1. */
#define N_MAX_32_BIT 2147483647ULL
/* Of one whose indices are 64 bits wide: more than any memory holds; its bytes can be counted. */
#define N_MAX_64_BIT (1ULL << 60)

struct options {
    const char *program;          /* its name, without the path */
    unsigned long long n;         /* how many numbers to add up, from 1 on */
    unsigned long long n_of_text; /* n, or what it would be by default on a GPU */
    unsigned int block;           /* threads per block, a power of two up to 1024 */
    int repeat;                   /* timed runs after the warm-up; 0: the warm-up alone */
    int device;                   /* which GPU, from 0 on */
    unsigned int seed;            /* of the input */
    int warm;                     /* the cache is not cooled before a run */
    const char *csv;              /* file for the result as csv, "-" for stdout, NULL for none */
};

/*
 * Reads the command line; n may be at most n_max. Whatever is wrong is refused
 * by one line on stderr and exit status 2; -h prints the help and exits with 0.
 */
struct options parse_options(int argc, char **argv, unsigned long long n_max);

/*
 * An option of one program alone, with a value: one of some names (counted from 0 on), or a whole
 * number. A table of them ends with one whose name is NULL.
 */
struct own_option {
    const char *name;               /* as it is typed: "--rows" */
    const char *help;               /* what the value is: "rows of the matrix" */
    unsigned long long *answer;     /* holds the default, or less than the least: then the help
                                       says what that means; gets the number, or the name's place */
    const char *const *choices;     /* the names, NULL behind the last; NULL: a whole number */
    unsigned long long least, most; /* of a whole number */
};

/* What a program that is no step of the lecture allows on its command line, and its defaults. */
struct command_line {
    unsigned long long n, n_on_simulator, n_max;
    unsigned int block, block_min; /* powers of two */
    const struct own_option *own;  /* beyond the shared ones; NULL: none */
};

/* parse_options for such a program. */
struct options parse_command_line(int argc, char **argv, const struct command_line *allowed);

/*
 * Reads a whole number from 0 on: digits, or base^exponent as in 2^24, or digits
 * with K, M or G behind (2^10, 2^20, 2^30 of them). Returns 1 and sets *value;
 * or 0 if text is anything else, or too large for 64 bits.
 */
int parse_number(const char *text, unsigned long long *value);

#ifdef __cplusplus
}
#endif

#endif
