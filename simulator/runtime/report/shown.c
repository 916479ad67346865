/*
 * Which of a launch's findings are shown.
 */
#include "report/shown.h"

#include <stdlib.h>
#include <string.h>

#include "report/visits.h"

/* Lines that were reported before: a program launches a kernel many times. */
struct printed {
    enum finding_kind kind;
    enum finding_level level;
    struct line line, other;
    struct printed *next;
};
static struct printed *printed;

/* The launch's findings; valid until the list changes. */
static const struct finding *list;
static unsigned count;

int same_line(struct line a, struct line b)
{
    return a.number == b.number && !strcmp(a.file, b.file);
}

static int same_pair(struct line a, struct line a_other, struct line b, struct line b_other)
{
    return (same_line(a, b) && same_line(a_other, b_other)) ||
           (same_line(a, b_other) && same_line(a_other, b));
}

int shown_has_two_lines(const struct finding *finding)
{
    return finding->other_pc && finding->kind != FINDING_BARRIER_NOT_REACHED;
}

struct line shown_other_line(const struct finding *finding)
{
    return line_of(shown_has_two_lines(finding) ? finding->other_pc : finding->pc);
}

static int at_same_lines(const struct finding *a, const struct finding *b)
{
    return same_pair(line_of(a->pc), shown_other_line(a), line_of(b->pc), shown_other_line(b));
}

/*
 * 1 if a finding of the kind and level makes the other one of the same lines needless: a
 * cure between blocks is one within them, too.
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
            same_pair(p->line, p->other, line_of(finding->pc), shown_other_line(finding)))
            return 1;
    return 0;
}

static void remember(const struct finding *finding)
{
    struct printed *entry = malloc(sizeof *entry);
    if (entry) {
        *entry = (struct printed){finding->kind, finding->level, line_of(finding->pc),
                                  shown_other_line(finding), printed};
        printed = entry;
    }
}

uint64_t shown_times(const struct finding *finding)
{
    uint64_t times = 0;
    list = findings_list(&count);
    for (unsigned i = 0; i < count; i++)
        if (list[i].kind == finding->kind && list[i].level == finding->level &&
            list[i].advice == finding->advice && at_same_lines(&list[i], finding))
            times += list[i].count;
    return times;
}

/*
 * 1 if a finding with the other advice, of the same lines, makes this one needless: a barrier of
 * the block cures more than one of the warp, no barrier helps within one statement, and an earlier
 * wait for a copy is all only where its begin is in order.
 */
static int cures_less(const char *advice, const char *other)
{
    int of_warp = advice == race_advice(RACE_ADVICE_WARP_BARRIER) ||
                  advice == race_advice(RACE_ADVICE_LOCKSTEP);
    int of_block = advice == race_advice(RACE_ADVICE_BLOCK_BARRIER);
    int one_store = advice == race_advice(RACE_ADVICE_SAME_STORE);
    if (advice == race_advice(RACE_ADVICE_COPY))
        return other != advice;
    if (other == race_advice(RACE_ADVICE_BLOCK_BARRIER))
        return of_warp;
    if (other == race_advice(RACE_ADVICE_SAME_STORE))
        return advice == race_advice(RACE_ADVICE_WARP_BARRIER);
    return other == race_advice(RACE_ADVICE_SAME_LINE) && (of_warp || of_block || one_store);
}

/*
 * 1 if the finding is none by its lines: barriers at several pcs of one line are the same, unless
 * they are known to be two or come from two calls that were inlined, and a thread has gone around a
 * barrier only if it was at a line after it. (Both stand in the kernel; inlined code counts as the
 * line that calls it.)
 */
int shown_is_none(const struct finding *finding)
{
    struct line line = line_of(finding->pc), other = line_near(finding->other_pc);
    if (finding->kind == FINDING_BARRIER_LINES)
        return same_line(line, other) && line.outer == other.outer &&
               finding->advice != barrier_advice(BARRIER_ADVICE_ONE_LINE);
    if (finding->kind == FINDING_BARRIER_NOT_REACHED && finding->other_pc)
        return other.outer <= line.outer;
    return 0;
}

/*
 * 1 if the same lines also have a worse finding: an error instead of a note, a race between
 * blocks instead of within one, or one between warps. The cure for the lanes of one warp does
 * not cure that.
 */
static int is_outdone(const struct finding *finding)
{
    for (unsigned i = 0; i < count; i++) {
        const struct finding *other = &list[i];
        int same = other->kind == finding->kind && other->level == finding->level;
        int worse = same ? cures_less(finding->advice, other->advice)
                         : covers(other->kind, other->level, finding);
        if (worse && at_same_lines(other, finding) && !shown_is_none(other))
            return 1;
    }
    return 0;
}

static int found_kind(enum finding_kind kind)
{
    for (unsigned i = 0; i < count; i++)
        if (list[i].kind == kind && !shown_is_none(&list[i]))
            return 1;
    return 0;
}

/* 1 if one of the two accesses of a race stands at the line. */
static int races_at(struct line line)
{
    for (unsigned i = 0; i < count; i++)
        if (list[i].level == FINDING_ERROR &&
            (list[i].kind == FINDING_RACE || list[i].kind == FINDING_RACE_BETWEEN_BLOCKS) &&
            (same_line(line_of(list[i].pc), line) || same_line(line_of(list[i].other_pc), line)))
            return 1;
    return 0;
}

/*
 * 1 if the access at the pc misses an array, and this is another one, which it may have hit
 * instead.
 */
static int misses_another(uintptr_t pc, const void *array)
{
    for (unsigned i = 0; i < count; i++)
        if (list[i].kind == FINDING_OUT_OF_BOUNDS && list[i].pc == pc && list[i].array &&
            list[i].array != array)
            return 1;
    return 0;
}

