/*
 * g++'s own listing of its work (-fdump-tree-optimized). It has for each function a headline, its
 * parameters, the declarations of its variables, and statements:
 *     ;; Function sum (_Z3sumPK4Quad, funcdef_no=3, ...)
 *     int sum (const struct Quad * p)
 *       struct Quad q;
 *       _5 = total (*_4);
 * What a function declares is its own; a variable that is static is not.
 */
#ifndef SIMCC_GCC_LISTING_H
#define SIMCC_GCC_LISTING_H

#include "text.h"

/* The line at *at, without its end; *at goes on to the next. Returns 0 behind the last one. */
int read_listed_line(const char **at, struct text *line);

/* What follows ";; Function ", or NULL. */
const char *listed_function(const char *line);

/* The name in the assembly, from what follows ";; Function ": behind the last bracket before
 * ", funcdef_no=". Empty if there is none. */
void read_assembly_name(const char *headline, struct text *name);

/* Whether names have such a character: also those of the assembly. */
int is_listed_name_part(char c);

/* Adds the last name that ends before `end` to *own: of a declaration, without extents. */
void note_own_name(struct text *own, const char *line, const char *end);

/* The same for a line such as "  struct pair D.2931;" or "  int a[3];"; others add nothing. */
void note_own_declaration(struct text *own, const char *line);

/* "q", "q.v[2]", "D.123": whether that is one of these, or a part of one. */
int is_part_of_own(const struct text *own, const char *place, size_t length);

#endif
