/*
 * Touched bytes: see watched.h. Mostly all bytes of a sector are touched alike: then a byte of
 * flags for the sector says so, and the flags of each of its bytes are not touched themselves.
 */
#include "check/watched.h"

#include <string.h>

#include "base/allocate.h"
#include "memory/memory.h"

#define PAGE      4096 /* bytes */
#define SECTOR    32   /* bytes */
#define EACH_BYTE 0x01010101u

/* Flags of four bytes or sectors side by side. */
typedef uint32_t __attribute__((may_alias)) word_t;

/* Of each byte of the arena: in which ways it is touched, beside those of its whole sector. */
static uint8_t *bytes, *sectors;

/* Of each page: which of the two have flags for it. */
#define PAGE_SECTORS 1
#define PAGE_BYTES   2
static uint8_t *pages;

static void reserve(void)
{
    bytes = allocate_pages(memory.size, " for the order of streams");
    sectors = allocate_pages(memory.size / SECTOR + 1, " for the order of streams");
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
    memset(sectors + page * (PAGE / SECTOR), 0, PAGE / SECTOR);
    if (pages[page] & PAGE_BYTES)
        memset(bytes + page * PAGE, 0, PAGE);
    pages[page] = 0;
}

void watched_start(void)
{
    if (!bytes)
        reserve();
    for_each_page(clear, NULL);
}

/*
 * The flags [first, end) get those, too. Host threads run blocks of a launch side by side, and may
 * note bytes of one word.
 */
static void note_each(uint8_t *flags, size_t first, size_t end, unsigned how)
{
    for (size_t i = first; i < end; i++)
        if ((flags[i] & how) != how)
            __atomic_fetch_or(&flags[i], (uint8_t)how, __ATOMIC_RELAXED);
}

/* The same, by words where it can. */
static void note(uint8_t *flags, size_t first, size_t end, unsigned how)
{
    const word_t all = how * EACH_BYTE;
    size_t at = (first + sizeof all - 1) / sizeof all * sizeof all;
    note_each(flags, first, at < end ? at : end, how);
    for (; at + sizeof all <= end; at += sizeof all) {
        word_t *word = (word_t *)(flags + at);
        if ((__atomic_load_n(word, __ATOMIC_RELAXED) & all) != all)
            __atomic_fetch_or(word, all, __ATOMIC_RELAXED);
    }
    note_each(flags, at, end, how);
}

/* Notes bytes of sectors that are not touched as a whole. */
static void note_parts(size_t first, size_t end, unsigned how)
{
    if (first == end)
        return;
    note(bytes, first, end, how);
    note_each(pages, first / PAGE, (end - 1) / PAGE + 1, PAGE_BYTES);
}

void watched_note(uintptr_t address, size_t size, unsigned how)
{
    size_t first = address - memory.base, end = first + size;
    size_t first_sector = (first + SECTOR - 1) / SECTOR, end_sector = end / SECTOR;
    if (first_sector >= end_sector) {
        note_parts(first, end, how);
        return;
    }
    note_parts(first, first_sector * SECTOR, how);
    note(sectors, first_sector, end_sector, how);
    note_each(pages, first / PAGE, (end - 1) / PAGE + 1, PAGE_SECTORS);
    note_parts(end_sector * SECTOR, end, how);
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

/* A sector some of whose bytes are touched in more ways than the whole. */
static void add_parts(struct list *list, size_t sector)
{
    const word_t whole = sectors[sector] * EACH_BYTE;
    for (size_t at = sector * SECTOR; at < (sector + 1) * SECTOR; at += sizeof whole) {
        word_t word = *(const word_t *)(bytes + at) | whole;
        if (word && word == (word & 0xff) * EACH_BYTE) {
            add(list, memory.base + at, sizeof word, word & 0xff);
            continue;
        }
        for (size_t i = 0; word && i < sizeof word; i++)
            if (bytes[at + i] | sectors[sector])
                add(list, memory.base + at + i, 1, bytes[at + i] | sectors[sector]);
    }
}

static void add_page(size_t page, void *argument)
{
    const size_t first = page * (PAGE / SECTOR), end = first + PAGE / SECTOR;
    for (size_t sector = first; sector < end; sector++) {
        if (pages[page] & PAGE_BYTES)
            add_parts(argument, sector);
        else if (sectors[sector])
            add(argument, memory.base + sector * SECTOR, SECTOR, sectors[sector]);
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
