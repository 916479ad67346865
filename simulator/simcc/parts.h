/*
 * An assembly as parts: a function, a variable, a constant each, with the lines that are theirs.
 */
#ifndef SIMCC_PARTS_H
#define SIMCC_PARTS_H

#include "text.h"

enum section_kind {
    SECTION_OTHER, /* sections that are not loaded, and those that the system reads */
    SECTION_CODE,
    SECTION_DATA,
    SECTION_THREAD, /* data of which each thread has its own */
    SECTION_START,  /* code that runs before main and after it */
    SECTION_TABLE   /* the simulator's */
};

#define NO_PART ((size_t)-1)

struct part {
    char *name;
    enum section_kind section;
    size_t first_edge, edge_count; /* the parts that it mentions */
    int is_reached;
};

struct line_of_part {
    size_t begin, length; /* in the assembly, with its end */
    enum section_kind section;
    size_t part; /* or NO_PART */
};

struct parts {
    const struct text *assembly;
    struct part *parts;
    size_t count;
    struct line_of_part *lines;
    size_t line_count;
    size_t *edges; /* parts that are mentioned, those of each part in a row */
    size_t edge_count;
    void *by_name; /* a tree of tsearch, of struct part_name */
};

/* Reads the assembly. */
void parts_read(struct parts *parts, const struct text *assembly);
void parts_free(struct parts *parts);

/* The part of that name, or NO_PART. */
size_t parts_find(const struct parts *parts, const char *name, size_t length);

/* Marks a part and all that it mentions, directly or through others. */
void parts_reach(struct parts *parts, size_t from);

/* A copy of a line, with its end, that may be taken apart; room keeps it. */
char *parts_line(const struct parts *parts, size_t line, struct text *room);

/*
 * The next name in a list of operands or values, not a register's; NULL if there is none. Stores
 * its length, and moves at behind it.
 */
const char *next_name(const char **at, size_t *length);

/* Whether a directive holds addresses: .quad and the like. */
int holds_addresses(const char *directive);

#endif
