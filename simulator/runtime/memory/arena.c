/*
 * Reserves the arena and its shadow. A page costs memory only when it is touched, so the ranges can
 * be far larger than the machine's memory.
 */
#define _GNU_SOURCE
#include "memory/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/allocate.h"
#include "base/settings.h"
#include "memory/state_pages.h"

/* A fixed address, so that pointers print the same in every run where it is free. */
#define ARENA_PLACE   ((void *)0x200000000000)
#define STAND_IN_SIZE ((size_t)1 << 30)
#define FEW_PAGES     (LARGE_PAGE / 4) /* bytes in small ones take less time than a large one */

#define LARGE_RANGES_MOST 5
#define BYTES_OF_16_MOST  64 /* that one of them has for 16 bytes of the arena */

struct memory memory;
static size_t chunks_used; /* of PART_DEVICE: later chunks were never touched */

static void *reserve(void *address, size_t size, int protection)
{
    void *range =
        mmap(address, size, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (range == MAP_FAILED) {
        fprintf(stderr, "simulator: cannot reserve %zu MiB of addresses: %s\n", size >> 20,
                "lower SIM_MEMORY or the limit of ulimit -v is too small");
        exit(3);
    }
    return range;
}

/* Ranges beside the arena, and itself, that have large pages. */
static struct beside {
    char *start;
    size_t bytes_of_16;
} large[LARGE_RANGES_MOST];
static unsigned large_count;

void memory_large_pages(void *range, size_t bytes_of_16)
{
    for (int part = 0; part < PARTS; part++) {
        size_t start = (memory.start[part] - memory.base) / 16 * bytes_of_16;
        size_t size = memory.part_size[part] / 16 * bytes_of_16;
        if (size > LARGE_PAGE)
            madvise((char *)range + start + LARGE_PAGE, size - LARGE_PAGE, MADV_HUGEPAGE);
    }
    large[large_count++] = (struct beside){range, bytes_of_16};
}

/*
 * Of the range, the pages that these bytes fill for the most part are large ones; the last, if they
 * reach little of it, has small ones, until others fill it.
 */
static void expect_beside(const struct beside *range, size_t start, size_t end)
{
    size_t first = (start + FEW_PAGES - 1) / LARGE_PAGE * LARGE_PAGE;
    size_t last = end / LARGE_PAGE * LARGE_PAGE;
    size_t filled = end - last < FEW_PAGES ? last : last + LARGE_PAGE;
    if (first < filled)
        madvise(range->start + first, filled - first, MADV_HUGEPAGE);
    if (first < last && filled == last)
        madvise(range->start + last, LARGE_PAGE, MADV_NOHUGEPAGE);
}

void memory_expect(uintptr_t start, size_t size)
{
    if (size < FEW_PAGES * 16 / BYTES_OF_16_MOST)
        return;
    for (unsigned i = 0; i < large_count; i++)
        expect_beside(&large[i], (start - memory.base) / 16 * large[i].bytes_of_16,
                      (start + size - memory.base) / 16 * large[i].bytes_of_16);
}

void memory_start(void)
{
    memory.device_size = (settings.memory / LARGE_PAGE + 2) * LARGE_PAGE;
    size_t all = memory.device_size * (size_t)settings.devices;
    memory.page = (size_t)sysconf(_SC_PAGESIZE);
    memory.part_size[PART_DEVICE] = all;
    memory.part_size[PART_VISIBLE] = all;
    memory.part_size[PART_STAND_IN] = STAND_IN_SIZE;
    memory.size = 2 * all + STAND_IN_SIZE;
    memory.base = (uintptr_t)reserve(ARENA_PLACE, memory.size, PROT_NONE);
    uintptr_t start = memory.base;
    for (int part = 0; part < PARTS; part++) {
        memory.start[part] = start;
        start += memory.part_size[part];
    }
    memory_large_pages((void *)memory.base, 16);
    mprotect((void *)memory.start[PART_VISIBLE], memory.part_size[PART_VISIBLE],
             PROT_READ | PROT_WRITE);
    memory.state = reserve(NULL, memory.size, PROT_READ | PROT_WRITE);
    memory_large_pages(memory.state, 16);
    memory.touched = reserve(NULL, all / MEMORY_CHUNK + 1, PROT_READ | PROT_WRITE);
}

static void protect(int protection)
{
    mprotect((void *)memory.start[PART_DEVICE], memory.part_size[PART_DEVICE], protection);
}

void memory_open(void)
{
    if (memory.open++ > 0)
        return;
    memory.opened++;
    protect(PROT_READ | PROT_WRITE);
}

void memory_close(void)
{
    if (--memory.open == 0)
        protect(PROT_NONE);
}

void memory_touch(uintptr_t start, size_t size)
{
    if (!memory_is_a_devices(start) || size == 0)
        return;
    uint8_t *first = memory_touched(start), *end = memory_touched(start + size - 1) + 1;
    memset(first, 1, (size_t)(end - first));
    if (chunks_used < (size_t)(end - memory.touched))
        chunks_used = (size_t)(end - memory.touched);
}

void memory_touch_all(void)
{
    memset(memory.touched, 1, chunks_used);
}

/* Variables are registered before it is known whether kernels have hooks. */
void memory_mark_written(uintptr_t start, size_t size)
{
    if (settings.checks)
        state_fill(start, size, STATE_WRITTEN);
}

void memory_junk(void *start, size_t size)
{
    typedef uint32_t four __attribute__((vector_size(16), aligned(4), may_alias));
    uint32_t *word = start;
    size_t i = 0;
    for (; i + 4 <= size / 4; i += 4)
        *(four *)&word[i] = (four){JUNK_WORD, JUNK_WORD, JUNK_WORD, JUNK_WORD};
    for (; i < size / 4; i++)
        word[i] = JUNK_WORD;
    uint32_t last = JUNK_WORD;
    memcpy((char *)start + size / 4 * 4, &last, size % 4);
}
