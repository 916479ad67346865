/*
 * From places in the program's code to lines of its source.
 */
#ifndef LINES_H
#define LINES_H

#include <stddef.h>
#include <stdint.h>

struct line {
    const char *file; /* as short as it can be named from here; "?" if unknown */
    int number;       /* 0 if unknown */
    int outer;        /* the same, or where what is inlined here was called */
};

enum { LINES_AT_ONCE = 500 }; /* places per run of addr2line */

/*
 * Looks up many places at once with addr2line, which is slow to start. A pc is
 * the return address of a call (the instruction before it counts).
 */
void lines_prepare(const uintptr_t *pcs, size_t count);

/* The line of a pc: outside the simulator's own headers, if it was inlined there. */
struct line line_of(uintptr_t pc);

/*
 * The same; where the compiler gave the instruction no line, that of the nearest
 * one before it that has one.
 */
struct line line_near(uintptr_t pc);

/* A pc that stands for a line of a file, where no code is known by its own. */
uintptr_t lines_place(const char *file, int number);

/* The text of a line without leading blanks, or "" if the file cannot be read. */
const char *line_text(struct line line);

/* How many lines the file has, 0 if it cannot be read; the text with its indentation. */
int file_lines(const char *file);
const char *file_line(const char *file, int number);

#endif
