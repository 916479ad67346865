/*
 * The part of a submission that is graded: its reduce.cu as far as main, and of that what runs
 * on the device.
 */
#ifndef KERNEL_PART_H
#define KERNEL_PART_H

#include <stdio.h>

#include "exercise.h"

struct to_do {
    int line; /* of the first gap that is not filled, or 0 */
    char text[160];
};

/* What becomes of a kernel part. */
enum part_use {
    FOR_SIMULATOR, /* nothing of it runs on the host */
    FOR_GPU        /* with a function by which course/timed.c launches the kernel */
};

/*
 * Copies student/step/reduce.cu to target up to main, for its use. Returns 1; or 0 if the part
 * cannot be graded, and prints why to log. Notes the first TODO.
 */
int write_kernel_part(const struct exercise *exercise, enum part_use use, const char *student,
                      const char *step, const char *target, FILE *log, struct to_do *to_do);

/* The name of that file for messages: without the folder if it is the one we are in. */
void submitted_name(char *name, size_t bytes, const char *student, const char *step);

/*
 * Opens a file of a submission, student/step/name, for reading: a plain one of at most 1 MiB
 * in a plain folder. Links, which might lead to what others have, pipes and devices do not
 * count. NULL if there is none or it cannot be read; then says in why what is wrong.
 */
FILE *open_submitted(const char *student, const char *step, const char *name, const char **why);

/*
 * Reads a source up to main (course/kernel_scan.c). Returns 1, how many bytes stand before
 * main's definition, and how many #if are open there; 0 if a line for the preprocessor is
 * refused, and prints why to log, by the name of the file. Notes the first TODO.
 */
int scan_source(const char *text, const char *name, FILE *log, struct to_do *to_do, size_t *length,
                int *open_ifs);

/*
 * Looks at what the preprocessor has made of a kernel part (course/kernel_tokens.c): at the
 * tokens that come from the file of that name, macros replaced. header_words: a file of the words
 * of headers that are not in the text themselves, since the compiler has kept them. Returns 1 if
 * all may stand; 0 if one is refused, or what has the kernel's name is none, and prints why to log.
 */
int tokens_allowed(const char *preprocessed, const char *header_words, const char *name,
                   const char *kernel, FILE *log);

/*
 * Why a word of so many characters has no place in a graded kernel; NULL if it may stand.
 * is_in_headers: a header's text has it, too.
 */
const char *word_refused(const char *word, int length, int is_in_headers);

/* The same for words that a header's macro has made of the kernel's. */
const char *word_never(const char *word, int length);

/* Whether it begins with two underscores: C++ keeps such words for compilers and libraries. */
int is_reserved(const char *word, int length);

/* Whether a header, <name> or "name" of that many characters, may be included above main. */
int header_allowed(const char *name, size_t length);

/* Whether an attribute of that many characters, as in [[name]] or __attribute__((name)), may. */
int attribute_allowed(const char *name, int length);

/*
 * Whether an object file uses nothing but what kernels have a use for. listing is what `nm -P` said
 * of it, disassembly `objdump -drl`. Prints what else there is to log, with its line in source.
 */
int symbols_allowed(const char *listing, const char *disassembly, const char *source, FILE *log);

/* Whether the code calls and jumps to what has a name. */
int calls_allowed(const char *disassembly, const char *source, FILE *log);

enum { TEMPLATE_BLOCKS = 5 /* 64 to 1024 */, KERNELS_MOST = 8 };

/* The kernels of an object file, and the names under which host programs know them. */
struct kernel_symbols {
    int count;
    char symbol[KERNELS_MOST][512], as[KERNELS_MOST][32];
};

/* Finds the exercise's kernels, by name and parameters; returns whether all are there. */
int find_kernels(const struct exercise *exercise, const char *listing,
                 struct kernel_symbols *found);

#endif
