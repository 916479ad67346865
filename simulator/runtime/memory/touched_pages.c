#include "memory/touched_pages.h"

#include <string.h>

#include "base/current_device.h"
#include "memory/touched.h"

/* 1 if the allocation is in the memory of another device. */
static int is_elsewhere(const struct allocation *a)
{
    return memory_is_a_devices(a->start) && a->device != device_at_work;
}

/* What is done with which pages. */
struct walk {
    const uint8_t *first, *second; /* their marks; both NULL: each page has one */
    void (*function)(size_t page, void *argument);
    void *argument;
};

static int is_marked(const struct walk *walk, size_t page)
{
    return !walk->first || walk->first[page] || (walk->second && walk->second[page]);
}

#define AT_ONCE 64 /* pages */

/* 1 if none of the pages [page, page + AT_ONCE) has that mark. */
static inline int have_none(const uint8_t *marks, size_t page)
{
    uint64_t word[AT_ONCE / sizeof(uint64_t)], any = 0;
    memcpy(word, marks + page, sizeof word);
    for (size_t i = 0; i < sizeof word / sizeof *word; i++)
        any |= word[i];
    return !any;
}

/* The first page from that one on that may have a mark, or one near the end. */
static size_t skip(const struct walk *walk, size_t page, size_t end)
{
    while (walk->first && end - page >= AT_ONCE && have_none(walk->first, page) &&
           (!walk->second || have_none(walk->second, page)))
        page += AT_ONCE;
    return page;
}

static void walk_range(const struct walk *walk, size_t page, size_t end)
{
    while (page < end) {
        page = skip(walk, page, end);
        for (size_t i = 0; i < AT_ONCE && page < end; i++, page++)
            if (is_marked(walk, page))
                walk->function(page, walk->argument);
    }
}

static void walk_all(const struct walk *walk)
{
    size_t count, next = 0;
    struct allocation **list = allocation_list(&count);
    for (size_t i = 0; i < count; i++) {
        if (is_elsewhere(list[i]) || !list[i]->size)
            continue;
        size_t page = (list[i]->start - memory.base) / TOUCHED_PAGE;
        size_t end = (list[i]->start + list[i]->size - 1 - memory.base) / TOUCHED_PAGE + 1;
        walk_range(walk, page < next ? next : page, end);
        next = end > next ? end : next;
    }
}

void for_each_page(void (*function)(size_t page, void *argument), void *argument)
{
    walk_all(&(struct walk){NULL, NULL, function, argument});
}

void for_marked_pages(const uint8_t *first, const uint8_t *second,
                      void (*function)(size_t page, void *argument), void *argument)
{
    walk_all(&(struct walk){first, second, function, argument});
}

void for_touched_pages(void (*function)(size_t page, void *argument), void *argument)
{
    for_marked_pages(touched.page, NULL, function, argument);
}
