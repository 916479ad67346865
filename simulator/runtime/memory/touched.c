#include "memory/touched.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/current_device.h"
#include "base/settings.h"
#include "memory/touched_dirty.h"
#include "memory/touched_order.h"
#include "memory/touched_others.h"
#include "memory/touched_page.h"
#include "memory/touched_pages.h"

#define LINE            128 /* bytes: L2 allocates whole lines */
#define SECTORS_IN_PAGE (TOUCHED_PAGE / TOUCHED_SECTOR)
#define SECTORS_IN_LINE (LINE / TOUCHED_SECTOR)

struct touched touched;
static struct page *pages;

/*
 * The bytes that have passed through the L2 of the device at work. The scales of the devices begin
 * far from each other, so that no page is in the L2 of two devices.
 */
static uint64_t *passed(void)
{
    static uint64_t scales[DEVICES_MOST];
    uint64_t *scale = &scales[device_at_work];
    if (!*scale)
        *scale = ((uint64_t)device_at_work + 1) << 40;
    return scale;
}

void touched_start(void)
{
    size_t page_count = memory.size / TOUCHED_PAGE + 1, sectors = memory.size / TOUCHED_SECTOR;
    touched.sector = allocate_pages(sectors * sizeof *touched.sector, " for the clock");
    memory_large_pages(touched.sector, 16 * sizeof *touched.sector / TOUCHED_SECTOR);
    touched.page = allocate_pages(page_count, " for the clock");
    pages = allocate_pages(page_count * sizeof *pages, " for the clock");
    dirty_start(page_count);
    allocation_before_forgetting(touched_forget); /* touched pages are looked for in the list */
}

static uint64_t end_of(size_t page)
{
    return pages[page].end;
}

static void clear(size_t page, void *unused)
{
    (void)unused;
    memset(touched.sector + page * SECTORS_IN_PAGE, 0, SECTORS_IN_PAGE * sizeof *touched.sector);
    touched.page[page] = 0;
}

void touched_forget(void)
{
    for_touched_pages(clear, NULL);
}

/* The launch of the last touched_look. */
static struct {
    struct touched_launch launch;
    uint64_t blocks, l2_size;
    double each; /* blocks of the grid for each block that was run */
} looked_at;

/* Adds up the lines and sectors of a page that the launch has touched. */
static void look(size_t page, void *unused)
{
    (void)unused;
    const uint32_t *sector = touched.sector + page * SECTORS_IN_PAGE;
    uint32_t least = UINT32_MAX, most = 0, before = 0;
    struct touched_range range = touched_range_empty();
    unsigned lines = 0, written = 0, line = UINT32_MAX, in_order = (unsigned)touched_order_known();
    if (!touched.page[page])
        return;
    for (unsigned i = 0; i < SECTORS_IN_PAGE; i++) {
        uint32_t first = sector[i] & ~TOUCHED_WRITTEN;
        if (!first)
            continue;
        uint32_t turn = in_order ? touched_order_turn(first - 1) : 0;
        written += sector[i] >> 31;
        lines += line != i / SECTORS_IN_LINE;
        line = i / SECTORS_IN_LINE;
        if (i && first == (sector[i - 1] & ~TOUCHED_WRITTEN)) /* mostly */
            continue;
        before = first < least ? turn : before;
        least = first < least ? first : least;
        most = first > most ? first : most;
        touched_range_add(&range, first - 1, looked_at.blocks);
    }
    pages[page].first = least;
    pages[page].last = most;
    pages[page].apart = touched_range_apart(&range);
    pages[page].turn = before;
    pages[page].lines = (uint16_t)lines;
    pages[page].written = (uint8_t)written;
    looked_at.launch.bytes += (uint64_t)(lines * LINE * touched_others_part(page));
}

/* The position on the scale at which that block of the launch runs: 1 + its number. */
static uint64_t position_of(uint32_t block)
{
    return *passed() + (uint64_t)((double)(block - 1) / (double)looked_at.blocks *
                                  (double)looked_at.launch.bytes);
}

/* The positions at which the launch comes to the ends of a page that it touches. */
static uint64_t first_position(const struct page *page)
{
    if (!touched_order_known())
        return position_of(page->first);
    double part = touched_order_part(page->turn);
    return *passed() + (uint64_t)(part * (double)looked_at.launch.bytes);
}

static uint64_t last_position(const struct page *page)
{
    return touched_order_known() ? first_position(page) : position_of(page->last);
}

/* 1 if both ends of the page had left L2 when the launch touched them, from that position on. */
static int had_left(const struct page *page, uint64_t passed_before)
{
    uint64_t into = *passed() - passed_before;
    uint64_t kept = page_kept(page, looked_at.l2_size);
    return !page->position || (first_position(page) - into - page->position >= kept &&
                               last_position(page) - into - page->end >= kept);
}

