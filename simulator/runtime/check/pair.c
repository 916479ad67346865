#include "check/pair.h"

#include "base/run.h"
#include "base/site.h"
#include "check/verdicts.h"

/* Where the entry's access stands; 0: nobody knows. */
static uintptr_t pc_of(const struct entry *entry)
{
    return entry->site ? event_pc(site_event(entry->site)) : 0;
}

unsigned pair_first_thread(const struct entry *entry, uint32_t lanes)
{
    return entry->warp * SIM_WARP_SIZE + (unsigned)__builtin_ctz(lanes);
}

struct race pair_race(const struct worker *worker, const struct access *access,
                      const struct entry *entry, unsigned thread)
{
    struct race race = {
        .access = *access,
        .earlier = {.address = access->address,
                    .size = entry->size,
                    .kind = (enum access_kind)entry->kind,
                    .thread = thread,
                    .site = entry->site,
                    .is_volatile = entry->is_volatile,
                    .pc = pc_of(entry)},
        .block = worker->block.index,
        .earlier_block = run_block_of_unit(worker->run, entry->unit),
        .level = FINDING_ERROR,
        .times = 1,
    };
    return race;
}

void pair_report(struct worker *worker, const struct access *access, const struct entry *entry,
                 uint32_t lanes, enum finding_level level, enum race_advice advice)
{
    struct race_lines lines = {
        .pc = access->pc,
        .other_pc = pc_of(entry),
        .between_blocks = run_block_of_unit(worker->run, entry->unit) != worker->block.index,
        .level = level,
        .advice = advice,
        .times = lanes_in(lanes),
    };
    verdicts_note(worker, &lines);
    if (finding_race_is_known(worker, &lines))
        return;
    struct race race = pair_race(worker, access, entry, pair_first_thread(entry, lanes));
    race.level = level;
    race.advice = advice;
    race.times = lines.times;
    finding_race(worker, &race);
}
