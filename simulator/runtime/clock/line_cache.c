#include "clock/line_cache.h"

#include <stdlib.h>

#include "base/allocate.h"

#define WAYS          8  /* lines of a set */
#define ROOM_AT_FIRST 64 /* of a list: most launches are small, and each has a dozen of them */

static uint64_t hash(uint64_t key)
{
    return (key * 0x9E3779B97F4A7C15u) >> 32; /* 2^64 / golden ratio: spreads regular keys */
}

void line_cache_open(struct line_cache *cache, size_t lines)
{
    cache->sets = lines / WAYS;
    cache->lines = allocate(cache->sets * WAYS * sizeof *cache->lines);
    cache->uses = 0;
}

void line_cache_close(struct line_cache *cache)
{
    free(cache->lines);
}

static struct cached_line *set_of(struct line_cache *cache, uint64_t key)
{
    return cache->lines + (hash(key) * cache->sets >> 32) * WAYS;
}

struct cached_line *line_cache_find(struct line_cache *cache, uint64_t key)
{
    struct cached_line *set = set_of(cache, key);
    for (unsigned i = 0; i < WAYS; i++)
        if (set[i].key == key) {
            set[i].used = ++cache->uses;
            return &set[i];
        }
    return NULL;
}

struct cached_line *line_cache_add(struct line_cache *cache, uint64_t key)
{
    struct cached_line *line = line_cache_find(cache, key), *set = set_of(cache, key);
    if (line)
        return line;
    line = set;
    for (unsigned i = 1; i < WAYS; i++)
        if (set[i].used < line->used)
            line = &set[i];
    *line = (struct cached_line){.key = key, .used = ++cache->uses};
    return line;
}

void line_list_open(struct line_list *list)
{
    list->room = ROOM_AT_FIRST;
    list->count = 0;
    list->lines = allocate(list->room * sizeof *list->lines);
}

void line_list_close(struct line_list *list)
{
    free(list->lines);
}

static struct cached_line *place_of(struct line_list *list, uint64_t key)
{
    size_t i = hash(key) & (list->room - 1);
    while (list->lines[i].key && list->lines[i].key != key)
        i = (i + 1) & (list->room - 1);
    return &list->lines[i];
}

static void grow(struct line_list *list)
{
    struct line_list larger = {.room = 2 * list->room, .count = list->count};
    larger.lines = allocate(larger.room * sizeof *larger.lines);
    for (size_t i = 0; i < list->room; i++)
        if (list->lines[i].key)
            *place_of(&larger, list->lines[i].key) = list->lines[i];
    free(list->lines);
    *list = larger;
}

struct cached_line *line_list_at(struct line_list *list, uint64_t key)
{
    struct cached_line *line = place_of(list, key);
    if (line->key)
        return line;
    if (2 * ++list->count > list->room) {
        grow(list);
        line = place_of(list, key);
    }
    line->key = key;
    return line;
}
