#include "clock/reach.h"

#include <math.h>
#include <stdlib.h>

#include "base/allocate.h"
#include "base/device.h"
#include "clock/memory_parts.h"
#include "memory/memory.h"
#include "memory/touched.h"
#include "memory/touched_others.h"

/* An allocation, in bytes of L2. */
struct region {
    uint64_t first, end; /* lines */
    double touched;      /* by all blocks, each sector once */
    double by_block;     /* by one, on average: L2 gets a sector's neighbour with it */
};

static int starts_behind(const void *line, const void *region)
{
    uint64_t number = *(const uint32_t *)line;
    const struct region *r = region;
    return number < r->first ? -1 : number >= r->end;
}

static void add_line(struct line_list *known, struct region *regions, size_t count,
                     const struct trace_line *line, int is_load, double part)
{
    struct cached_line *entry = line_list_at(known, (uint64_t)line->number + 1);
    unsigned sectors = is_load ? memory_neighbours(&device, line->sectors) : line->sectors;
    unsigned new = sectors & ~(unsigned)entry->sectors;
    struct region *region =
        new ? bsearch(&line->number, regions, count, sizeof *regions, starts_behind) : NULL;
    entry->sectors |= (uint8_t)sectors;
    if (region)
        region->by_block += __builtin_popcount(new) * SECTOR * part;
}

/* Adds what the block touches. part: 1 / traced blocks. */
static void add_block(struct region *regions, size_t count, const struct trace *trace, double part)
{
    struct line_list known;
    line_list_open(&known);
    for (unsigned w = 0; w < trace->warps; w++)
        for (size_t i = 0; i < trace->warp[w].count; i++) {
            const struct trace_event *event = &trace->warp[w].events[i];
            for (unsigned k = 0; k < event->lines; k++)
                add_line(&known, regions, count, &trace->lines[event->first_line + k],
                         !(event->event & EVENT_WRITE), part);
        }
    line_list_close(&known);
}

/* The bytes that so many blocks bring into L2, one after another. */
static double passed(const struct region *regions, size_t count, double blocks)
{
    double bytes = 0;
    for (size_t i = 0; i < count; i++)
        bytes += fmin(blocks * regions[i].by_block, regions[i].touched);
    return bytes;
}

double reach_of_l2(const struct sample *sample, double each)
{
    size_t count;
    struct allocation **list = allocation_list(&count);
    struct region *regions = allocate((count + 1) * sizeof *regions);
    double held = device.l2_size * 1024 / device.l2_halves;
    double least = 0, most = (double)sample->blocks;
    for (size_t i = 0; i < count; i++) {
        uint64_t first = (list[i]->start - memory.base) / TRACE_LINE;
        uint64_t end = first + (list[i]->size + TRACE_LINE - 1) / TRACE_LINE;
        uint64_t sectors = touched_count(first * TRACE_LINE / SECTOR, end * TRACE_LINE / SECTOR);
        regions[i] = (struct region){
            first, end, fmin(each * (double)sectors * SECTOR, (double)list[i]->size), 0};
    }
    for (unsigned k = 0; k < sample->count; k++)
        add_block(regions, count, &sample->trace[k], 1.0 / sample->count);
    if (passed(regions, count, most) <= held)
        least = INFINITY;
    while (most - least > 1) {
        double middle = (least + most) / 2;
        if (passed(regions, count, middle) <= held)
            least = middle;
        else
            most = middle;
    }
    free(regions);
    return least;
}
