#include "options.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exit_status.h"

/* On the simulator there are no times, so one run says all; a GPU is timed over twenty. */
#ifdef SIMULATOR
enum { REPEAT_DEFAULT = 0 };
#else
enum { REPEAT_DEFAULT = 20 };
#endif

static void print_help(const struct options *defaults, unsigned long long n_max)
{
    printf("%s [-n N] [-b BLOCK] [-r REPEAT] [-d DEVICE] [--seed S] [--csv FILE|-] [-h]\n"
           "\n"
           "  -n N         how many numbers to add up, 1 to %llu; 2^24 and 16M are\n"
           "               understood (default %llu)\n"
           "  -b BLOCK     threads per block: 64, 128, 256, 512 or 1024 (default %u);\n"
           "               a lone number means the same\n"
           "  -r REPEAT    timed runs after the warm-up, 0 to %d (default %d); the median is quoted\n"
           "  -d DEVICE    which GPU (default %d)\n"
           "  --seed S     where the random numbers start (default %u)\n"
           "  --csv FILE   adds the result to FILE as comma-separated values; -: prints only that\n"
           "  -h           this help\n"
           "\n"
           "Exit status: 0 right sum, 1 wrong sum, 2 bad usage, 3 CUDA or system failure,\n"
           "77 no GPU.\n",
           defaults->program, n_max, defaults->n, defaults->block, REPEAT_MAX, defaults->repeat,
           defaults->device, defaults->seed);
}

static unsigned long long number_in_range(const struct options *options, const char *name,
                                          const char *text, unsigned long long least,
                                          unsigned long long most)
{
    unsigned long long value;

    if (parse_number(text, &value) && value >= least && value <= most)
        return value;
    fprintf(stderr, "%s: %s %s: not a whole number from %llu to %llu\n", options->program, name,
            text, least, most);
    exit(EXIT_BAD_USAGE);
}

static unsigned int block_size(const struct options *options, const char *name, const char *text)
{
    unsigned long long value;

    if (parse_number(text, &value) && value >= BLOCK_MIN && value <= BLOCK_MAX &&
        (value & (value - 1)) == 0)
        return (unsigned int)value;
    fprintf(stderr, "%s: %s%s: a block has 64, 128, 256, 512 or 1024 threads\n", options->program,
            name, text);
    exit(EXIT_BAD_USAGE);
}

static int is_option(const char *name)
{
    static const char *const names[] = {"-n", "-b", "-r", "-d", "--seed", "--csv"};

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(name, names[i]) == 0)
            return 1;
    return 0;
}

static void set_option(struct options *options, const char *name, const char *value,
                      unsigned long long n_max)
{
    if (strcmp(name, "-n") == 0)
        options->n = number_in_range(options, name, value, 1, n_max);
    else if (strcmp(name, "-b") == 0)
        options->block = block_size(options, "-b ", value);
    else if (strcmp(name, "-r") == 0)
        options->repeat = (int)number_in_range(options, name, value, 0, REPEAT_MAX);
    else if (strcmp(name, "-d") == 0)
        options->device = (int)number_in_range(options, name, value, 0, INT_MAX);
    else if (strcmp(name, "--seed") == 0)
        options->seed = (unsigned int)number_in_range(options, name, value, 0, UINT_MAX);
    else
        options->csv = value;
}

struct options parse_options(int argc, char **argv, unsigned long long n_max)
{
    const char *slash = strrchr(argv[0], '/');
    struct options options = {
        .program = slash != NULL ? slash + 1 : argv[0],
        .n = 1ULL << 24,
        .block = 512,
        .repeat = REPEAT_DEFAULT,
        .seed = 1,
    };

    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-h") == 0 || strcmp(argv[i], "--help") == 0) {
            print_help(&options, n_max);
            exit(EXIT_SUCCESS);
        }
        if (argv[i][0] != '-') {
            options.block = block_size(&options, "", argv[i]);
            continue;
        }
        if (!is_option(argv[i])) {
            fprintf(stderr, "%s: %s: unknown option; -h lists the options\n", options.program,
                    argv[i]);
            exit(EXIT_BAD_USAGE);
        }
        if (i + 1 == argc) {
            fprintf(stderr, "%s: %s needs a value behind it\n", options.program, argv[i]);
            exit(EXIT_BAD_USAGE);
        }
        set_option(&options, argv[i], argv[i + 1], n_max);
        i++;
    }
    return options;
}
