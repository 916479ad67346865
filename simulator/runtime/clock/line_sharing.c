#include "clock/line_sharing.h"

void line_sharing_open(struct line_sharing *sharing)
{
    line_list_open(&sharing->lines);
    sharing->sampled = 0;
}

void line_sharing_close(struct line_sharing *sharing)
{
    line_list_close(&sharing->lines);
}

static struct cached_line *entry_of(struct line_sharing *sharing, const struct trace_line *line)
{
    return line_list_at(&sharing->lines, (uint64_t)line->number + 1);
}

/*
 * Counts a sampled block's lines. `used` of an entry: 1 + the number of the last block that touched
 * the line.
 */
static void count_lines(struct line_sharing *sharing, const struct trace *trace, unsigned number)
{
    for (size_t i = 0; i < trace->line_count; i++) {
        struct cached_line *entry = entry_of(sharing, &trace->lines[i]);
        if (entry->used != number + 1)
            entry->blocks++;
        entry->used = number + 1;
    }
}

void line_sharing_find(struct line_sharing *sharing, const struct sample *sample)
{
    sharing->sampled = sample->count;
    for (unsigned i = 0; i < sample->count; i++)
        count_lines(sharing, &sample->trace[i], i);
}

double line_sharing_part(struct line_sharing *sharing, const struct trace_line *line)
{
    unsigned blocks = entry_of(sharing, line)->blocks;
    return blocks > 1 ? (double)blocks / sharing->sampled : 0;
}
