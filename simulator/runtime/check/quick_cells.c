/*
 * The memory of the quick look's cells.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "base/settings.h"
#include "check/order.h"
#include "check/quick.h"
#include "launch/run.h"
#include "memory/memory.h"

struct cells quick_cells;

static void *reserve(size_t size)
{
    void *range = mmap(NULL, size, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (range == MAP_FAILED) {
        fprintf(stderr, "simulator: cannot reserve %zu MiB of addresses: %s\n", size >> 20,
                "lower SIM_MEMORY or the limit of ulimit -v is too small");
        exit(3);
    }
    return range;
}

static struct cells make(uintptr_t base, size_t size)
{
    struct cells cells = {base, reserve(size / 4 * sizeof *cells.words),
                          reserve(size * sizeof *cells.bytes),
                          reserve(size / 4 * sizeof *cells.readers)};
    return cells;
}

void quick_start_global(void)
{
    quick_cells = make(memory.base, memory.size);
    /* In large pages where the system has them, for speed. */
    madvise(quick_cells.words, memory.size / 4 * sizeof *quick_cells.words, MADV_HUGEPAGE);
}

void quick_start_shared(struct worker *worker)
{
    worker->shared_cells = malloc(sizeof *worker->shared_cells);
    if (!worker->shared_cells) {
        fprintf(stderr, "simulator: out of memory\n");
        exit(3);
    }
    *worker->shared_cells = make(worker->shared, (worker->shared_size + 16) & ~(size_t)15);
}

/* Gives the pages that lie wholly in the range back to the system: they read as zeros again. */
static void clear(void *start, size_t size)
{
    uintptr_t first = ((uintptr_t)start + memory.page - 1) / memory.page * memory.page;
    uintptr_t end = ((uintptr_t)start + size) / memory.page * memory.page;
    if (first < end)
        madvise((void *)first, end - first, MADV_DONTNEED);
}

static void forget(const struct cells *cells, size_t offset, size_t size)
{
    clear(cells->words + offset / 4, size / 4 * sizeof *cells->words);
    clear(cells->bytes + offset, size * sizeof *cells->bytes);
    clear(cells->readers + offset / 4, size / 4 * sizeof *cells->readers);
}

void quick_forget(uintptr_t address, size_t size)
{
    if (settings_recording() && settings.checks)
        forget(&quick_cells, address - memory.base, size);
}

void quick_new_block(struct worker *worker)
{
    if (worker->tick <= STAMP_TICKS_MOST / 2 || worker->run->exact)
        return;
    forget(worker->shared_cells, 0, (worker->shared_size + 16) & ~(size_t)15);
    order_restart_ticks(worker);
}
