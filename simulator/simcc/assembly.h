/*
 * Reading the compiler's assembly (x86-64, AT&T syntax), as gcc and clang write it: statements,
 * sections, and from which source line an instruction comes.
 */
#ifndef SIMCC_ASSEMBLY_H
#define SIMCC_ASSEMBLY_H

#include "text.h"

enum statement_kind {
    STATEMENT_OTHER, /* labels, comments, empty lines */
    STATEMENT_DIRECTIVE,
    STATEMENT_INSTRUCTION
};

struct statement {
    enum statement_kind kind;
    char *word; /* the directive with its point, or the instruction's mnemonic */
    char *rest; /* its operands; no comment, no spaces around */
};

/* Takes a line apart; its text is changed for that, and the parts point into it. */
struct statement read_statement(char *line);

/* Whether it calls a function: x86-64's call, arm64's bl and blr. */
int is_call(const struct statement *statement);

/* Whether a symbol is that name, as it stands or as C++ mangles it, in namespaces or not. */
int symbol_has_name(const char *symbol, const char *name, size_t length);

/* Whose source an instruction comes from. */
enum source_kind {
    SOURCE_PROGRAM,   /* also headers that take as many instructions as CUDA's would */
    SOURCE_INTEGERS,  /* intrinsics on integers: about one instruction each on a GPU */
    SOURCE_RUNTIME,   /* the way to the runtime: nothing that a GPU would do */
    SOURCE_READ_ONLY, /* loads on the read-only way; else as SOURCE_PROGRAM */
};

#define SECTIONS_DEEP 16

/* Where in the assembly we are. At first all is 0, but for groups, which has a "". */
struct position {
    struct text groups;          /* names of COMDAT groups, each with its 0; the one at 0 is "" */
    size_t group;                /* the current section's, as a place in groups; 0: none */
    size_t before;               /* that of the section before, for .previous */
    size_t stack[SECTIONS_DEEP]; /* of .pushsection */
    int depth;
    struct file {
        unsigned char source; /* enum source_kind */
        unsigned key;         /* file_key of its path */
    } * files;                /* by number */
    size_t file_count;
    enum source_kind source;
    unsigned file; /* file_key of the line's; 0: not known */
    long line;
};

/* A number that stands for a file's name, without its folders. */
unsigned file_key(const char *path);

/* Takes note of a directive: .section and its kind, .file, .loc; others change nothing. */
void position_directive(struct position *position, const struct statement *statement);

#endif
