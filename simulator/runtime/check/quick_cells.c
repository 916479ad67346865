/*
 * The memory of the quick look's cells.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/allocate.h"
#include "base/run.h"
#include "base/settings.h"
#include "check/order.h"
#include "check/quick_stripes.h"
#include "memory/memory.h"

#define SMALL ((size_t)64 << 10) /* bytes: what is smaller is overwritten */

struct cells quick_cells;

static struct cells make(uintptr_t base, size_t size)
{
    struct cells cells = {
        base, allocate_pages(size / 16 * sizeof *cells.words, " for the race detector"),
        allocate_pages(size / 4 * sizeof *cells.bytes, " for the race detector"),
        allocate_pages(size / 4 * sizeof *cells.readers, " for the race detector"), NULL};
    return cells;
}

void quick_start_global(void)
{
    quick_cells = make(memory.base, memory.size);
    quick_cells.stripes = allocate_pages(memory.size / STRIPE_BYTES * sizeof *quick_cells.stripes,
                                         " for the race detector");
    memory_large_pages(quick_cells.words, sizeof *quick_cells.words);
    memory_large_pages(quick_cells.stripes, 16 * sizeof *quick_cells.stripes / STRIPE_BYTES);
}

/* Bytes from where shared memory starts, with what alignment adds. */
static size_t shared_extent(const struct worker *worker)
{
    return (worker->shared.size + 16) & ~(size_t)15;
}

/* Of all workers. Guarded by run_lock. */
static struct all_cells {
    const struct cells *cells;
    size_t size; /* bytes of shared memory */
} * all_shared;
static unsigned all_count;

void quick_start_shared(struct worker *worker)
{
    detector.shared_cells = allocate(sizeof *detector.shared_cells);
    *detector.shared_cells = make(worker->shared.start, shared_extent(worker));
    all_shared = allocate_again(all_shared, (all_count + 1) * sizeof *all_shared);
    all_shared[all_count++] = (struct all_cells){detector.shared_cells, shared_extent(worker)};
}

/* Gives the pages that lie wholly in the range back to the system: they read as zeros again. */
static void clear(void *start, size_t size)
{
    uintptr_t first = ((uintptr_t)start + memory.page - 1) / memory.page * memory.page;
    uintptr_t end = ((uintptr_t)start + size) / memory.page * memory.page;
    if (first < end)
        madvise((void *)first, end - first, MADV_DONTNEED);
}

/* Those that lie wholly in the range. */
static void forget_stripes(const struct cells *cells, size_t offset, size_t size)
{
    size_t first = (offset + STRIPE_BYTES - 1) / STRIPE_BYTES, end = (offset + size) / STRIPE_BYTES;
    size_t bytes = first < end ? (end - first) * sizeof *cells->stripes : 0;
    if (bytes > SMALL)
        clear(cells->stripes + first, bytes);
    else
        memset(cells->stripes + first, 0, bytes);
}

static void forget(const struct cells *cells, size_t offset, size_t size)
{
    size_t word = sizeof *cells->words / 4, byte = sizeof *cells->bytes / 4;
    clear((char *)cells->words + offset / 4 * word, size / 4 * word);
    clear((char *)cells->bytes + offset * byte, size * byte);
    clear(cells->readers + offset / 4, size / 4 * sizeof *cells->readers);
    if (cells->stripes)
        forget_stripes(cells, offset, size);
}

void quick_forget(uintptr_t address, size_t size)
{
    if (settings_recording() && settings.checks)
        forget(&quick_cells, address - memory.base, size);
}

void quick_forget_shared(struct worker *worker)
{
    forget(detector.shared_cells, 0, shared_extent(worker));
}

void quick_forget_all_shared(void)
{
    for (unsigned i = 0; i < all_count; i++)
        forget(all_shared[i].cells, 0, all_shared[i].size);
}

void quick_new_block(struct worker *worker)
{
    if (run_look(worker->run)->shares)
        quick_forget_shared(worker); /* this block may be one before the last that it ran */
    if (detector.tick <= STAMP_TICKS_MOST / 2 || run_look(worker->run)->exact)
        return;
    quick_forget_shared(worker);
    order_restart_ticks();
}