static void count(size_t page, void *unused)
{
    (void)unused;
    const struct page *p = &pages[page];
    uint64_t position = p->end;
    double each = looked_at.each * touched_others_part(page);
    double dirty = dirty_sectors(page);
    if (p->first) {
        position = last_position(p);
        if (had_left(p, *passed())) {
            looked_at.launch.missed += (uint64_t)(each * p->lines * LINE);
            looked_at.launch.written_back += (uint64_t)dirty * TOUCHED_SECTOR;
            dirty = 0;
        }
        dirty = fmax(dirty, p->written * each);
    }
    if (*passed() + looked_at.launch.bytes - position >= looked_at.l2_size)
        looked_at.launch.written_back += (uint64_t)dirty * TOUCHED_SECTOR;
}

struct touched_launch touched_look(uint64_t blocks, uint64_t blocks_run, int side_by_side,
                                   uint64_t l2_size)
{
    touched_order_begin(side_by_side ? blocks : 0);
    looked_at.launch = (struct touched_launch){0, 0, 0};
    looked_at.blocks = blocks;
    looked_at.l2_size = l2_size;
    looked_at.each = (double)blocks / (double)blocks_run;
    touched_others_look(looked_at.each);
    for_touched_pages(look, NULL);
    looked_at.launch.bytes = (uint64_t)(looked_at.each * (double)looked_at.launch.bytes);
    for_changing_pages(*passed() + looked_at.launch.bytes, l2_size, count, NULL);
    /* A line leaves where another comes: what does not miss, drives nothing out. */
    if (looked_at.launch.written_back > looked_at.launch.missed)
        looked_at.launch.written_back = looked_at.launch.missed;
    return looked_at.launch;
}

struct leaving {
    struct touched_launch *launch; /* gets what is written back */
    uint64_t l2_size;
};

/* Pages that have left L2 are clean. */
static void leave(size_t page, void *argument)
{
    struct leaving *leaving = argument;
    unsigned dirty = dirty_sectors(page);
    if (!dirty || *passed() - end_of(page) < leaving->l2_size)
        return;
    leaving->launch->written_back += (uint64_t)dirty * TOUCHED_SECTOR;
    dirty_set(page, 0, 0);
}

static void let_leave(struct touched_launch *launch, uint64_t l2_size)
{
    for_leaving_pages(*passed(), l2_size, leave, &(struct leaving){launch, l2_size});
    dirty_have_left(*passed(), l2_size, end_of);
}

static uint8_t sweeps(const struct page *page)
{
    return page_is_in_sweep(page, looked_at.blocks, looked_at.launch.bytes, looked_at.l2_size);
}

static void end_page(size_t page, void *unused)
{
    struct page *p = &pages[page];
    uint64_t begun = *passed() - looked_at.launch.bytes;
    (void)unused;
    unsigned dirty = had_left(p, begun) ? 0 : dirty_sectors(page);
    p->position = first_position(p) - looked_at.launch.bytes;
    p->end = last_position(p) - looked_at.launch.bytes;
    p->is_swept = sweeps(p);
    dirty_set(page, dirty < p->written ? p->written : dirty, p->end);
    p->written = 0;
    p->first = 0;
}

void touched_end_launch(void)
{
    *passed() += looked_at.launch.bytes;
    for_touched_pages(end_page, NULL);
    let_leave(&(struct touched_launch){0}, looked_at.l2_size); /* counted already */
    if (settings.devices > 1)
        touched_forget(); /* the next launch's may be another */
}

uint32_t touched_first_block(uint64_t sector)
{
    return (touched.sector[sector] & ~TOUCHED_WRITTEN) - 1;
}

int touched_before(uint64_t sector, uint64_t block, uint64_t l2_size)
{
    const struct page *p = &pages[sector / SECTORS_IN_PAGE];
    uint64_t now = *passed(), kept = page_kept(p, l2_size);
    if (p->first && touched_order_known())
        return !had_left(p, now);
    if (p->first) { /* the launch is over: which end did the block touch? */
        now = position_of((uint32_t)block + 1);
        int64_t behind = (int64_t)block + 1 - p->first,
                ahead = (int64_t)p->last - 1 - (int64_t)block;
        if (llabs(ahead) < llabs(behind))
            return p->position && now - p->end < kept;
    }
    return p->position && now - p->position < kept;
}

/* The page that has the address gets or gives these bytes of a copy. */
static void copy_page(struct touched_launch *copy, uintptr_t address, size_t bytes, int writes,
                      uint64_t l2_size)
{
    size_t page = (address - memory.base) / TOUCHED_PAGE;
    struct page *p = &pages[page];
    if (!p->position || *passed() - p->end >= l2_size)
        copy->missed += writes ? 0 : bytes;
    *passed() += bytes;
    p->position = p->end = *passed();
    p->is_swept = 1;
    p->lines = TOUCHED_PAGE / LINE;
    if (writes)
        dirty_set(page, SECTORS_IN_PAGE, p->end);
}

/* Of size bytes from the address on, those that lie in its page. */
static size_t bytes_in_page(uintptr_t address, size_t size)
{
    size_t bytes = TOUCHED_PAGE - (address - memory.base) % TOUCHED_PAGE;
    return bytes < size ? bytes : size;
}

