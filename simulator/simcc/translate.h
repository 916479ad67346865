/*
 * The translator: turns preprocessed CUDA C++ into C++ for the host's compiler.
 *
 * One walk over the tokens knows in which function each token stands and hands
 * every CUDA construct to the file that translates it: kernels.c (__global__),
 * launches.c (<<< >>>), shared.c (__shared__) with classes.c (constructors there),
 * variables.c (__device__, __constant__), assignments.c (=), ptx.c (asm), words.c
 * (single words). The text that they produce calls what include
 * declares in namespace cuda_sim.
 */
#ifndef SIMCC_TRANSLATE_H
#define SIMCC_TRANSLATE_H

#include "syntax.h"

/* Where a function runs: bits. */
enum { ON_HOST = 1, ON_DEVICE = 2, IS_KERNEL = 4 };

enum scope_kind { SCOPE_NAMESPACE, SCOPE_CLASS, SCOPE_CODE };

struct scope {
    enum scope_kind kind;
    int where;                /* in SCOPE_CODE: the function's bits */
    size_t name;              /* in SCOPE_CLASS: the class's name, or NOWHERE */
    size_t outer_declaration; /* the enclosing scope's declaration_start */
    size_t outer_parentheses;
};

/* Names in the source's text. */
struct name_list {
    const struct token **tokens;
    size_t count;
};

struct translation {
    struct source *source;
    struct scope *scopes; /* the innermost one is the last */
    size_t depth;
    size_t declaration_start;            /* first token of the declaration or statement */
    size_t skip_to;                      /* tokens before this one are left out */
    size_t parentheses;                  /* ( and [ open since the scope began */
    int results_unseen;                  /* the compiler hides stores of returned structures */
    int uses_exceptions;                 /* the user's code has try, catch or throw */
    int uses_assembly;                   /* its device code has inline PTX */
    struct name_list empty_constructors; /* classes X with X() {} */
    int device_only;                     /* code of the host is left out */
    int marks_host_code;                 /* host_code.h: the assembly will be read */
    int repeated;                        /* the same source again: its warnings were printed */
    int silent;                          /* errors, too, are for another time */
    unsigned int unique;                 /* numbers for the names that simcc makes up */
    unsigned int errors;
};

/* Translates the source in place (edits). Errors are printed, unless silent, and counted. */
void translate(struct translation *translation);

/* Prints "file:line: error: ..." for the token's place and counts it. */
void translation_error(struct translation *translation, size_t position, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The same for a warning, which stops nothing. */
void translation_warning(const struct translation *translation, size_t position, const char *format,
                         ...) __attribute__((format(printf, 3, 4)));

/* 1 if the code at hand can only run in a kernel; 1 if it may run in one. */
int only_on_device(const struct translation *translation);
int maybe_on_device(const struct translation *translation);

/* kernels.c: position is the word __global__. */
void translate_kernel(struct translation *translation, size_t position);
/* launches.c: position is the first < of <<<. */
int is_launch(const struct source *source, size_t position);
void translate_launch(struct translation *translation, size_t position);
/* shared.c: position is the word __shared__. */
void translate_shared(struct translation *translation, size_t position);
/* classes.c: the name of the class whose body begins at brace; NOWHERE without one. */
size_t class_name(const struct source *source, size_t first, size_t brace);
/* classes.c: position is a name in a class's body; remembers its empty constructor X() {}. */
void note_constructor(struct translation *translation, size_t position);
/* classes.c: 1 if one of the tokens [first, end) names a class with such a constructor. */
int has_empty_constructor(const struct translation *translation, size_t first, size_t end);
/* variables.c: position is __device__, __host__, __constant__ or __managed__. */
void translate_device_qualifier(struct translation *translation, size_t position);
/* ptx.c: position is the word asm, in device code. */
void translate_assembly(struct translation *translation, size_t position);
/* assignments.c: position is a =. */
void translate_assignment(struct translation *translation, size_t position);
/* words.c: any other name. */
void translate_word(struct translation *translation, size_t position);
/* Refuses int2 a[2] = {1, 2, 3, 4}, if such an array is declared here: vector_arrays.c. */
void refuse_rows_of_numbers(struct translation *translation, size_t position);
/* words.c: a line that starts with # (pragmas for the GPU's compiler are dropped). */
void translate_directive(struct translation *translation, size_t position);

#endif
