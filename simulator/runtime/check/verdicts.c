/*
 * Verdicts that are given again: see verdicts.h.
 */
#include "check/verdicts.h"

#include "check/judge.h"

#define VERDICTS_MOST 32 /* of one access */
#define NO_SLOT       ((size_t)-1)

static struct verdict {
    struct race_lines lines; /* with the number of pairs */
    size_t slot;             /* of the advice */
    unsigned entries;        /* for which the advice was looked up */
} verdicts[VERDICTS_MOST];
static unsigned count, last;
static unsigned more_pairs, more_entries; /* of the last one, still to be given */
static int are_noted, are_too_many;
static size_t slot = NO_SLOT;

void verdicts_begin(void)
{
    count = 0;
    are_noted = 1;
    are_too_many = 0;
    slot = NO_SLOT;
}

void verdicts_advised(size_t of)
{
    slot = of;
}

static int is_same(const struct verdict *verdict, const struct race_lines *lines, size_t of)
{
    const struct race_lines *its = &verdict->lines;
    return its->pc == lines->pc && its->other_pc == lines->other_pc &&
           its->between_blocks == lines->between_blocks && its->level == lines->level &&
           its->advice == lines->advice && verdict->slot == of;
}

static void give(struct worker *worker, const struct verdict *verdict, unsigned pairs,
                 unsigned entries)
{
    struct race_lines lines = verdict->lines;
    lines.times = pairs;
    if (verdict->slot != NO_SLOT)
        judge_advised_again(verdict->slot, entries);
    finding_race_is_known(worker, &lines);
}

/* Gives the last verdict as often as it was asked for. */
static void give_more(struct worker *worker)
{
    if (!more_entries)
        return;
    give(worker, &verdicts[last], more_pairs, more_entries);
    verdicts[last].lines.times += more_pairs;
    verdicts[last].entries += more_entries;
    more_pairs = more_entries = 0;
}

void verdicts_pause(struct worker *worker)
{
    give_more(worker);
    are_noted = 0;
}

void verdicts_go_on(void)
{
    are_noted = 1;
}

void verdicts_note(struct worker *worker, const struct race_lines *lines)
{
    size_t of = slot;
    slot = NO_SLOT;
    if (!are_noted)
        return;
    give_more(worker);
    for (last = 0; last < count && !is_same(&verdicts[last], lines, of); last++)
        ;
    if (last == VERDICTS_MOST) {
        are_too_many = 1;
    } else if (last < count) {
        verdicts[last].lines.times += lines->times;
        verdicts[last].entries++;
    } else {
        verdicts[count++] = (struct verdict){*lines, of, 1};
    }
}

int verdicts_are_known(void)
{
    return !are_too_many;
}

void verdicts_give_last(unsigned pairs)
{
    more_pairs += pairs;
    more_entries++;
}

void verdicts_give_all(struct worker *worker)
{
    for (unsigned i = 0; i < count; i++)
        give(worker, &verdicts[i], verdicts[i].lines.times, verdicts[i].entries);
}
