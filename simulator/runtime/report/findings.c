/*
 * The list of findings of the launch that runs.
 */
#include "report/findings.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/allocate.h"
#include "sim/debugger.h"

static struct finding found[FINDINGS_MOST];
static unsigned found_count;

static struct finding *on_host;
static unsigned on_host_count;

__attribute__((noinline)) void sim_debugger_finding(const char *kind, const char *what,
                                                    uintptr_t pc, uintptr_t other_pc, int is_note)
{
    __asm__ volatile("" : : "r"(kind), "r"(what), "r"(pc), "r"(other_pc), "r"(is_note));
}

int findings_again(const struct finding *finding)
{
    for (unsigned i = 0; i < found_count; i++)
        if (found[i].kind == finding->kind && found[i].level == finding->level &&
            found[i].pc == finding->pc && found[i].other_pc == finding->other_pc &&
            (!finding->advice || found[i].advice == finding->advice)) {
            found[i].count += finding->count;
            return 1;
        }
    return 0;
}

void findings_keep(const struct finding *finding, const char *what, va_list arguments)
{
    if (findings_again(finding) || found_count == FINDINGS_MOST)
        return;
    char text[1024];
    vsnprintf(text, sizeof text, what, arguments);
    found[found_count] = *finding;
    found[found_count++].what = allocate_string(text);
    sim_debugger_finding(kind_name(finding->kind), text, finding->pc, finding->other_pc,
                         finding->level == FINDING_NOTE);
}

static void remember_on_host(const struct finding *finding)
{
    on_host = allocate_again(on_host, (on_host_count + 1) * sizeof *on_host);
    on_host[on_host_count] = *finding;
    on_host[on_host_count++].what = allocate_string(finding->what);
}

/* Its count is 1; it gets its kind's advice if it has none. */
static void keep_on_host(struct finding finding, const char *what, va_list arguments)
{
    finding.count = 1;
    if (!finding.advice)
        finding.advice = kind_advice(finding.kind);
    findings_keep(&finding, what, arguments);
    findings_print(NULL);
    if (found_count && found[found_count - 1].shown)
        remember_on_host(&found[found_count - 1]);
    findings_discard();
}

void finding_on_host(enum finding_kind kind, uintptr_t pc, const char *what, ...)
{
    va_list arguments;
    va_start(arguments, what);
    keep_on_host((struct finding){.kind = kind, .pc = pc}, what, arguments);
    va_end(arguments);
}

void finding_on_host_advising(enum finding_kind kind, const char *advice, uintptr_t pc,
                              const char *what, ...)
{
    va_list arguments;
    va_start(arguments, what);
    keep_on_host((struct finding){.kind = kind, .pc = pc, .advice = advice}, what, arguments);
    va_end(arguments);
}

void note_on_host(enum finding_kind kind, uintptr_t pc, const char *what, ...)
{
    va_list arguments;
    va_start(arguments, what);
    keep_on_host((struct finding){.kind = kind, .level = FINDING_NOTE, .pc = pc}, what, arguments);
    va_end(arguments);
}

void note_on_host_advising(enum finding_kind kind, const char *advice, uintptr_t pc,
                           const char *what, ...)
{
    struct finding finding = {.kind = kind, .level = FINDING_NOTE, .pc = pc, .advice = advice};
    va_list arguments;
    va_start(arguments, what);
    keep_on_host(finding, what, arguments);
    va_end(arguments);
}

void finding_on_host_at(enum finding_kind kind, const char *advice, uintptr_t pc,
                        uintptr_t other_pc, const char *what, ...)
{
    struct finding finding = {.kind = kind, .pc = pc, .other_pc = other_pc, .advice = advice};
    va_list arguments;
    va_start(arguments, what);
    keep_on_host(finding, what, arguments);
    va_end(arguments);
}

const struct finding *findings_on_host(unsigned *count)
{
    *count = on_host_count;
    return on_host;
}

void findings_mark_shown(unsigned number)
{
    found[number].shown = 1;
}

const struct finding *findings_list(unsigned *count)
{
    *count = found_count;
    return found;
}

struct finding *findings_copy(unsigned *count)
{
    struct finding *copied = allocate((found_count + 1) * sizeof *copied);
    for (unsigned i = 0; i < found_count; i++) {
        copied[i] = found[i];
        copied[i].what = allocate_string(found[i].what);
    }
    *count = found_count;
    return copied;
}

void findings_free(struct finding *copied, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        free(copied[i].what);
    free(copied);
}

void findings_found(const struct finding *copied, unsigned count)
{
    for (found_count = 0; found_count < count; found_count++) {
        found[found_count] = copied[found_count];
        found[found_count].what = allocate_string(copied[found_count].what);
    }
}

void findings_become_notes(void)
{
    for (unsigned i = 0; i < found_count; i++)
        found[i].level = FINDING_NOTE;
}

void findings_discard(void)
{
    for (unsigned i = 0; i < found_count; i++)
        free(found[i].what);
    found_count = 0;
}
