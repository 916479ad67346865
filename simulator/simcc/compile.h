/*
 * The steps from source files to a program, each a run of the host's compiler.
 */
#ifndef SIMCC_COMPILE_H
#define SIMCC_COMPILE_H

#include "flags.h"
#include "machine.h"
#include "options.h"

/* The compiler and simcc's own files, which all steps need. */
struct toolchain {
    struct strings compiler; /* the command, perhaps with arguments: ccache g++ */
    enum compiler_family family;
    enum machine machine;     /* that it compiles for */
    struct strings model;     /* the compiler for x86-64 that stands in for arm64's; may be empty */
    char *include_folder;     /* the headers of CUDA itself */
    struct strings libraries; /* the folders of its libraries' headers */
    char *alias_folder;       /* headers that only include others: include/aliases.txt */
    char *library;            /* libsimulator.a */
    char *relocatable_library; /* the same for shared libraries: in the toolkit */
    char *self;                /* simcc's own path */
    char *debugger_script;     /* gdb's commands for CUDA threads */
    char *toolkit;             /* a folder as that of NVIDIA's toolkit: packaging/install.mk */
    char *version;             /* what the compiler prints of --version, or "" */
    char *precompiled_folder;  /* the headers that gcc has precompiled; NULL: none */
    char *clang_folder;        /* those that clang has kept, clang_headers.h; NULL: none */
};

/* Finds the compiler's family and simcc's own files. Failures end the program (exit 3). */
void find_toolchain(struct toolchain *toolchain, const struct options *options);

/* Ends the program (exit 3) where the toolkit was not built. */
void require_toolkit(const struct toolchain *toolchain);

/*
 * The folders of the simulator's own headers, and of those of CUDA's libraries, with a slash at
 * their ends; once find_toolchain was called.
 */
const char *own_header_folder(void);
const char *own_library_folder(void);

/*
 * Precompiles the headers into the file of --precompile. Where the compiler cannot, it leaves the
 * file empty, which does no harm.
 */
void precompile_headers(const struct toolchain *toolchain, const struct options *options);

/* Each returns 0, or the status of the command that failed (its messages are out). */
int compile_cuda(const struct toolchain *toolchain, const struct options *options,
                 const struct input *input, const char *object);
int compile_host(const struct toolchain *toolchain, const struct options *options,
                 const struct input *input, const char *object);
/* Writes the rule of make for one input: to -MF, -o, or standard output. */
int list_dependencies(const struct toolchain *toolchain, const struct options *options,
                      const struct input *input, const char *object);
/* A program, a shared library or, with -r, one object. objects: what each input has become. */
int link_objects(const struct toolchain *toolchain, const struct options *options, char **objects,
                 const char *output);
/* A static library. */
int archive_objects(const struct options *options, char **objects, const char *output);
/* The object of a device link, an empty one: nothing has to be linked for a device. */
int make_empty_object(const struct toolchain *toolchain, const struct options *options,
                      const char *output);

/* Says, as nvcc -v does, where the toolkit is: CMake reads it. */
void show_toolkit(const struct toolchain *toolchain);

#endif
