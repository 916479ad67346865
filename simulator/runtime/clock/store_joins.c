#include "clock/store_joins.h"

#include <string.h>

/*
 * Chosen by L2's requests on an H200, in calibrate/recordings/h200/joined_stores.csv: of records of
 * up to 4 words, stored word by word, a half to nearly all of the stores behind the first join; of
 * 6 words a third to a half, of 8 few, of 12 none. How many lines the warp stored to since the last
 * time, this one included, says which: four in the first case. Single bytes and halves join less.
 */
enum { FAR_MOST = 8 };
static const double part_of[] = {0, 0.8, 0.45, 0.1};
static const uint8_t joins_of_words[FAR_MOST + 1] = {0, 1, 1, 1, 1, 2, 2, 3, 3};
static const uint8_t joins_of_less[FAR_MOST + 1] = {0, 1, 2, 3, 0, 0, 0, 0, 0};

/* Lines that a warp has stored to since it last loaded, the latest first. */
struct stored {
    uint32_t line[FAR_MOST];
    unsigned count;
};

/* How many lines back the number was, itself included; 0: it is none of them. It becomes the
 * latest. */
static unsigned store_to(struct stored *stored, uint32_t number)
{
    unsigned place = 0;
    while (place < stored->count && stored->line[place] != number)
        place++;
    unsigned is_there = place < stored->count, moved = place;
    if (!is_there && stored->count < FAR_MOST)
        stored->count++;
    else if (!is_there)
        moved--;
    memmove(stored->line + 1, stored->line, moved * sizeof *stored->line);
    stored->line[0] = number;
    return is_there ? place + 1 : 0;
}

static void find_in_warp(struct trace *trace, const struct trace_warp *warp)
{
    struct stored stored = {.count = 0};
    for (size_t i = 0; i < warp->count; i++) {
        const struct trace_event *event = &warp->events[i];
        unsigned class = event->event & EVENT_CLASS;
        int is_order = class == EVENT_BARRIER || class == EVENT_FENCE;
        if (!is_order && (class == EVENT_BLOCK || !event->lines))
            continue;
        if (class != EVENT_ACCESS || !(event->event & EVENT_WRITE)) {
            stored.count = 0;
            continue;
        }
        const uint8_t *joins = (event->event & EVENT_SIZE) < 2 ? joins_of_less : joins_of_words;
        for (unsigned k = 0; k < event->lines; k++) {
            struct trace_line *line = &trace->lines[event->first_line + k];
            line->joins = joins[store_to(&stored, line->number)];
        }
    }
}

void store_joins_find(struct trace *trace)
{
    for (unsigned number = 0; number < trace->warps; number++)
        find_in_warp(trace, &trace->warp[number]);
}

double store_joins_part(const struct trace_line *line)
{
    return part_of[line->joins];
}
