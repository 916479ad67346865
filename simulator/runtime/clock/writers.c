#include "clock/writers.h"

#include <math.h>
#include <stdlib.h>

#include "base/allocate.h"

/* The numbers of the lines that a block writes in part, in ascending order. */
struct written {
    uint64_t block;
    size_t count;
    uint32_t *line;
};

static int is_store(const struct trace_event *event)
{
    return event->lines && event->event & EVENT_WRITE &&
           (event->event & EVENT_CLASS) != EVENT_ATOMIC;
}

static int compare(const void *one, const void *other)
{
    uint32_t a = *(const uint32_t *)one, b = *(const uint32_t *)other;
    return (a > b) - (a < b);
}

static struct written lines_written(const struct trace *trace)
{
    struct written written = {.block = trace->block};
    written.line = allocate((trace->line_count + 1) * sizeof *written.line);
    for (unsigned number = 0; number < trace->warps; number++)
        for (size_t i = 0; i < trace->warp[number].count; i++) {
            const struct trace_event *event = &trace->warp[number].events[i];
            for (unsigned k = 0; is_store(event) && k < event->lines; k++)
                if (trace->lines[event->first_line + k].partial)
                    written.line[written.count++] = trace->lines[event->first_line + k].number;
        }
    qsort(written.line, written.count, sizeof *written.line, compare);
    return written;
}

/* The nearest of the lines that the block writes. It writes at least one. */
static uint32_t nearest(const struct written *written, uint32_t line)
{
    size_t from = 0, to = written->count - 1;
    while (from < to) { /* binary search for the first that is not below the line, or the last */
        size_t middle = (from + to) / 2;
        if (written->line[middle] < line)
            from = middle + 1;
        else
            to = middle;
    }
    uint32_t above = written->line[from], below = written->line[from > 0 ? from - 1 : 0];
    return fabs((double)above - line) < fabs((double)below - line) ? above : below;
}

/* The distance in lines between the stores of adjacent blocks, estimated from another block. */
static double step(const struct written *own, const struct written *other, uint32_t line)
{
    double lines = (double)nearest(other, line) - (double)line;
    return lines / ((double)other->block - (double)own->block);
}

/*
 * How many blocks write to that line of a block. Where blocks write one after another in memory,
 * the sampled blocks before and after give the same distance, to a line. Where the two distances
 * differ, the line counts as the block's own. before, after: the block itself at the ends of the
 * sample.
 */
static uint32_t blocks_of_line(const struct written *before, const struct written *own,
                               const struct written *after, uint32_t line)
{
    if (!before->count || !after->count)
        return 1;
    double one = before == own ? step(own, after, line) : step(own, before, line);
    double other = after == own ? one : step(own, after, line);
    double blocks = (double)(after->block - before->block) / 2;
    double lines = (fabs(one) + fabs(other)) / 2;
    if (fabs(one - other) > 0.1 * lines + 1 / blocks)
        return 1;
    return (uint32_t)fmax(fmin(1 / lines, blocks), 1);
}

#define SECTORS_IN_LINE 4
#define WORDS_IN_SECTOR 8

/* The words of each line that a block stores, of 4 bytes: `used` of the line's entry. */
static void find_words(struct line_list *words, const struct trace *trace)
{
    for (unsigned number = 0; number < trace->warps; number++)
        for (size_t i = 0; i < trace->warp[number].count; i++) {
            const struct trace_event *event = &trace->warp[number].events[i];
            int is_whole = is_store(event) && 1u << (event->event & EVENT_SIZE) >= 4;
            for (unsigned k = 0; is_whole && k < event->lines; k++) {
                const struct trace_line *line = &trace->lines[event->first_line + k];
                line_list_at(words, (uint64_t)line->number + 1)->used |= line->words;
            }
        }
}

/* Takes note of the sectors that the block writes wholly, by several stores. */
static void note_whole(struct line_list *writers, const struct trace *trace)
{
    struct line_list words;
    line_list_open(&words);
    find_words(&words, trace);
    for (size_t i = 0; i < words.room; i++)
        for (unsigned s = 0; words.lines[i].key && s < SECTORS_IN_LINE; s++)
            if ((words.lines[i].used >> s * WORDS_IN_SECTOR & 0xFF) == 0xFF)
                line_list_at(writers, words.lines[i].key)->sectors |= (uint8_t)(1u << s);
    line_list_close(&words);
}

/* Stores to sectors that they write in part. */
struct visits {
    double first, found, missed; /* as the launch's first block; behind another, in L2; not there */
};

static void count_visits(struct visits *visits, const struct trace_line *line, unsigned whole)
{
    unsigned part = line->partial & ~whole, behind = part & ~(unsigned)line->first;
    visits->first += __builtin_popcount(part & line->first);
    visits->found += __builtin_popcount(behind & line->in_l2);
    visits->missed += __builtin_popcount(behind & ~(unsigned)line->in_l2);
}

static void count_stores(struct visits *visits, struct line_list *writers,
                         const struct trace *trace, const struct trace_warp *warp)
{
    for (size_t i = 0; i < warp->count; i++) {
        const struct trace_event *event = &warp->events[i];
        for (unsigned k = 0; is_store(event) && k < event->lines; k++) {
            const struct trace_line *line = &trace->lines[event->first_line + k];
            count_visits(visits, line, line_list_at(writers, (uint64_t)line->number + 1)->sectors);
        }
    }
}

/* So many blocks come behind each first one, at least, where they complete what it began. */
#define COME_BEHIND 0.5

double writers_leave(struct line_list *writers, const struct sample *sample)
{
    struct visits visits = {0, 0, 0};
    for (unsigned k = 0; k < sample->count; k++)
        for (unsigned number = 0; number < sample->trace[k].warps; number++)
            count_stores(&visits, writers, &sample->trace[k], &sample->trace[k].warp[number]);
    return visits.found < COME_BEHIND * visits.first || visits.found == 0
               ? 1
               : visits.missed / (visits.found + visits.missed);
}

void writers_find(struct line_list *writers, const struct sample *sample)
{
    struct written written[SAMPLES_MOST];
    for (unsigned i = 0; i < sample->count; i++)
        note_whole(writers, &sample->trace[i]);
    if (sample->count < 2 || sample->count == sample->blocks)
        return;
    for (unsigned i = 0; i < sample->count; i++)
        written[i] = lines_written(&sample->trace[i]);
    for (unsigned i = 0; i < sample->count; i++) {
        const struct written *own = &written[i];
        const struct written *before = i > 0 ? own - 1 : own;
        const struct written *after = i + 1 < sample->count ? own + 1 : own;
        for (size_t k = 0; k < own->count; k++)
            line_list_at(writers, (uint64_t)own->line[k] + 1)->used =
                blocks_of_line(before, own, after, own->line[k]);
    }
    for (unsigned i = 0; i < sample->count; i++)
        free(written[i].line);
}
