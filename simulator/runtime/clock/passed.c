#include "clock/passed.h"

#include <math.h>
#include <stdlib.h>

#include "base/allocate.h"
#include "base/device.h"
#include "memory/touched.h"

#define SECTORS_IN_LINE (TRACE_LINE / TOUCHED_SECTOR)

static int compare(const void *one, const void *other)
{
    double a = *(const double *)one, b = *(const double *)other;
    return (a > b) - (a < b);
}

/* The lines that the block touches: `sectors`; and which of them it loads: `used`. */
static void find_lines(struct line_list *lines, const struct trace *trace)
{
    for (unsigned number = 0; number < trace->warps; number++)
        for (size_t i = 0; i < trace->warp[number].count; i++) {
            const struct trace_event *event = &trace->warp[number].events[i];
            for (unsigned k = 0; k < event->lines; k++) {
                const struct trace_line *line = &trace->lines[event->first_line + k];
                struct cached_line *found = line_list_at(lines, (uint64_t)line->number + 1);
                found->sectors |= line->sectors;
                found->used |= event->event & EVENT_WRITE ? 0 : line->sectors;
            }
        }
}

/* How many blocks ago one touched the sector, before that traced one. */
static double distance_of(const struct sample *sample, struct retouched *retouched, unsigned number,
                          uint64_t sector)
{
    uint64_t block = sample->trace[number].block, first = touched_first_block(sector);
    double times = retouched ? retouched_times(retouched, number, sector) : 0;
    double apart = times > 0 ? (double)sample->blocks / times : INFINITY;
    return fmin(first < block ? (double)(block - first) : INFINITY, apart);
}

static void add_sectors(struct passed *passed, const struct sample *sample,
                        struct retouched *retouched, unsigned number,
                        const struct cached_line *line)
{
    for (unsigned s = 0; s < SECTORS_IN_LINE; s++) {
        if (!(line->sectors >> s & 1))
            continue;
        int brings = line->used >> s & 1 && !(line->sectors >> (s ^ 1) & 1) &&
                     device.memory_granule > TOUCHED_SECTOR;
        double distance =
            distance_of(sample, retouched, number, (line->key - 1) * SECTORS_IN_LINE + s);
        for (int i = 0; i <= brings; i++)
            passed->distance[passed->count++] = distance;
    }
}

void passed_open(struct passed *passed, const struct sample *sample, struct retouched *retouched)
{
    size_t room = 0;
    for (unsigned number = 0; number < sample->count; number++)
        room += sample->trace[number].line_count;
    *passed = (struct passed){.traced = sample->count};
    passed->distance = allocate((room * SECTORS_IN_LINE + 1) * sizeof *passed->distance);
    for (unsigned number = 0; number < sample->count; number++) {
        struct line_list lines;
        line_list_open(&lines);
        find_lines(&lines, &sample->trace[number]);
        for (size_t i = 0; i < lines.room; i++)
            if (lines.lines[i].key)
                add_sectors(passed, sample, retouched, number, &lines.lines[i]);
        line_list_close(&lines);
    }
    qsort(passed->distance, passed->count, sizeof *passed->distance, compare);
}

void passed_close(struct passed *passed)
{
    free(passed->distance);
}

double passed_bytes(const struct passed *passed, double blocks)
{
    size_t from = 0, to = passed->count;
    while (from < to) { /* binary search for the first that is farther away */
        size_t middle = (from + to) / 2;
        if (passed->distance[middle] <= blocks)
            from = middle + 1;
        else
            to = middle;
    }
    return blocks * TOUCHED_SECTOR * (double)(passed->count - from) / passed->traced;
}
