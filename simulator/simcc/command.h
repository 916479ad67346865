/*
 * Parts that several of the compiler's commands have in common.
 */
#ifndef SIMCC_COMMAND_H
#define SIMCC_COMMAND_H

#include "compile.h"

/* A new command: the compiler and -x language (NULL: none, for the linker). */
void start_command(struct strings *command, const struct toolchain *toolchain,
                   const char *language);
void add_strings(struct strings *command, const struct strings *more);
/* -std=: the headers need C++17, so that an older one is raised to it. */
void add_standard(struct strings *command, const struct options *options);
/* The macros that a CUDA program sees, and those that the headers alone ask for. */
void add_cuda_macros(struct strings *command, const struct options *options);
/* The folders of the CUDA headers, as system folders: no warnings from there. */
void add_folders(struct strings *command, const struct toolchain *toolchain);
/* -MD and its kind, with gcc's own choice of names made explicit: -E would choose others. */
void add_dependencies(struct strings *command, const struct options *options, const char *object);

/* The flags of counted code or, with --plain, of plain code, and those of the command line. */
void add_code_flags(struct strings *command, const struct toolchain *toolchain,
                    const struct options *options);

/* A file's needs of the compiler and the headers, known once it was translated. */
struct needs {
    int exceptions;
    int assembly; /* the headers for inline PTX, which take their time */
    int host;     /* the text as the host sees it */
    /* The headers as clang has kept them (clang_headers.h), or NULL. With them nothing is said: a
       step that has messages fails, and all is to be done again without. */
    const char *kept;
    int has_phases; /* kernels have loops over a block's threads beside them (phases.h)... */
    int no_phases;  /* ... and are to have none */
};

/* Tells the headers that there is no host. The precompiled headers serve with it and without. */
#define DEVICE_ONLY_MACRO "-DSIM_DEVICE_ONLY"

/* preprocess.c: 1 if they say that a header is missing, of a library that the simulator lacks. */
int misses_library(const char *messages);
/*
 * Prints the preprocessor's messages. The last may miss the header of a library that the simulator
 * lacks: then a line about the library replaces it, for the line that includes it. With all, both
 * are printed.
 */
void print_preprocessor_messages(const char *messages, int all);
/* Runs the preprocessor. */
int preprocess(const struct toolchain *toolchain, const struct options *options, const char *path,
               const char *object, const char *preprocessed, struct needs needs);

/* precompiled.c: 1 if the preprocessor may take the precompiled headers. */
int may_use_precompiled(const struct toolchain *toolchain, const struct options *options,
                        struct needs needs);
/* Adds the arguments for that; they go in front of the folder of the headers. */
void add_precompiled(struct strings *command, const struct toolchain *toolchain,
                     const struct options *options);

#endif
