/*
 * From pcs in the program's code to lines of its source.
 */
#ifndef LINES_H
#define LINES_H

#include <stddef.h>
#include <stdint.h>

struct line {
    const char *file; /* as short as it can be named from here; "?" if unknown */
    int number;       /* 0 if unknown */
    int outer;        /* the same, or the line of the call that was inlined here */
};

enum { LINES_AT_ONCE = 500 }; /* pcs for each run of addr2line */

/*
 * Looks up many pcs at once with addr2line, which is slow to start. A pc is
 * the return address of a call (the instruction before it counts).
 */
void lines_prepare(const uintptr_t *pcs, size_t count);

/* What addr2line says of a pc that was looked up: no search around it, and nothing is asked. */
struct line line_prepared(uintptr_t pc);

/*
 * The line of a pc: outside the simulator's own headers, if it was inlined there. Code that a
 * compiler has moved may have a file and no line: then that of the nearest one before it that has.
 */
struct line line_of(uintptr_t pc);

/*
 * The same; if nothing is known of the instruction, that of the nearest one before it that has a
 * line.
 */
struct line line_near(uintptr_t pc);

/* A made-up pc that stands for a line of a file, where the pc of its code is not known. */
uintptr_t lines_place(const char *file, int number);

/* 1 for a header of the simulator's, as it is named in a line: code of a kernel, but not its
 * author's.
 */
int lines_are_of_headers(const char *file);

/* The text of a line without leading blanks, or "" if the file cannot be read. */
const char *line_text(struct line line);

/* The number of the file's lines, 0 if it cannot be read; a line's text with its indentation. */
int file_lines(const char *file);
const char *file_line(const char *file, int number);

/* Reads a file now, whose lines will be asked for when none can be opened any more. */
void file_read_ahead(const char *file);

#endif
