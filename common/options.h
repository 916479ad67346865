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

struct options {
    const char *program;  /* its name, without the path */
    unsigned long long n; /* how many numbers to add up, from 1 on */
    unsigned int block;   /* threads per block: 64, 128, 256, 512 or 1024 */
    int repeat;           /* timed runs after the warm-up; 0: the warm-up alone */
    int device;           /* which GPU, from 0 on */
    unsigned int seed;    /* of the input */
    const char *csv;      /* file for the result as csv, "-" for stdout, NULL for none */
};

/*
 * Reads the command line; n may be at most n_max. Whatever is wrong is refused
 * by one line on stderr and exit status 2; -h prints the help and exits with 0.
 */
struct options parse_options(int argc, char **argv, unsigned long long n_max);

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
