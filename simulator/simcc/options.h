/*
 * The command line of simcc, which is nvcc's as far as it matters here.
 */
#ifndef SIMCC_OPTIONS_H
#define SIMCC_OPTIONS_H

#include <stddef.h>

/* Strings that grow; data ends with NULL. */
struct strings {
    char **data;
    size_t count;
};
void strings_add(struct strings *strings, const char *string);
void strings_add_all(struct strings *strings, const char *const *array); /* up to NULL */

enum input_kind { INPUT_CUDA, INPUT_PREPROCESSED, INPUT_C, INPUT_CPP, INPUT_LINK };

struct input {
    const char *path;
    enum input_kind kind;
};

struct options {
    struct input *inputs;
    size_t input_count;
    const char *output;       /* NULL: a.out, or the input's name with .o */
    const char *compiler;     /* of -ccbin, else of CXX, else g++ */
    const char *optimisation; /* the last -O..., or NULL */
    int compile_only;         /* -c */
    int plain;
    int preprocess_only; /* -E: writes the preprocessed input */
    int device_only;     /* --device-only: code of the host is left out */
    const char *reached; /* of --device-only=NAME,...: code that they do not need is out; or NULL */
    const char *precompiled; /* of --precompile: the file for the precompiled headers */
    int as_cuda;             /* -x cu: sources that follow are CUDA, whatever their suffix */
    int keep;
    int verbose;
    struct strings preprocessor; /* -I -D -U -include -isystem */
    struct strings dependencies; /* -M... */
    struct strings compiling;    /* -g -W... -std=, -Xcompiler */
    struct strings linking;      /* -l -L -Xlinker, after the inputs */
    const char *standard;        /* of -std=, or NULL */
    int dependency_file;         /* -MF was given */
    int dependency_target;       /* -MT or -MQ was given */
    int wants_dependencies;      /* -MD or -MMD was given */
};

/* Reads the command line. A mistake is one line on stderr and exit 2; -h and --version exit 0. */
void read_options(struct options *options, int count, char **arguments);

#endif
