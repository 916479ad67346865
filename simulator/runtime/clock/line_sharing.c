#include "clock/line_sharing.h"

#include <math.h>

#define WORDS_IN_LINE (TRACE_LINE / 4)

void line_sharing_open(struct line_sharing *sharing, double unit_bytes)
{
    line_list_open(&sharing->lines);
    line_list_open(&sharing->units);
    line_list_open(&sharing->swapped);
    line_list_open(&sharing->swapped_units);
    sharing->unit_bytes = unit_bytes;
    sharing->sampled = sharing->warps = 0;
    sharing->swapping = sharing->adding = 0;
    sharing->origin = UINT64_MAX;
}

void line_sharing_close(struct line_sharing *sharing)
{
    line_list_close(&sharing->lines);
    line_list_close(&sharing->units);
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

uint64_t line_sharing_unit(const struct line_sharing *sharing, uint64_t line)
{
    uint64_t from = line < sharing->origin ? line : line - sharing->origin;
    uint64_t turn = (uint64_t)((double)from * TRACE_LINE * 2 / sharing->unit_bytes);
    return turn / 4 * 2 + turn % 2;
}

/* An array whose words are added to begins where a unit does: cudaMalloc sees to that. */
static void find_origin(struct line_sharing *sharing, const struct trace *trace)
{
    for (size_t i = 0; i < trace->line_count; i++)
        if (trace->lines[i].turns && trace->lines[i].number < sharing->origin)
            sharing->origin = trace->lines[i].number;
}

/*
 * Counts a sampled block's units. `used` as above; `ready`: the part of the followed blocks that
 * come to the unit.
 */
static void count_units(struct line_sharing *sharing, const struct trace *trace, unsigned number,
                        double follows)
{
    for (size_t i = 0; i < trace->line_count; i++) {
        if (!trace->lines[i].turns)
            continue;
        struct cached_line *entry =
            line_list_at(&sharing->units, 1 + line_sharing_unit(sharing, trace->lines[i].number));
        if (entry->used == number + 1)
            continue;
        entry->used = number + 1;
        entry->users++;
        entry->ready += follows;
        sharing->adding++;
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
    line_list_at(&sharing->swapped_units, 1 + line_sharing_unit(sharing, line->number));
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

void line_sharing_find(struct line_sharing *sharing, const struct sample *sample,
                       const double *follows)
{
    sharing->sampled = sample->count;
    for (unsigned i = 0; i < sample->count; i++)
        find_origin(sharing, &sample->trace[i]);
    for (unsigned i = 0; i < sample->count; i++) {
        count_lines(sharing, &sample->trace[i], i);
        count_units(sharing, &sample->trace[i], i, follows[i]);
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

double line_sharing_load(struct line_sharing *sharing, const struct trace_line *line)
{
    const struct cached_line *unit =
        line_list_at(&sharing->units, 1 + line_sharing_unit(sharing, line->number));
    double blocks = unit->users, mean = sharing->adding / (double)sharing->units.count;
    if (mean < 2 || unit->ready <= 0)
        return 0;
    if (fabs(blocks - mean) < CLEARLY * sqrt(mean))
        blocks = mean;
    return blocks / sharing->sampled / unit->ready;
}

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
