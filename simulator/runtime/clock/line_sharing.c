#include "clock/line_sharing.h"

void sharers_open(struct sharers *sharers)
{
    line_list_open(&sharers->lines);
    sharers->sampled = 0;
}

void sharers_close(struct sharers *sharers)
{
    line_list_close(&sharers->lines);
}

static struct cached_line *entry_of(struct sharers *sharers, const struct trace_line *line)
{
    return line_list_at(&sharers->lines, (uint64_t)line->number + 1);
}

/*
 * Counts a sampled block's lines. `used` of an entry: 1 + the number of the last block that touched
 * the line.
 */
static void know_lines(struct sharers *sharers, const struct trace *trace, unsigned number)
{
    for (size_t i = 0; i < trace->line_count; i++) {
        struct cached_line *entry = entry_of(sharers, &trace->lines[i]);
        if (entry->used != number + 1)
            entry->blocks++;
        entry->used = number + 1;
    }
}

void sharers_find(struct sharers *sharers, const struct sample *sample)
{
    sharers->sampled = sample->count;
    for (unsigned i = 0; i < sample->count; i++)
        know_lines(sharers, &sample->trace[i], i);
}

double sharers_part(struct sharers *sharers, const struct trace_line *line)
{
    unsigned blocks = entry_of(sharers, line)->blocks;
    return blocks > 1 ? (double)blocks / sharers->sampled : 0;
}
