/*
 * Linked with --wrap=findings_print: the runtime's call at the end of each launch
 * comes here. Lines are asked of another program, so the slot of each pc is kept.
 */
#include "detector.h"

#include <string.h>

#include "interpreter.h"
#include "places.h"
#include "report/findings.h"
#include "report/kernel.h"

#define PLACES 65536 /* in the table of pcs; a power of two */

static struct {
    uintptr_t pc;
    unsigned slot;
} known[PLACES];
static struct pairs *found;
static unsigned char *found_unwritten;
static const char *other_finding;

void __wrap_findings_print(const char *kernel);

void detector_start(struct pairs *pairs, unsigned char unwritten[SLOTS_MOST])
{
    found = pairs;
    found_unwritten = unwritten;
    memset(found_unwritten, 0, SLOTS_MOST);
    memset(found, 0, sizeof *found);
    other_finding = NULL;
}

const char *detector_other_finding(void)
{
    return other_finding;
}

/* The slot of a pc; SLOTS_MOST or more if it is none's. */
static unsigned slot_of(uintptr_t pc)
{
    unsigned i = (unsigned)(pc * 0x9E3779B97F4A7C15u >> 40) & (PLACES - 1);
    while (known[i].pc && known[i].pc != pc)
        i = (i + 1) & (PLACES - 1);
    if (!known[i].pc) {
        known[i].pc = pc;
        known[i].slot = place_line(pc) - (unsigned)first_slot_line;
    }
    return known[i].slot;
}

static void take(const struct finding *finding)
{
    int is_race = finding->kind == FINDING_RACE || finding->kind == FINDING_RACE_BETWEEN_BLOCKS;
    unsigned slot = slot_of(finding->pc);
    unsigned other = finding->other_pc ? slot_of(finding->other_pc) : slot;
    if (!is_race && finding->kind != FINDING_UNINITIALISED)
        other_finding = finding->what;
    else if (slot >= SLOTS_MOST || other >= SLOTS_MOST)
        other_finding = "something outside the slots";
    else if (!is_race)
        found_unwritten[slot] = 1;
    else
        pairs_add(found, finding->kind == FINDING_RACE ? RACE_IN_BLOCK : RACE_BETWEEN_BLOCKS, slot,
                  other, finding->level == FINDING_NOTE ? LEVEL_NOTE : LEVEL_ERROR);
}

void __wrap_findings_print(const char *kernel)
{
    static char text[512];
    unsigned count;
    const struct finding *list = findings_list(&count);
    (void)kernel;
    for (unsigned i = 0; i < count; i++)
        take(&list[i]);
    if (other_finding) {
        strncpy(text, other_finding, sizeof text - 1);
        other_finding = text;
    }
    findings_discard();
    /* The runtime remembers what launches of a kernel were like; every program is a new one here.
     */
    kernel_first()->look = LOOK_PARALLEL;
    kernel_first()->tries = 0;
}
