#include "clock/line_sharing.h"

#include <math.h>

#define WORDS_IN_LINE (TRACE_LINE / 4)

void line_sharing_open(struct line_sharing *sharing, double unit_bytes)
{
    line_list_open(&sharing->lines);
    line_list_open(&sharing->swapped);
    line_list_open(&sharing->swapped_units);
    sharing->unit_bytes = unit_bytes;
    sharing->sampled = sharing->warps = sharing->swapping = 0;
}

void line_sharing_close(struct line_sharing *sharing)
{
    line_list_close(&sharing->lines);
    line_list_close(&sharing->swapped);
    line_list_close(&sharing->swapped_units);
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
            entry->users++;
        entry->used = number + 1;
    }
}

/* The entry of the line's word of 4 bytes. */
static struct cached_line *entry_of_word(struct line_sharing *sharing,
                                         const struct trace_line *line, unsigned word)
{
    return line_list_at(&sharing->swapped, (uint64_t)line->number * WORDS_IN_LINE + word + 1);
}

/* The words of a line that an event of the number-th warp of the sample swaps. */
static void count_words(struct line_sharing *sharing, const struct trace_line *line,
                        unsigned number)
{
    line_list_at(&sharing->swapped_units,
                 1 + (uint64_t)((double)line->number * TRACE_LINE / sharing->unit_bytes));
    for (unsigned word = 0; word < WORDS_IN_LINE; word++) {
        if (!(line->words >> word & 1))
            continue;
        struct cached_line *entry = entry_of_word(sharing, line, word);
        if (entry->used != number + 1) {
            entry->users++;
            sharing->swapping++;
        }
        entry->used = number + 1;
    }
}

static void count_swaps(struct line_sharing *sharing, const struct trace *trace)
{
    for (unsigned w = 0; w < trace->warps; w++, sharing->warps++)
        for (size_t i = 0; i < trace->warp[w].count; i++) {
            const struct trace_event *event = &trace->warp[w].events[i];
            for (unsigned k = 0; event->attributes & TRACE_RETRY && k < event->lines; k++)
                count_words(sharing, &trace->lines[event->first_line + k], sharing->warps);
        }
}

void line_sharing_find(struct line_sharing *sharing, const struct sample *sample)
{
    sharing->sampled = sample->count;
    for (unsigned i = 0; i < sample->count; i++) {
        count_lines(sharing, &sample->trace[i], i);
        count_swaps(sharing, &sample->trace[i]);
    }
}

double line_sharing_part(struct line_sharing *sharing, const struct trace_line *line)
{
    unsigned blocks = entry_of(sharing, line)->users;
    return blocks > 1 ? (double)blocks / sharing->sampled : 0;
}

/* How far a word's count must be above the mean of all, in its standard deviations. */
#define CLEARLY 3.0

struct swapped_word line_sharing_swapped(struct line_sharing *sharing,
                                         const struct trace_line *line)
{
    unsigned first = (unsigned)__builtin_ctz(line->words);
    double warps = entry_of_word(sharing, line, first)->users;
    double mean = sharing->swapping / (double)sharing->swapped.count;
    int is_hot = warps > mean + CLEARLY * sqrt(mean);
    if (sharing->swapping <= (double)sharing->swapped.count)
        warps = mean = 0; /* each word has one warp */
    return (struct swapped_word){
        .is_hot = is_hot,
        .warps = (is_hot ? warps : mean) / sharing->warps,
        .alike = (double)sharing->swapped.count,
        .units = (double)sharing->swapped_units.count,
    };
}
