/*
 * A set-associative cache of lines of 128 bytes with four sectors each. It replaces the least
 * recently used line. Below it, a list of lines without bound.
 */
#ifndef LINE_CACHE_H
#define LINE_CACHE_H

#include <stddef.h>
#include <stdint.h>

struct cached_line {
    uint64_t key; /* 0: none */
    double ready; /* the time at which its sectors arrive, in cycles */
    uint32_t used;
    uint8_t sectors; /* mask */
    uint16_t users;  /* blocks or warps of the sample that touch it */
};

struct line_cache {
    struct cached_line *lines;
    size_t sets;
    uint32_t uses;
};

/* A cache of that many lines, 8 at least, rounded down to whole sets of 8. */
void line_cache_open(struct line_cache *cache, size_t lines);
void line_cache_close(struct line_cache *cache);

/* The line's entry, or NULL if it is not there. */
struct cached_line *line_cache_find(struct line_cache *cache, uint64_t key);

/* The line's entry; a new one replaces another if there is none. */
struct cached_line *line_cache_add(struct line_cache *cache, uint64_t key);

/* A list of lines that grows. */
struct line_list {
    struct cached_line *lines;
    size_t room, count; /* room: a power of two */
};
void line_list_open(struct line_list *list);
void line_list_close(struct line_list *list);

/* The line's entry; made, without sectors, if it is not there. */
struct cached_line *line_list_at(struct line_list *list, uint64_t key);

#endif