/*
 * 1 if an access at the line misses its array. One that is far from all arrays does not count: its
 * index may be what was read unwritten.
 */
static int misses_at(struct line line)
{
    for (unsigned i = 0; i < count; i++)
        if (list[i].kind == FINDING_OUT_OF_BOUNDS && list[i].array &&
            same_line(line_of(list[i].pc), line))
            return 1;
    return 0;
}

/*
 * 1 if the finding most likely only follows from another one: an access after a barrier that went
 * wrong, a read that came too early because of a race, or an access that missed its array, as
 * others of its line do, and hit another one.
 */
static int follows_from_another(const struct finding *finding)
{
    int lines = found_kind(FINDING_BARRIER_LINES);
    int barrier = lines || found_kind(FINDING_BARRIER_NOT_REACHED);
    switch (finding->kind) {
    case FINDING_BARRIER_NOT_REACHED: return lines;
    case FINDING_RACE:
        if (barrier)
            return 1; /* fall through */
    case FINDING_RACE_BETWEEN_BLOCKS:
        return misses_another(finding->pc, finding->array) ||
               misses_another(finding->other_pc, finding->array);
    case FINDING_UNINITIALISED:
        return barrier || races_at(line_of(finding->pc)) || misses_at(line_of(finding->pc));
    default: return 0;
    }
}

static int is_race(const struct finding *finding)
{
    return finding->kind == FINDING_RACE || finding->kind == FINDING_RACE_BETWEEN_BLOCKS;
}

/* 1 if either access of the race is at the line; *other: the other access's line. */
static int has_line(const struct finding *race, struct line line, struct line *other)
{
    struct line one = line_of(race->pc), two = line_of(race->other_pc);
    *other = same_line(one, line) ? two : one;
    return same_line(one, line) || same_line(two, line);
}

static int race_of_lines(const struct finding *like, struct line line, struct line other)
{
    struct line second;
    for (unsigned i = 0; i < count; i++)
        if (list[i].kind == like->kind && list[i].level == like->level &&
            list[i].array == like->array && has_line(&list[i], line, &second) &&
            same_line(second, other))
            return 1;
    return 0;
}

static int lies_between(struct line line, struct line a, struct line b)
{
    int first = a.number < b.number ? a.number : b.number;
    int last = a.number < b.number ? b.number : a.number;
    return !strcmp(line.file, a.file) && !strcmp(line.file, b.file) && line.number > first &&
           line.number < last;
}

/*
 * 1 if a line between the race's two races with both. Where each line races on an array with all
 * before it, as the rounds of a tree do, only neighbours are shown.
 */
static int spans_others(const struct finding *finding)
{
    struct line line = line_of(finding->pc), other = line_of(finding->other_pc), between;
    for (unsigned i = 0; is_race(finding) && i < count; i++)
        if (list[i].kind == finding->kind && list[i].level == finding->level &&
            list[i].array == finding->array && has_line(&list[i], line, &between) &&
            lies_between(between, line, other) && race_of_lines(finding, between, other))
            return 1;
    return 0;
}

/*
 * 1 if one access of the race stands at the line `shared`, and the other on the same side of it as
 * the line `own`: both behind it, or both before.
 */
static int is_on_the_same_side(const struct finding *race, struct line shared, struct line own)
{
    struct line other;
    return has_line(race, shared, &other) && !strcmp(own.file, shared.file) &&
           !strcmp(other.file, shared.file) &&
           ((own.number > shared.number && other.number > shared.number) ||
            (own.number < shared.number && other.number < shared.number));
}

/*
 * 1 if the barrier of the block that a race between warps needs cures this one, within a warp, as
 * well: it may stand beside the access that both have in common, if all warps come to that.
 */
static int is_cured_with(const struct finding *finding, const struct finding *race)
{
    struct line line = line_of(finding->pc), other = line_of(finding->other_pc);
    return race->kind == FINDING_RACE && race->level == finding->level &&
           race->array == finding->array &&
           race->advice == race_advice(RACE_ADVICE_BLOCK_BARRIER) &&
           ((visits_by_all(finding->pc) && is_on_the_same_side(race, line, other)) ||
            (visits_by_all(finding->other_pc) && is_on_the_same_side(race, other, line)));
}

const char *shown_advice(const struct finding *finding)
{
    list = findings_list(&count);
    if (finding->kind == FINDING_RACE && finding->advice == race_advice(RACE_ADVICE_WARP_BARRIER))
        for (unsigned i = 0; i < count; i++)
            if (is_cured_with(finding, &list[i]))
                return list[i].advice;
    return finding->advice;
}

void shown_ask_lines(void)
{
    unsigned number;
    const struct finding *found = findings_list(&number);
    uintptr_t pcs[2 * FINDINGS_MOST];
    for (unsigned i = 0; i < number; i++) {
        pcs[2 * i] = found[i].pc;
        pcs[2 * i + 1] = found[i].other_pc;
    }
    lines_prepare(pcs, 2 * number);
}

int shown_will_be_any(void)
{
    unsigned number;
    const struct finding *found = findings_list(&number);
    shown_ask_lines();
    for (unsigned i = 0; i < number; i++)
        if (!shown_is_none(&found[i]))
            return 1;
    return 0;
}

int shown_take(const struct finding *finding)
{
    list = findings_list(&count);
    if (shown_is_none(finding) || is_outdone(finding) || follows_from_another(finding) ||
        spans_others(finding) || printed_before(finding))
        return 0;
    remember(finding);
    return 1;
}
