#include "shrink.h"

#include <string.h>

#include "valid.h"

static int accept(struct program *program, const struct program *smaller,
                  int (*still)(const struct program *))
{
    if (!program_is_valid(smaller) || !still(smaller))
        return 0;
    *program = *smaller;
    return 1;
}

/* Drops two slots (or one, if they are the same): a lock only goes with its release. */
static int drop_slots(struct program *program, unsigned first, unsigned other,
                      int (*still)(const struct program *))
{
    struct program smaller = *program;
    smaller.slot_count = 0;
    for (unsigned i = 0; i < program->slot_count; i++)
        if (i != first && i != other)
            smaller.slots[smaller.slot_count++] = program->slots[i];
    smaller.second -= program->second > 0 && first < program->second;
    smaller.second -= smaller.second > 0 && other != first && other < program->second;
    if (smaller.second == smaller.slot_count)
        smaller.second = 0;
    return smaller.slot_count && accept(program, &smaller, still);
}

static int drop_some(struct program *program, int (*still)(const struct program *))
{
    for (unsigned first = 0; first < program->slot_count; first++)
        for (unsigned other = first; other < program->slot_count; other++)
            if (drop_slots(program, first, other, still))
                return 1;
    return 0;
}

static int fewer_threads(struct program *program, int (*still)(const struct program *))
{
    static const unsigned threads[] = {1, 2, 3, 4, 8, 32, 33, 64};
    struct program smaller = *program;
    for (unsigned i = 0; i < sizeof threads / sizeof *threads; i++) {
        smaller.threads = threads[i];
        if (threads[i] < program->threads && accept(program, &smaller, still))
            return 1;
    }
    smaller = *program;
    smaller.blocks--;
    return smaller.blocks && accept(program, &smaller, still);
}

/* Lets only the first thread of a slot's range perform it. */
static int fewer_performers(struct program *program, int (*still)(const struct program *))
{
    for (unsigned i = 0; i < program->slot_count; i++) {
        struct program smaller = *program;
        struct who *who = &smaller.slots[i].who;
        if (who->end <= who->first + 1)
            continue;
        who->end = who->first + 1;
        if (accept(program, &smaller, still))
            return 1;
    }
    return 0;
}

void shrink(struct program *program, int (*still)(const struct program *))
{
    while (drop_some(program, still) || fewer_threads(program, still) ||
           fewer_performers(program, still))
        ;
}
