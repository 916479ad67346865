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

enum input_kind { INPUT_CUDA, INPUT_PREPROCESSED, INPUT_C, INPUT_CPP, INPUT_LINK, INPUT_UNKNOWN };

struct input {
    const char *path;
    enum input_kind kind;
};

/* What is made of the inputs. */
enum product {
    PRODUCT_PROGRAM,
    PRODUCT_OBJECTS,       /* -c */
    PRODUCT_TEXT,          /* -E */
    PRODUCT_RULES,         /* -M, -MM */
    PRODUCT_SHARED,        /* -shared */
    PRODUCT_LIBRARY,       /* -lib */
    PRODUCT_OBJECT,        /* -r: one of several */
    PRODUCT_DEVICE_LINKED, /* -dlink */
};

/* A word for the linker: one of the command line, or the object that an input becomes. */
struct link_word {
    const char *word; /* NULL: of the input with this number */
    size_t input;
};

struct options {
    struct input *inputs;
    size_t input_count;
    enum product product;
    const char *output;        /* NULL: a.out, or the input's name with .o */
    const char *output_folder; /* of -odir: for objects without -o; or NULL */
    const char *compiler;      /* of -ccbin, else of CXX, else g++ */
    const char *optimisation;  /* the last -O..., or NULL */
    const char *archiver;      /* of -arbin, else ar */
    int plain;
    int device_only;     /* --device-only: code of the host is left out */
    const char *reached; /* of --device-only=NAME,...: code that they do not need is out; or NULL */
    const char *precompiled; /* of --precompile: the file for the precompiled headers */
    const char *language;    /* of -x, for the sources that follow; or NULL */
    int keep;
    const char *keep_folder; /* of --keep-dir, or NULL */
    int verbose;
    int dry_run; /* --dryrun: commands are shown, not run */
    int run;     /* --run: the program, with these arguments */
    struct strings run_arguments;
    int device_debug;         /* -G: code is not optimised */
    int debug;                /* -g or -G */
    int position_independent; /* -fPIC and its kind, an object, or -shared */
    int for_library;          /* -fPIC, or -shared: thread-local variables may be anywhere */
    int forwards_to_compiler; /* unknown flags; to the linker */
    int forwards_to_linker;
    struct strings unknown;      /* the unknown flags */
    struct strings preprocessor; /* -I -D -U -include -isystem */
    struct strings dependencies; /* -M... */
    struct strings compiling;    /* -g -W... -Xcompiler */
    struct strings uncounted;    /* for code without counters alone: -pg */
    struct strings archiving;    /* -Xarchive */
    struct link_word *linking;   /* inputs, -l -L -Xlinker, in their order */
    size_t linking_count;
    const char *standard;        /* of -std=, or NULL */
    const char *dependency_file; /* of -MF, or NULL */
    int dependency_target;       /* -MT or -MQ was given */
    int wants_dependencies;      /* -MD or -MMD was given */
};

/* Reads the command line. A mistake is one line on stderr and exit 2; -h and --version exit 0. */
void read_options(struct options *options, int count, char **arguments);
/* Whether these can be done, and the inputs be read; a mistake as above. */
void check_options(const struct options *options);

/* options_apply.c: does what a flag of flag_table.h asks for. value: what stands behind it, or "".
   word: the flag as it was written. */
struct flag;
void apply_flag(struct options *options, const struct flag *flag, const char *word,
                const char *value);

/* For the linker, behind all that was added before: a word; the next input. */
void add_link_word(struct options *options, const char *word);
void add_link_input(struct options *options);

/* Parts of a list, between commas or blanks; without blanks, where these may be part of a value. */
void add_list(struct strings *strings, const char *list, const char *separators);

/*
 * The same for flags of the host's compiler: nvcc takes one level of backslashes away and then
 * gives them to a shell, so that quotes hold a word together and are no part of it. A comma with a
 * backslash before it ends no word: Meson writes them so.
 */
void add_quoted_list(struct strings *strings, const char *list);

/* response_file.c: the words of the command line, with those of @FILE and -optf FILE in their
 * places. */
struct strings read_words(int count, char **arguments);

#endif
