/*
 * The list of findings, and how they are printed.
 */
#include "report/findings.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/lines.h"
#include "launch/run.h"

#define FINDINGS_MOST 1000      /* different ones in one launch */

static const struct {
    const char *name, *advice;
} kinds[FINDING_KINDS] = {
    [FINDING_RACE] = {"race",
        "Nothing orders these two accesses: put __syncthreads() between them, or __syncwarp() "
        "if all threads concerned are of one warp. volatile does not order anything."},
    [FINDING_RACE_BETWEEN_BLOCKS] = {"race between blocks",
        "Blocks run in any order: use an atomic, let each block write a place of its own, or "
        "split the work into two launches."},
    [FINDING_OUT_OF_BOUNDS] = {"out of bounds",
        "Compare the index with the number of elements before using it."},
    [FINDING_USE_AFTER_FREE] = {"use after free",
        "Free memory only after the last kernel that uses it."},
    [FINDING_MISALIGNED] = {"misaligned access",
        "An access of 2, 4, 8 or 16 bytes needs an address that is a multiple of its size."},
    [FINDING_HOST_POINTER] = {"host pointer",
        "A kernel cannot follow a pointer to the host's memory: copy the data to the device "
        "(cudaMalloc, cudaMemcpy) and pass that pointer."},
    [FINDING_NULL_POINTER] = {"null pointer",
        "Check that the allocation succeeded and that its pointer was passed."},
    [FINDING_DEVICE_POINTER] = {"device pointer on the host",
        "The host cannot read or write device memory: copy it with cudaMemcpy."},
    [FINDING_UNINITIALISED] = {"uninitialised read",
        "Write the memory before reading it: every thread that others read from must have "
        "stored its element, those past the end of the input as well."},
    [FINDING_BARRIER_NOT_REACHED] = {"barrier not reached by all threads",
        "All threads of the block must reach the same barrier: move it out of the branch."},
    [FINDING_BARRIER_LINES] = {"barrier at different lines",
        "All threads of the block must reach the same barrier: move it out of the branch."},
    [FINDING_GRID_BARRIER] = {"invalid grid barrier",
        "Launch the kernel with cudaLaunchCooperativeKernel: only then are all blocks resident at "
        "the same time."},
    [FINDING_INACTIVE_LANE] = {"inactive lane",
        "A lane must take part in the exchange for others to read its value: let the whole "
        "warp reach it, or lessen the distance."},
    [FINDING_MASK] = {"mask mismatch",
        "The mask must name exactly the lanes that execute the call together, each with the "
        "same mask."},
    [FINDING_ENDLESS] = {"endless launch",
        "A loop does not end, or threads wait for something that never happens. SIM_LIMIT "
        "sets how long a thread may run."},
    [FINDING_ASSERTION] = {"assertion failed", "An assert() in the kernel did not hold."},
    [FINDING_INVALID_ARGUMENT] = {"invalid argument",
        "The call was refused with the error that CUDA gives."},
};

struct finding {
    enum finding_kind kind;
    uintptr_t pc, other_pc;
    uint64_t count;
    char *what;
};
static struct finding found[FINDINGS_MOST];
static unsigned found_count;

/* Lines that were reported before: a program launches a kernel many times. */
struct printed {
    enum finding_kind kind;
    struct line line, other;
    struct printed *next;
};
static struct printed *printed;
static unsigned printed_count, kernel_count;

static struct finding *find(enum finding_kind kind, uintptr_t pc, uintptr_t other_pc)
{
    for (unsigned i = 0; i < found_count; i++)
        if (found[i].kind == kind && found[i].pc == pc && found[i].other_pc == other_pc)
            return &found[i];
    return NULL;
}

int finding_again(struct worker *worker, enum finding_kind kind, uintptr_t pc,
                  uintptr_t other_pc)
{
    if (!worker->run->serial) {
        run_restart(worker->run);
        return 1;
    }
    struct finding *finding = find(kind, pc, other_pc);
    if (finding)
        finding->count++;
    return finding != NULL;
}

static void keep(enum finding_kind kind, uintptr_t pc, uintptr_t other_pc, const char *what,
                 va_list arguments)
{
    struct finding *known = find(kind, pc, other_pc);
    if (known) {
        known->count++;
        return;
    }
    if (found_count == FINDINGS_MOST)
        return;
    char text[512];
    vsnprintf(text, sizeof text, what, arguments);
    found[found_count++] = (struct finding){kind, pc, other_pc, 1, strdup(text)};
}

