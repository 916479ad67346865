/*
 * How findings are printed: each pair of lines once, without those that only
 * follow from others.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/findings.h"
#include "report/lines.h"

/* Lines that were reported before: a program launches a kernel many times. */
struct printed {
    enum finding_kind kind;
    enum finding_level level;
    struct line line, other;
    struct printed *next;
};
static struct printed *printed;
static unsigned error_count, note_count, kernel_count;

/* The findings that are being printed. */
static const struct finding *found;
static unsigned found_count;

static int same_line(struct line a, struct line b)
{
    return a.number == b.number && !strcmp(a.file, b.file);
}

static int same_pair(struct line a, struct line a_other, struct line b, struct line b_other)
{
    return (same_line(a, b) && same_line(a_other, b_other)) ||
           (same_line(a, b_other) && same_line(a_other, b));
}

static int has_two_lines(const struct finding *finding)
{
    return finding->other_pc && finding->kind != FINDING_BARRIER_NOT_REACHED;
}

static struct line other_line(const struct finding *finding)
{
    return line_of(has_two_lines(finding) ? finding->other_pc : finding->pc);
}

static int at_same_lines(const struct finding *a, const struct finding *b)
{
    return same_pair(line_of(a->pc), other_line(a), line_of(b->pc), other_line(b));
}

/*
 * 1 if a finding of the kind and level says all that the other one of the same lines
 * does: what is cured between blocks is cured within them too.
 */
static int covers(enum finding_kind kind, enum finding_level level, const struct finding *finding)
{
    return level <= finding->level &&
           (kind == finding->kind ||
            (kind == FINDING_RACE_BETWEEN_BLOCKS && finding->kind == FINDING_RACE));
}

static int printed_before(const struct finding *finding)
{
    for (const struct printed *p = printed; p; p = p->next)
        if (covers(p->kind, p->level, finding) &&
            same_pair(p->line, p->other, line_of(finding->pc), other_line(finding)))
            return 1;
    return 0;
}

static void remember(const struct finding *finding)
{
    struct printed *entry = malloc(sizeof *entry);
    if (entry) {
        *entry = (struct printed){finding->kind, finding->level, line_of(finding->pc),
                                  other_line(finding), printed};
        printed = entry;
    }
    if (finding->level == FINDING_NOTE)
        note_count++;
    else
        error_count++;
}

/* Times that the finding's lines were met in this launch, whatever the pcs. */
static uint64_t times(const struct finding *finding)
{
    uint64_t count = 0;
    for (unsigned i = 0; i < found_count; i++)
        if (found[i].kind == finding->kind && found[i].level == finding->level &&
            found[i].advice == finding->advice && at_same_lines(&found[i], finding))
            count += found[i].count;
    return count;
}

static int needs_only_warp_barrier(const struct finding *finding)
{
    return finding->advice == race_advice(RACE_ADVICE_WARP_BARRIER) ||
           finding->advice == race_advice(RACE_ADVICE_LOCKSTEP);
}

/*
 * 1 if the same lines are also the place of something worse: an error instead of a
 * note, a race between blocks instead of within one, or one between warps, which the
 * cure for the lanes of one does not cure.
 */
static int is_outdone(const struct finding *finding)
{
    for (unsigned i = 0; i < found_count; i++) {
        const struct finding *other = &found[i];
        int same = other->kind == finding->kind && other->level == finding->level;
        int worse = same ? needs_only_warp_barrier(finding) &&
                               other->advice == race_advice(RACE_ADVICE_BLOCK_BARRIER)
                         : covers(other->kind, other->level, finding);
        if (worse && at_same_lines(other, finding))
            return 1;
    }
    return 0;
}

/*
 * Only the lines can tell: barriers at several pcs of one line are the same, and
 * a thread has gone around a barrier only if it was at a line after it. (Both stand
 * in the kernel; what was inlined there counts as the line that calls it.)
 */
static int is_none(const struct finding *finding)
{
    struct line line = line_of(finding->pc), other = line_near(finding->other_pc);
    if (finding->kind == FINDING_BARRIER_LINES)
        return same_line(line, other);
    if (finding->kind == FINDING_BARRIER_NOT_REACHED && finding->other_pc)
        return other.outer <= line.outer;
    return 0;
}

