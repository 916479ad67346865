#include "options.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exit_status.h"

/* The simulator's model gives every run the same time, so one says all; a GPU is timed over twenty.
 */
#ifdef SIMULATOR
enum { ON_SIMULATOR = 1, REPEAT_DEFAULT = 0 };
#else
enum { ON_SIMULATOR = 0, REPEAT_DEFAULT = 20 };
#endif

/*
 * At the end of the program: a result that could not be written is none. With glibc a function that
 * runs then may call exit again, with another status; the functions that are left run with that.
 */
static void check_output(int status, void *program)
{
    if ((fflush(stdout) != 0 || ferror(stdout)) && status == EXIT_SUCCESS) {
        fprintf(stderr, "%s: cannot write to the standard output\n", (const char *)program);
        clearerr(stdout);
        exit(EXIT_CUDA_FAILURE);
    }
}

/* An option's name, and what stands for its value: --rows ROWS. */
static void print_own_name(const struct own_option *own)
{
    printf("%s ", own->name);
    for (const char *letter = own->name + strspn(own->name, "-"); *letter != '\0'; letter++)
        putchar(toupper((unsigned char)*letter));
}

static void print_choices(FILE *out, const struct own_option *own)
{
    for (int i = 0; own->choices[i] != NULL; i++)
        fprintf(out, " %s", own->choices[i]);
}

/* The option's lines of the help: its name alone, since it may be long, and what it means. */
static void print_own_help(const struct own_option *own)
{
    printf("  ");
    print_own_name(own);
    printf("\n               %s", own->help);
    if (own->choices != NULL) {
        printf(" (default %s):", own->choices[*own->answer]);
        print_choices(stdout, own);
        printf("\n");
    } else {
        printf(", %llu to %llu", own->least, own->most);
        if (*own->answer >= own->least)
            printf(" (default %llu)", *own->answer);
        printf("\n");
    }
}

static void print_help(const struct options *defaults, const struct command_line *allowed)
{
    printf("%s [-n N] [-b BLOCK] [-r REPEAT] [-d DEVICE] [--seed S] [--warm] [--csv FILE|-]",
           defaults->program);
    for (const struct own_option *own = allowed->own; own != NULL && own->name != NULL; own++) {
        printf(" [");
        print_own_name(own);
        printf("]");
    }
    printf(
        " [-h]\n"
        "\n"
        "  -n N         how many numbers to reduce, 1 to %llu; 2^24 and 16M are\n"
        "               understood (default %llu)\n"
        "  -b BLOCK     threads per block: a power of two from %u to %d (default %u);\n"
        "               a lone number means the same\n"
        "  -r REPEAT    timed runs after the warm-up, 0 to %d (default %d); the median is quoted\n"
        "  -d DEVICE    which GPU (default %d)\n"
        "  --seed S     where the random numbers start (default %u)\n"
        "  --warm       the input may be in the cache: runs do not start on a cold one\n"
        "  --csv FILE   adds the result to FILE as comma-separated values; -: prints only that\n",
        allowed->n_max, defaults->n, allowed->block_min, BLOCK_MAX, defaults->block, REPEAT_MAX,
        defaults->repeat, defaults->device, defaults->seed);
    for (const struct own_option *own = allowed->own; own != NULL && own->name != NULL; own++)
        print_own_help(own);
    printf("  -h           this help\n"
           "\n"
           "Exit status: 0 right sum, 1 wrong sum, 2 bad usage, 3 CUDA or system failure,\n"
           "77 no GPU.\n");
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

static unsigned int block_size(const struct options *options, const char *name, const char *text,
                               unsigned int least)
{
    unsigned long long value;

    if (parse_number(text, &value) && value >= least && value <= BLOCK_MAX &&
        (value & (value - 1)) == 0)
        return (unsigned int)value;
    fprintf(stderr, "%s: %s%s: the threads of a block are a power of two from %u to %d\n",
            options->program, name, text, least, BLOCK_MAX);
    exit(EXIT_BAD_USAGE);
}

/* Where among the option's names text is, from 0 on. */
static unsigned long long choice(const struct options *options, const struct own_option *own,
                                 const char *text)
{
    for (int i = 0; own->choices[i] != NULL; i++)
        if (strcmp(own->choices[i], text) == 0)
            return (unsigned long long)i;
    fprintf(stderr, "%s: %s %s: not one of", options->program, own->name, text);
    print_choices(stderr, own);
    fprintf(stderr, "\n");
    exit(EXIT_BAD_USAGE);
}

/* The program's own option of that name; NULL if it has none. */
static const struct own_option *find_own(const struct command_line *allowed, const char *name)
{
    for (const struct own_option *own = allowed->own; own != NULL && own->name != NULL; own++)
        if (strcmp(own->name, name) == 0)
            return own;
    return NULL;
}

static int is_option(const char *name, const struct command_line *allowed)
{
    static const char *const names[] = {"-n", "-b", "-r", "-d", "--seed", "--csv"};

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(name, names[i]) == 0)
            return 1;
    return find_own(allowed, name) != NULL;
}