void finding_add(struct worker *worker, enum finding_kind kind, uintptr_t pc,
                 uintptr_t other_pc, const char *what, ...)
{
    if (finding_again(worker, kind, pc, other_pc))
        return;
    va_list arguments;
    va_start(arguments, what);
    keep(kind, pc, other_pc, what, arguments);
    va_end(arguments);
}

static int same_line(struct line a, struct line b)
{
    return a.number == b.number && !strcmp(a.file, b.file);
}

/* 1 if a finding of these lines was printed already; notes it if not. */
static int printed_before(enum finding_kind kind, struct line line, struct line other)
{
    for (struct printed *p = printed; p; p = p->next)
        if (p->kind == kind && ((same_line(p->line, line) && same_line(p->other, other)) ||
                                (same_line(p->line, other) && same_line(p->other, line))))
            return 1;
    struct printed *entry = malloc(sizeof *entry);
    if (entry) {
        *entry = (struct printed){kind, line, other, printed};
        printed = entry;
    }
    printed_count++;
    return 0;
}

/* Times that the finding's lines were met in this launch, whatever the pcs. */
static uint64_t times(const struct finding *finding, struct line line, struct line other)
{
    uint64_t count = 0;
    for (unsigned i = 0; i < found_count; i++) {
        struct line l = line_of(found[i].pc), o = line_of(found[i].other_pc);
        if (!found[i].other_pc || found[i].kind == FINDING_BARRIER_NOT_REACHED)
            o = l;
        if (found[i].kind == finding->kind &&
            ((same_line(l, line) && same_line(o, other)) ||
             (same_line(l, other) && same_line(o, line))))
            count += found[i].count;
    }
    return count;
}

static void print_line(struct line line)
{
    const char *text = line_text(line);
    if (line.number && *text)
        fprintf(stderr, "  %s:%d: %s\n", line.file, line.number, text);
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
        if (found[i].kind == FINDING_RACE && (same_line(line_of(found[i].pc), line) ||
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

static void print(const struct finding *finding, const char *kernel)
{
    struct line line = line_of(finding->pc), other = line_of(finding->other_pc);
    int two_lines = finding->other_pc && finding->kind != FINDING_BARRIER_NOT_REACHED;
    if (!two_lines)
        other = line;
    if (is_none(finding) || follows_from_another(finding) ||
        printed_before(finding->kind, line, other))
        return;
    fprintf(stderr, "simulator: %s: %s:%d", kinds[finding->kind].name, line.file, line.number);
    if (two_lines)
        fprintf(stderr, " and %s:%d", other.file, other.number);
    if (kernel)
        fprintf(stderr, " in %s", kernel);
    fprintf(stderr, "\n");
    print_line(line);
    if (!same_line(line, other))
        print_line(other);
    uint64_t count = times(finding, line, other);
    fprintf(stderr, "  %s", finding->what);
    if (count > 1)
        fprintf(stderr, " (%llu times in this launch, this is the first)",
                (unsigned long long)count);
    fprintf(stderr, "\n  %s\n", kinds[finding->kind].advice);
}

void findings_print(const char *kernel)
{
    if (!found_count)
        return;
    fflush(stdout);
    uintptr_t pcs[2 * FINDINGS_MOST];
    unsigned before = printed_count;
    for (unsigned i = 0; i < found_count; i++) {
        pcs[2 * i] = found[i].pc;
        pcs[2 * i + 1] = found[i].other_pc;
    }
    lines_prepare(pcs, 2 * found_count);
    for (unsigned i = 0; i < found_count; i++)
        print(&found[i], kernel);
    for (unsigned i = 0; i < found_count; i++)
        free(found[i].what);
    found_count = 0;
    if (kernel)
        kernel_count += printed_count > before;
}

void finding_on_host(enum finding_kind kind, uintptr_t pc, const char *what, ...)
{
    va_list arguments;
    va_start(arguments, what);
    keep(kind, pc, 0, what, arguments);
    va_end(arguments);
    findings_print(NULL);
}

unsigned findings_count(void)
{
    return printed_count;
}

void findings_summary(void)
{
    if (!printed_count)
        return;
    fprintf(stderr, "simulator: %u error%s", printed_count, printed_count == 1 ? "" : "s");
    if (kernel_count)
        fprintf(stderr, " in %u kernel launch%s", kernel_count, kernel_count == 1 ? "" : "es");
    fprintf(stderr, "\n");
}
