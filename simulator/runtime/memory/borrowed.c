/*
 * Borrowed pages: see borrowed.h.
 */
#define _GNU_SOURCE
#include "memory/borrowed.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/allocate.h"

/* The C library's: the thread that is about to write runs a kernel, whose copies are watched. */
void *__real_memcpy(void *target, const void *source, size_t size);

#define CHUNKS (LARGE_PAGE / MEMORY_CHUNK) /* in a page */

static struct mirror *lender;
static uint64_t protected_since; /* memory.opened at borrowed_protect; 0: never */
static int is_being_returned;    /* guards the pages */

/* The pages wholly inside the allocation: numbers, counted from the start of the arena. */
struct pages {
    size_t first, end;
};

static struct pages pages_of(const struct allocation *a)
{
    size_t start = a->start - memory.base;
    struct pages pages = {(start + LARGE_PAGE - 1) / LARGE_PAGE, (start + a->size) / LARGE_PAGE};
    if (a->kind != ALLOCATION_DEVICE || a->freed || pages.first > pages.end)
        pages.end = pages.first;
    return pages;
}

static int (*are_caught)(void);

void borrowed_allow(int (*writes_are_caught)(void))
{
    are_caught = writes_are_caught;
}

/* 1 if a debugger watches the process: it would stop at each of the failing writes. */
static int find_tracer(void)
{
    char text[4096];
    int file = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
    ssize_t size = file < 0 ? -1 : read(file, text, sizeof text - 1);
    if (file >= 0)
        close(file);
    if (size < 0)
        return 0;
    text[size] = 0;
    const char *tracer = strstr(text, "\nTracerPid:");
    return tracer && atoi(tracer + strlen("\nTracerPid:")) != 0;
}

/* 1 if failing writes come to borrowed_return. */
static int is_possible(void)
{
    static int traced = -1; /* unknown */
    if (traced < 0)
        traced = find_tracer();
    return !traced && are_caught && are_caught();
}

static int has_changed(size_t page)
{
    return memchr(memory_touched(memory.base + page * LARGE_PAGE), 1, CHUNKS) != NULL;
}

/* 1 if the mirror keeps a word for each of its chunks: that costs it no memory. */
static int is_of_words(size_t page)
{
    const char *bytes = (const char *)memory.base + page * LARGE_PAGE;
    for (size_t i = 0; i < CHUNKS; i++)
        if (!mirror_is_one_word(bytes + i * MEMORY_CHUNK, MEMORY_CHUNK))
            return 0;
    return 1;
}

static void set(struct mirror *mirror, size_t page, int is_borrowed)
{
    for (size_t i = page * CHUNKS; i < (page + 1) * CHUNKS; i++) {
        struct chunk *chunk = &mirror->chunks[i];
        chunk->is_borrowed = is_borrowed;
        chunk->is_one_word = 0;
        chunk->used = MEMORY_CHUNK;
        mirror->changed[i] = 1;
    }
    mirror->is_borrowed[page] = (uint8_t)is_borrowed;
}

/* The mirror is to copy it as any other. */
static void give_back(struct mirror *mirror, size_t page)
{
    set(mirror, page, 0);
    memory_touch(memory.base + page * LARGE_PAGE, LARGE_PAGE);
}

void borrowed_choose(struct mirror *mirror, const struct allocation *a)
{
    struct pages pages = pages_of(a);
    int possible = pages.first < pages.end && is_possible();
    lender = mirror;
    for (size_t page = pages.first; page < pages.end; page++) {
        int changed = has_changed(page);
        if (mirror->is_borrowed[page]) {
            if (changed || !possible)
                give_back(mirror, page);
        } else if (changed && possible && !mirror->has_bytes[page] && !is_of_words(page)) {
            set(mirror, page, 1);
        }
    }
}

void borrowed_forget(const struct allocation *a)
{
    struct pages pages = pages_of(a);
    for (size_t page = pages.first; lender && page < pages.end; page++)
        if (lender->is_borrowed[page])
            set(lender, page, 0);
}

static void protect(size_t first, size_t end)
{
    if (first == end)
        return;
    mprotect((char *)memory.base + first * LARGE_PAGE, (end - first) * LARGE_PAGE, PROT_READ);
}

void borrowed_protect(void)
{
    size_t count;
    struct allocation **list = allocation_list(&count);
    protected_since = memory.opened;
    for (size_t i = 0; i < count; i++) {
        struct pages pages = pages_of(list[i]);
        size_t first = pages.first;
        for (size_t page = pages.first; page < pages.end; page++) {
            if (lender->is_borrowed[page])
                continue;
            protect(first, page);
            first = page + 1;
        }
        if (first < pages.end)
            protect(first, pages.end);
    }
}

int borrowed_holds(void)
{
    return memory.open && memory.opened == protected_since;
}

static void lock(void)
{
    while (__atomic_exchange_n(&is_being_returned, 1, __ATOMIC_ACQUIRE)) {
    }
}

static void unlock(void)
{
    __atomic_store_n(&is_being_returned, 0, __ATOMIC_RELEASE);
}

/* Copies the page, if it is borrowed, before anybody may write to it. */
static void copy(size_t page)
{
    if (!lender->is_borrowed[page])
        return;
    __real_memcpy(lender->bytes + page * LARGE_PAGE, (const char *)memory.base + page * LARGE_PAGE,
                  LARGE_PAGE);
    for (size_t i = page * CHUNKS; i < (page + 1) * CHUNKS; i++)
        lender->chunks[i].is_borrowed = 0;
    lender->is_borrowed[page] = 0;
    lender->has_bytes[page] = 1;
}

int borrowed_return(uintptr_t address)
{
    if (!borrowed_holds() || !memory_is_a_devices(address))
        return 0;
    size_t page = (address - memory.base) / LARGE_PAGE;
    char *start = (char *)memory.base + page * LARGE_PAGE;
    lock();
    copy(page);
    /* Another thread may have done so meanwhile: then this changes nothing. */
    int is_writable = !mprotect(start, LARGE_PAGE, PROT_READ | PROT_WRITE);
    unlock();
    return is_writable;
}
