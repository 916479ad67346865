#include "clock/retouched.h"

#include <stdlib.h>

#include "base/allocate.h"
#include "memory/touched.h"

#define SECTORS_IN_LINE (TRACE_LINE / TOUCHED_SECTOR)
#define SECTORS_IN_PAGE (TOUCHED_PAGE / TOUCHED_SECTOR)
#define LINES_IN_PAGE   (TOUCHED_PAGE / TRACE_LINE)

/* Counts the sectors of each page that the block touches, each sector once. */
static void count_own(struct line_list *own, const struct trace *trace)
{
    struct line_list lines;
    line_list_open(&lines);
    for (size_t i = 0; i < trace->line_count; i++) {
        const struct trace_line *line = &trace->lines[i];
        struct cached_line *entry = line_list_at(&lines, (uint64_t)line->number + 1);
        unsigned new = line->sectors & ~(unsigned)entry->sectors;
        entry->sectors |= line->sectors;
        if (new)
            line_list_at(own, line->number / LINES_IN_PAGE + 1)->ready += __builtin_popcount(new);
    }
    line_list_close(&lines);
}

/* The page's sectors that the launch has touched: `used` of its entry. */
static void count_touched(struct cached_line *page)
{
    uint64_t first = (page->key - 1) * SECTORS_IN_PAGE;
    for (uint64_t sector = first; sector < first + SECTORS_IN_PAGE; sector++)
        page->used += touched_first_block(sector) != UINT32_MAX;
}

void retouched_open(struct retouched *retouched, const struct sample *sample)
{
    retouched->sample = sample;
    retouched->own = allocate(sample->count * sizeof *retouched->own);
    line_list_open(&retouched->all);
    for (unsigned k = 0; k < sample->count; k++) {
        struct line_list *own = &retouched->own[k];
        line_list_open(own);
        count_own(own, &sample->trace[k]);
        for (size_t i = 0; i < own->room; i++)
            if (own->lines[i].key)
                line_list_at(&retouched->all, own->lines[i].key)->ready += own->lines[i].ready;
    }
    for (size_t i = 0; i < retouched->all.room; i++)
        if (retouched->all.lines[i].key)
            count_touched(&retouched->all.lines[i]);
}

void retouched_close(struct retouched *retouched)
{
    for (unsigned k = 0; k < retouched->sample->count; k++)
        line_list_close(&retouched->own[k]);
    free(retouched->own);
    line_list_close(&retouched->all);
}

double retouched_times(struct retouched *retouched, unsigned number, uint64_t sector)
{
    uint64_t key = sector / SECTORS_IN_PAGE + 1;
    const struct cached_line *all = line_list_at(&retouched->all, key);
    double others = all->ready - line_list_at(&retouched->own[number], key)->ready;
    double blocks = (double)retouched->sample->blocks / (retouched->sample->count - 1);
    return all->used ? others * blocks / all->used : 0;
}
