/*
 * Touched bytes: see watched.h. A byte of flags for each byte of the arena, and a mark for each
 * page that has any.
 */
#include "check/watched.h"

#include <string.h>

#include "base/allocate.h"
#include "memory/memory.h"

#define PAGE      4096 /* bytes */
#define EACH_BYTE UINT64_C(0x0101010101010101)

/* Flags of eight bytes side by side. */
typedef uint64_t __attribute__((may_alias)) word_t;

static uint8_t *bytes, *pages;

static void reserve(void)
{
    bytes = allocate_pages(memory.size, " for the order of streams");
    pages = allocate_pages(memory.size / PAGE + 1, " for the order of streams");
}

/* Calls the function for each allocation's pages that are marked, each page once, in order. */
static void for_each_page(void (*function)(size_t page, void *argument), void *argument)
{
    size_t count, next = 0;
    struct allocation **list = allocation_list(&count);
    for (size_t i = 0; i < count; i++) {
        size_t page = (list[i]->start - memory.base) / PAGE;
        size_t last = (list[i]->start + list[i]->size - memory.base) / PAGE;
        for (page = page < next ? next : page; page <= last; page++)
            if (pages[page])
                function(page, argument);
        next = page > next ? page : next;
    }
}

static void clear(size_t page, void *unused)
{
    (void)unused;
    memset(bytes + page * PAGE, 0, PAGE);
    pages[page] = 0;
}

void watched_start(void)
{
    if (!bytes)
        reserve();
    for_each_page(clear, NULL);
}

/* Host threads run blocks of a launch side by side, and may note bytes of one word. */
static void note_bytes(size_t first, size_t end, unsigned how)
{
    for (size_t i = first; i < end; i++)
        if ((bytes[i] & how) != how)
            __atomic_fetch_or(&bytes[i], (uint8_t)how, __ATOMIC_RELAXED);
}

static void note_words(size_t first, size_t end, unsigned how)
{
    const word_t all = how * EACH_BYTE;
    for (size_t i = first; i < end; i += sizeof(word_t)) {
        word_t *word = (word_t *)(bytes + i);
        if ((__atomic_load_n(word, __ATOMIC_RELAXED) & all) != all)
            __atomic_fetch_or(word, all, __ATOMIC_RELAXED);
    }
}

void watched_note(uintptr_t address, size_t size, unsigned how)
{
    size_t first = address - memory.base, end = first + size;
    size_t first_word = (first + sizeof(word_t) - 1) / sizeof(word_t) * sizeof(word_t),
           end_word = end / sizeof(word_t) * sizeof(word_t);
    if (first_word < end_word) {
        note_bytes(first, first_word, how);
        note_words(first_word, end_word, how);
        note_bytes(end_word, end, how);
    } else {
        note_bytes(first, end, how);
    }
    for (size_t page = first / PAGE; page <= (end - 1) / PAGE; page++)
        if (!pages[page])
            pages[page] = 1;
}

struct list {
    struct watched_range *ranges;
    size_t count, room;
};

static void add(struct list *list, uintptr_t start, size_t size, unsigned how)
{
    struct watched_range *last = list->count ? &list->ranges[list->count - 1] : NULL;
    if (last && last->end == start && last->how == how) {
        last->end += size;
        return;
    }
    if (list->count == list->room) {
        list->room = list->room ? 2 * list->room : 16;
        list->ranges = allocate_again(list->ranges, list->room * sizeof *list->ranges);
    }
    list->ranges[list->count++] = (struct watched_range){start, start + size, how};
}

static void add_page(size_t page, void *argument)
{
    for (size_t at = page * PAGE; at < (page + 1) * PAGE; at += sizeof(word_t)) {
        word_t word = *(const word_t *)(bytes + at);
        if (!word)
            continue;
        if (word == bytes[at] * EACH_BYTE) {
            add(argument, memory.base + at, sizeof word, bytes[at]);
            continue;
        }
        for (size_t i = at; i < at + sizeof word; i++)
            if (bytes[i])
                add(argument, memory.base + i, 1, bytes[i]);
    }
}

static int is_repeated; /* the launch is not run; what it would touch: */
static const struct watched_range *repeated;
static size_t repeated_count;

void watched_repeat(const struct watched_range *ranges, size_t count)
{
    is_repeated = 1;
    repeated = ranges;
    repeated_count = count;
}

static struct watched_range *copy_of_repeated(size_t *count)
{
    struct watched_range *copy = allocate((repeated_count + 1) * sizeof *copy);
    if (repeated_count)
        memcpy(copy, repeated, repeated_count * sizeof *copy);
    *count = repeated_count;
    is_repeated = 0;
    return copy;
}

struct watched_range *watched_list(size_t *count)
{
    struct list list = {NULL, 0, 0};
    if (is_repeated)
        return copy_of_repeated(count);
    for_each_page(add_page, &list);
    *count = list.count;
    return list.ranges;
}
