#include "memory/touched_dirty.h"

#include "base/allocate.h"
#include "base/settings.h"
#include "memory/touched.h"
#include "memory/touched_pages.h"

#define NONE UINT64_MAX

static uint8_t *sectors_of; /* by page */

/*
 * No page with such sectors was touched before this position. As long as fewer bytes than L2's size
 * have passed since then, none of them leaves L2, and a launch looks at its own pages alone.
 */
static uint64_t since = NONE;
static unsigned forgotten; /* allocations, when that was found */

void dirty_start(size_t page_count)
{
    sectors_of = allocate_pages(page_count, " for the clock");
}

unsigned dirty_sectors(size_t page)
{
    return sectors_of[page];
}

void dirty_set(size_t page, unsigned sectors, uint64_t position)
{
    sectors_of[page] = (uint8_t)sectors;
    if (sectors && position < since)
        since = position;
}

/*
 * Devices that share memory have scales of their own, so that positions tell nothing there. And
 * pages that belonged to no allocation when the oldest was looked for may belong to a new one.
 */
static int may_leave(uint64_t position, uint64_t l2_size)
{
    if (forgotten != memory.forgotten) {
        forgotten = memory.forgotten;
        since = 0;
    }
    return settings.devices > 1 || (since != NONE && position - since >= l2_size);
}

void for_changing_pages(uint64_t position, uint64_t l2_size,
                        void (*function)(size_t page, void *argument), void *argument)
{
    for_marked_pages(touched.page, may_leave(position, l2_size) ? sectors_of : NULL, function,
                     argument);
}

void for_leaving_pages(uint64_t position, uint64_t l2_size,
                       void (*function)(size_t page, void *argument), void *argument)
{
    if (may_leave(position, l2_size))
        for_marked_pages(sectors_of, NULL, function, argument);
}

static void note_oldest(size_t page, void *argument)
{
    uint64_t (**position_of_page)(size_t page) = argument;
    uint64_t position = (*position_of_page)(page);
    if (position < since)
        since = position;
}

void dirty_have_left(uint64_t passed, uint64_t l2_size, uint64_t (*position_of_page)(size_t page))
{
    if (!may_leave(passed, l2_size))
        return;
    since = NONE;
    for_marked_pages(sectors_of, NULL, note_oldest, &position_of_page);
}
