/*
 * Linked with --wrap=findings_print,--wrap=popen: the runtime's call at the end of each launch
 * comes here, and that of addr2line.
 */
#include "detector.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "interpreter.h"
#include "report/findings.h"
#include "report/kernel.h"

static struct pairs *found;
static unsigned char *found_unwritten, *found_freed;
static const char *other_finding;

void __wrap_findings_print(const char *kernel);
FILE *__wrap_popen(const char *command, const char *mode);

/* Lines of this program say nothing of a kernel that is drawn: to look them up takes half of the
 * time. */
FILE *__wrap_popen(const char *command, const char *mode)
{
    (void)command;
    (void)mode;
    errno = ENOSYS;
    return NULL;
}

void detector_start(struct pairs *pairs, unsigned char unwritten[SLOTS_MOST],
                    unsigned char freed[SLOTS_MOST])
{
    found_freed = freed;
    memset(found_freed, 0, SLOTS_MOST);
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

static void take(const struct finding *finding)
{
    int is_race = finding->kind == FINDING_RACE || finding->kind == FINDING_COPY ||
                  finding->kind == FINDING_RACE_BETWEEN_BLOCKS;
    unsigned slot = slot_of_address(finding->pc);
    unsigned other = finding->other_pc ? slot_of_address(finding->other_pc) : slot;
    if (finding->kind == FINDING_READ_ONLY)
        return; /* no question of order: tests/broken has it */
    if (!is_race && finding->kind != FINDING_UNINITIALISED &&
        finding->kind != FINDING_USE_AFTER_FREE)
        other_finding = finding->what;
    else if (slot >= SLOTS_MOST || other >= SLOTS_MOST)
        other_finding = "something outside the slots";
    else if (!is_race)
        (finding->kind == FINDING_UNINITIALISED ? found_unwritten : found_freed)[slot] = 1;
    else
        pairs_add(found,
                  finding->kind == FINDING_RACE_BETWEEN_BLOCKS ? RACE_BETWEEN_BLOCKS
                                                               : RACE_IN_BLOCK,
                  slot, other, finding->level == FINDING_NOTE ? LEVEL_NOTE : LEVEL_ERROR);
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