/* Passes the next page of a copy's side through L2, unless all of its *done bytes have. */
static void copy_next(struct touched_launch *copy, uintptr_t start, size_t *done, int writes,
                      uint64_t l2_size)
{
    size_t bytes = bytes_in_page(start + *done, copy->bytes - *done);
    if (!bytes)
        return;
    copy_page(copy, start + *done, bytes, writes, l2_size);
    *done += bytes;
}

struct touched_launch touched_by_copy(uintptr_t to, uintptr_t from, size_t size, uint64_t l2_size)
{
    struct touched_launch launch = {.bytes = size};
    size_t read = from ? 0 : size, written = to ? 0 : size;
    while (read < size || written < size) {
        copy_next(&launch, from, &read, 0, l2_size);
        copy_next(&launch, to, &written, 1, l2_size);
    }
    let_leave(&launch, l2_size);
    return launch;
}

/* ---- Launches that repeat another ---------------------------------------------------- */

/* Bytes that have passed since the page was touched there; UINT64_MAX: it is not in L2. */
static uint64_t distance_of(const struct page *page, uint64_t position, uint64_t l2_size)
{
    uint64_t distance = *passed() - position;
    return page->position && distance < l2_size ? distance : UINT64_MAX;
}

/* For a page that the launch does not touch: sectors that are written back while it runs. */
static uint64_t sectors_leaving(size_t page, const struct touched_effect *effect)
{
    return *passed() + effect->bytes - end_of(page) >= effect->l2_size ? dirty_sectors(page) : 0;
}

static void keep_page(struct touched_effect *effect, size_t page)
{
    const struct page *p = &pages[page];
    uint8_t dirty = (uint8_t)dirty_sectors(page);
    struct touched_by_launch kept = {
        .page = page,
        .distance = distance_of(p, p->position, effect->l2_size),
        .end_distance = distance_of(p, p->end, effect->l2_size),
        .position = first_position(p) - *passed(),
        .end = last_position(p) - *passed(),
        .swept_before = p->is_swept,
        .is_swept = sweeps(p),
        .dirty_before = dirty,
        .dirty = had_left(p, *passed()) || dirty < p->written ? p->written : dirty,
    };
    if (!(effect->count & (effect->count - 1))) /* its room doubles */
        effect->pages =
            allocate_again(effect->pages, (effect->count ? 2 * effect->count : 1) * sizeof kept);
    effect->pages[effect->count++] = kept;
}

static void look_for_effect(size_t page, void *argument)
{
    struct touched_effect *effect = argument;
    if (pages[page].first)
        keep_page(effect, page);
    else
        effect->others += sectors_leaving(page, effect);
}

struct touched_effect touched_effect(void)
{
    struct touched_effect effect = {.bytes = looked_at.launch.bytes, .l2_size = looked_at.l2_size};
    for_changing_pages(*passed() + effect.bytes, effect.l2_size, look_for_effect, &effect);
    return effect;
}

/* Of the pages of L2 that the effect does not have: */
struct others {
    const struct touched_effect *effect;
    size_t next;      /* of the effect's pages */
    uint64_t sectors; /* as in the effect */
};

static void look_at_other(size_t page, void *argument)
{
    struct others *others = argument;
    const struct touched_effect *effect = others->effect;
    while (others->next < effect->count && effect->pages[others->next].page < page)
        others->next++;
    if (others->next == effect->count || effect->pages[others->next].page != page)
        others->sectors += sectors_leaving(page, effect);
}

static int is_as_before(const struct touched_by_launch *known, uint64_t l2_size)
{
    const struct page *p = &pages[known->page];
    return distance_of(p, p->position, l2_size) == known->distance &&
           distance_of(p, p->end, l2_size) == known->end_distance &&
           p->is_swept == known->swept_before && dirty_sectors(known->page) == known->dirty_before;
}

int touched_can_repeat(const struct touched_effect *effect)
{
    struct others others = {.effect = effect};
    for (size_t i = 0; i < effect->count; i++)
        if (!is_as_before(&effect->pages[i], effect->l2_size))
            return 0;
    for_changing_pages(*passed() + effect->bytes, effect->l2_size, look_at_other, &others);
    return others.sectors == effect->others;
}

void touched_repeat(const struct touched_effect *effect)
{
    for (size_t i = 0; i < effect->count; i++) {
        struct page *page = &pages[effect->pages[i].page];
        page->position = *passed() + effect->pages[i].position;
        page->end = *passed() + effect->pages[i].end;
        page->is_swept = effect->pages[i].is_swept;
        dirty_set(effect->pages[i].page, effect->pages[i].dirty, page->end);
    }
    *passed() += effect->bytes;
    let_leave(&(struct touched_launch){0}, effect->l2_size); /* counted already */
}

static void cool(size_t page, void *unused)
{
    (void)unused;
    pages[page].position = pages[page].end = 0;
    dirty_set(page, 0, 0);
}

void touched_cool(void)
{
    for_each_page(cool, NULL);
}
