/*
 * The list of findings of the launch that runs.
 */
#include "report/findings.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "launch/run.h"

static struct finding found[FINDINGS_MOST];
static unsigned found_count;

static struct finding *find(const struct finding *finding)
{
    for (unsigned i = 0; i < found_count; i++)
        if (found[i].kind == finding->kind && found[i].level == finding->level &&
            found[i].pc == finding->pc && found[i].other_pc == finding->other_pc &&
            found[i].advice == finding->advice)
            return &found[i];
    return NULL;
}

int finding_again(struct worker *worker, const struct finding *finding)
{
    if (!worker->run->serial) {
        run_restart(worker->run);
        return 1;
    }
    struct finding *known = find(finding);
    if (known)
        known->count++;
    return known != NULL;
}

static void keep(const struct finding *finding, const char *what, va_list arguments)
{
    if (found_count == FINDINGS_MOST)
        return;
    char text[512];
    vsnprintf(text, sizeof text, what, arguments);
    found[found_count] = *finding;
    found[found_count].what = strdup(text);
    found[found_count++].count = 1;
}

void finding_add_as(struct worker *worker, const struct finding *finding, const char *what, ...)
{
    if (finding_again(worker, finding))
        return;
    va_list arguments;
    va_start(arguments, what);
    keep(finding, what, arguments);
    va_end(arguments);
}

void finding_add(struct worker *worker, enum finding_kind kind, uintptr_t pc,
                 uintptr_t other_pc, const char *what, ...)
{
    struct finding finding = {.kind = kind, .pc = pc, .other_pc = other_pc,
                              .advice = kind_advice(kind)};
    if (finding_again(worker, &finding))
        return;
    va_list arguments;
    va_start(arguments, what);
    keep(&finding, what, arguments);
    va_end(arguments);
}

void finding_on_host(enum finding_kind kind, uintptr_t pc, const char *what, ...)
{
    struct finding finding = {.kind = kind, .pc = pc, .advice = kind_advice(kind)};
    va_list arguments;
    va_start(arguments, what);
    keep(&finding, what, arguments);
    va_end(arguments);
    findings_print(NULL);
}

const struct finding *findings_list(unsigned *count)
{
    *count = found_count;
    return found;
}

void findings_discard(void)
{
    for (unsigned i = 0; i < found_count; i++)
        free(found[i].what);
    found_count = 0;
}