static int found_kind(enum finding_kind kind)
{
    for (unsigned i = 0; i < found_count; i++)
        if (found[i].kind == kind && !is_none(&found[i]))
            return 1;
    return 0;
}

/* 1 if one of the two accesses of a race stands at the line. */
static int races_at(struct line line)
{
    for (unsigned i = 0; i < found_count; i++)
        if (found[i].level == FINDING_ERROR &&
            (found[i].kind == FINDING_RACE || found[i].kind == FINDING_RACE_BETWEEN_BLOCKS) &&
            (same_line(line_of(found[i].pc), line) ||
             same_line(line_of(found[i].other_pc), line)))
            return 1;
    return 0;
}

/*
 * 1 if the finding most likely only follows from another one: what threads do
 * after a barrier went wrong, or a read that came too early because of a race.
 */
static int follows_from_another(const struct finding *finding)
{
    int lines = found_kind(FINDING_BARRIER_LINES);
    int barrier = lines || found_kind(FINDING_BARRIER_NOT_REACHED);
    switch (finding->kind) {
    case FINDING_BARRIER_NOT_REACHED:
        return lines;
    case FINDING_RACE:
        return barrier;
    case FINDING_UNINITIALISED:
        return barrier || races_at(line_of(finding->pc));
    default:
        return 0;
    }
}

static void print_line(struct line line)
{
    const char *text = line_text(line);
    if (line.number && *text)
        fprintf(stderr, "  %s:%d: %s\n", line.file, line.number, text);
}

static void print(const struct finding *finding, const char *kernel)
{
    struct line line = line_of(finding->pc), other = other_line(finding);
    fprintf(stderr, "simulator: %s%s: %s:%d", finding->level == FINDING_NOTE ? "note: " : "",
            kind_name(finding->kind), line.file, line.number);
    if (has_two_lines(finding))
        fprintf(stderr, " and %s:%d", other.file, other.number);
    if (kernel)
        fprintf(stderr, " in %s", kernel);
    fprintf(stderr, "\n");
    print_line(line);
    if (!same_line(line, other))
        print_line(other);
    uint64_t count = times(finding);
    fprintf(stderr, "  %s", finding->what);
    if (count > 1)
        fprintf(stderr, " (%llu times in this launch, this is the first)",
                (unsigned long long)count);
    fprintf(stderr, "\n  %s\n", finding->advice);
}

static void prepare_lines(void)
{
    uintptr_t pcs[2 * FINDINGS_MOST];
    for (unsigned i = 0; i < found_count; i++) {
        pcs[2 * i] = found[i].pc;
        pcs[2 * i + 1] = found[i].other_pc;
    }
    lines_prepare(pcs, 2 * found_count);
}

void findings_print(const char *kernel)
{
    found = findings_list(&found_count);
    if (!found_count)
        return;
    fflush(stdout);
    prepare_lines();
    unsigned before = error_count + note_count;
    for (unsigned i = 0; i < found_count; i++) {
        if (is_none(&found[i]) || is_outdone(&found[i]) || follows_from_another(&found[i]) ||
            printed_before(&found[i]))
            continue;
        print(&found[i], kernel);
        remember(&found[i]);
    }
    findings_discard();
    if (kernel)
        kernel_count += error_count + note_count > before;
}

unsigned findings_count(void)
{
    return error_count;
}

/* "2 errors" */
static void print_number(unsigned count, const char *of)
{
    fprintf(stderr, "%u %s%s", count, of, count == 1 ? "" : "s");
}

void findings_summary(void)
{
    if (!error_count && !note_count)
        return;
    fprintf(stderr, "simulator: ");
    if (error_count)
        print_number(error_count, "error");
    if (error_count && note_count)
        fprintf(stderr, " and ");
    if (note_count)
        print_number(note_count, "note");
    if (kernel_count) {
        fprintf(stderr, " in ");
        if (kernel_count == 1)
            fprintf(stderr, "1 kernel launch");
        else
            fprintf(stderr, "%u kernel launches", kernel_count);
    }
    fprintf(stderr, "\n");
}
