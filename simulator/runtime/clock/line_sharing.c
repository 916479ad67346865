#include "clock/line_sharing.h"

#include <math.h>

#include "clock/atomic_order.h"

#define WORDS_IN_LINE (TRACE_LINE / 4)

void line_sharing_open(struct line_sharing *sharing, double unit_bytes)
{
    line_list_open(&sharing->units);
    line_list_open(&sharing->swapped);
    line_list_open(&sharing->swapped_units);
    sharing->unit_bytes = unit_bytes;
    sharing->sampled = sharing->warps = 0;
    sharing->swapping = sharing->adding = sharing->alike = sharing->hot = sharing->in_order = 0;
    sharing->origin = UINT64_MAX;
}

void line_sharing_close(struct line_sharing *sharing)
{
    line_list_close(&sharing->units);
    line_list_close(&sharing->swapped);
    line_list_close(&sharing->swapped_units);
}

/*
 * Counts a traced block's lines. `used` of an entry: 1 + the number of the last block that touched
 * the line.
 */
static void count_lines(struct line_list *lines, const struct trace *trace, unsigned number)
{
    for (size_t i = 0; i < trace->line_count; i++) {
        struct cached_line *entry = line_list_at(lines, (uint64_t)trace->lines[i].number + 1);
        if (entry->used != number + 1)
            entry->users++;
        entry->used = number + 1;
    }
}

void line_sharing_mark(const struct sample *sample)
{
    struct line_list lines;
    line_list_open(&lines);
    for (unsigned k = 0; k < sample->count; k++)
        count_lines(&lines, &sample->trace[k], k);
    for (unsigned k = 0; k < sample->count; k++)
        for (size_t i = 0; i < sample->trace[k].line_count; i++) {
            struct trace_line *line = &sample->trace[k].lines[i];
            line->is_shared = line_list_at(&lines, (uint64_t)line->number + 1)->users > 1;
        }
    line_list_close(&lines);
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

/* How far a count must be from the mean of all, in its standard deviations. */
#define CLEARLY 3.0

static double mean_users(const struct line_sharing *sharing)
{
    return sharing->adding / (double)sharing->units.count;
}

static int is_near(double users, double mean)
{
    return fabs(users - mean) < CLEARLY * sqrt(mean);
}

static int is_hot(double users, double mean)
{
    return users > mean && !is_near(users, mean);
}

/*
 * Counts the units that most blocks come to as often. Where half of the units between the first and
 * the last are seen, the sampled blocks have missed the others by chance.
 */
static void count_alike(struct line_sharing *sharing)
{
    double mean = mean_users(sharing);
    uint64_t first = UINT64_MAX, last = 0;
    for (size_t i = 0; i < sharing->units.room; i++) {
        const struct cached_line *unit = &sharing->units.lines[i];
        sharing->hot += unit->key && is_hot(unit->users, mean);
        if (!unit->key || !is_near(unit->users, mean))
            continue;
        sharing->alike++;
        first = unit->key < first ? unit->key : first;
        last = unit->key > last ? unit->key : last;
    }
    double between = (double)(last + 1 - first);
    if (sharing->alike > 0 && between <= 2 * sharing->alike)
        sharing->alike = between;
}

void line_sharing_find(struct line_sharing *sharing, const struct sample *sample,
                       const double *follows, double blocks)
{
    sharing->sampled = sample->count;
    for (unsigned i = 0; i < sample->count; i++)
        find_origin(sharing, &sample->trace[i]);
    for (unsigned i = 0; i < sample->count; i++) {
        count_units(sharing, &sample->trace[i], i, follows[i]);
        count_swaps(sharing, &sample->trace[i]);
    }
    count_alike(sharing);
    sharing->in_order = atomic_order_bytes(sample, blocks) / sharing->unit_bytes;
}

#define MOST 0.75 /* of the blocks: where more come to the mean unit, each has its own queue */

struct unit_load line_sharing_load(struct line_sharing *sharing, const struct trace_line *line)
{
    const struct cached_line *unit =
        line_list_at(&sharing->units, 1 + line_sharing_unit(sharing, line->number));
    double mean = mean_users(sharing);
    if (mean < 2 && sharing->in_order > 0)
        return (struct unit_load){.alike = fmax(sharing->in_order, 1), .in_order = 1};
    if (mean < 2 || unit->ready <= 0)
        return (struct unit_load){0};
    int is_alike = is_near(unit->users, mean);
    return (struct unit_load){
        .followed = (is_alike ? mean : unit->users) / sharing->sampled / unit->ready,
        .alike = is_alike && mean <= MOST * sharing->sampled ? sharing->alike : 0,
        .hot = is_hot(unit->users, mean) ? sharing->hot : 0,
    };
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