static void set_option(struct options *options, const char *name, const char *value,
                       const struct command_line *allowed)
{
    const struct own_option *own = find_own(allowed, name);

    if (strcmp(name, "-n") == 0) {
        options->n = number_in_range(options, name, value, 1, allowed->n_max);
        options->n_of_text = options->n;
    } else if (strcmp(name, "-b") == 0)
        options->block = block_size(options, "-b ", value, allowed->block_min);
    else if (strcmp(name, "-r") == 0)
        options->repeat = (int)number_in_range(options, name, value, 0, REPEAT_MAX);
    else if (strcmp(name, "-d") == 0)
        options->device = (int)number_in_range(options, name, value, 0, INT_MAX);
    else if (strcmp(name, "--seed") == 0)
        options->seed = (unsigned int)number_in_range(options, name, value, 0, UINT_MAX);
    else if (strcmp(name, "--csv") == 0)
        options->csv = value;
    else if (own->choices != NULL)
        *own->answer = choice(options, own, value);
    else
        *own->answer = number_in_range(options, name, value, own->least, own->most);
}

struct options parse_command_line(int argc, char **argv, const struct command_line *allowed)
{
    const char *slash = strrchr(argv[0], '/');
    struct options options = {
        .program = slash != NULL ? slash + 1 : argv[0],
        .n = ON_SIMULATOR ? allowed->n_on_simulator : allowed->n,
        .n_of_text = allowed->n,
        .block = allowed->block,
        .repeat = REPEAT_DEFAULT,
        .seed = 1,
    };

    on_exit(check_output, (void *)options.program);
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-h") == 0 || strcmp(argv[i], "--help") == 0) {
            print_help(&options, allowed);
            exit(EXIT_SUCCESS);
        }
        if (argv[i][0] != '-') {
            options.block = block_size(&options, "", argv[i], allowed->block_min);
            continue;
        }
        if (strcmp(argv[i], "--warm") == 0) {
            options.warm = 1;
            continue;
        }
        if (!is_option(argv[i], allowed)) {
            fprintf(stderr, "%s: %s: unknown option; -h lists the options\n", options.program,
                    argv[i]);
            exit(EXIT_BAD_USAGE);
        }
        if (i + 1 == argc) {
            fprintf(stderr, "%s: %s needs a value behind it\n", options.program, argv[i]);
            exit(EXIT_BAD_USAGE);
        }
        set_option(&options, argv[i], argv[i + 1], allowed);
        i++;
    }
    return options;
}

struct options parse_options(int argc, char **argv, unsigned long long n_max)
{
    struct command_line lecture = {
        .n = 1ULL << 24,
        .n_on_simulator = 1ULL << 24,
        .n_max = n_max,
        .block = 512,
        .block_min = BLOCK_MIN,
    };

    return parse_command_line(argc, argv, &lecture);
}
