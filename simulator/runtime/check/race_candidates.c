/*
 * The list of candidates, as pairs of lines.
 */
#include "check/race_candidates.h"

#include "base/allocate.h"
#include "base/run.h"

struct pair {
    uintptr_t pc, other_pc;
    enum { UNKNOWN, HARMLESS, RACES } answer;
};
static struct pair *pairs;
static unsigned count, room;

void race_candidates_new_launch(void)
{
    count = 0;
}

static int is_pair(const struct pair *pair, uintptr_t pc, uintptr_t other_pc)
{
    return (pair->pc == pc && pair->other_pc == other_pc) ||
           (pair->pc == other_pc && pair->other_pc == pc);
}

static struct pair *find(uintptr_t pc, uintptr_t other_pc)
{
    for (unsigned i = 0; i < count; i++)
        if (is_pair(&pairs[i], pc, other_pc))
            return &pairs[i];
    if (count == room) {
        room = room ? 2 * room : 64;
        pairs = allocate_again(pairs, room * sizeof *pairs);
    }
    pairs[count] = (struct pair){pc, other_pc, UNKNOWN};
    return &pairs[count++];
}

int race_candidates_hide(const struct worker *worker, const struct race *race)
{
    return worker->run->look == LOOK_PROBING ||
           find(race->access.pc, race->earlier.pc)->answer != RACES;
}

int race_candidates_unknown(void)
{
    for (unsigned i = 0; i < count; i++)
        if (pairs[i].answer == UNKNOWN)
            return 1;
    return 0;
}

void race_candidates_learn(void)
{
    unsigned found_count;
    const struct finding *found = findings_list(&found_count);
    for (unsigned i = 0; i < count; i++) {
        pairs[i].answer = HARMLESS;
        for (unsigned k = 0; k < found_count; k++)
            if ((found[k].kind == FINDING_RACE || found[k].kind == FINDING_RACE_BETWEEN_BLOCKS) &&
                is_pair(&pairs[i], found[k].pc, found[k].other_pc))
                pairs[i].answer = RACES;
    }
}
