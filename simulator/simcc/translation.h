/*
 * The state of a translation, which all files that translate a construct share: where the walk
 * over the tokens stands, and the messages about the source.
 */
#ifndef SIMCC_TRANSLATION_H
#define SIMCC_TRANSLATION_H

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
    struct name_list meetings;           /* functions in which threads meet: kernel_end.c */
    int knows_meetings;                  /* they have been looked for */
    int device_only;                     /* code of the host is left out */
    int plain;              /* without hooks: a kernel asks quickly if it is launched */
    int phases;             /* kernels get loops over a block's threads: phases.h */
    int has_phases;         /* some have them */
    struct kernel *kernels; /* with a body, so far: kernels.c */
    size_t kernel_count;
    int marks_host_code; /* host_code.h: the assembly will be read */
    int repeated;        /* the same source again: its warnings were printed */
    int aligns_shared; /* the compiler is to know the alignment of shared variables' types alone */
    int silent;        /* errors, too, are counted but not printed */
    unsigned int warnings;
    unsigned int unique; /* numbers for the names that simcc makes up */
    unsigned int errors;
};

/* The innermost scope; the outermost, a namespace, is always there. */
struct scope *innermost_scope(const struct translation *translation);

/* Prints "file:line: error: ..." for the token's place and counts it. */
void translation_error(struct translation *translation, size_t position, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The same for a warning, which stops nothing. */
void translation_warning(struct translation *translation, size_t position, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* 1 if the code at hand can only run in a kernel; 1 if it may run in one. */
int only_on_device(const struct translation *translation);
int maybe_on_device(const struct translation *translation);

#endif
