#include "clock/what_if.h"

#include <stdlib.h>

#include "base/allocate.h"
#include "clock/present.h"
#include "report/shown.h"
#include "report/totals.h"

/* Lines whose instructions are left out, each by itself: the best of those that are tried once. */
#define LINES         8
#define LINES_OF_VIEW 3
#define LINES_TRIED   24    /* once */
#define LEAST_TRIED   0.001 /* of the warps' time: what a line takes to be tried */

/*
 * Where many warps take turns, the model's time hangs on who comes first: some percent by chance.
 * So each experiment is the mean of some runs, in which latencies differ by a little, and so is the
 * time that it is compared with. In all of them each load has a latency of its own, too:
 * memory_l2.c.
 */
static const double latencies[] = {1, 0.98, 1.02};
#define RUNS (sizeof latencies / sizeof *latencies)

/* A launch to experiment with. */
struct what_if {
    const struct clocked_launch *launch;
    double kernel;             /* ns: its kernel time... */
    double first;              /* ... the first run's with all costs... */
    double with;               /* ... and the mean of the runs with all costs */
    unsigned present;          /* costs that it may have: present.h */
    struct modelled *modelled; /* receives the experiments */
};

/* The launch's kernel time in ns without these costs, with latencies of that run. */
static double time_of_run(const struct clocked_launch *launch, struct without without, unsigned run)
{
    struct clocked_launch changed = *launch;
    struct device other = without_device(&device, without.costs);
    other.block_start *= latencies[run];
    other.memory_latency *= latencies[run];
    other.shared_latency *= latencies[run];
    changed.without = without;
    changed.without.run = run + 1;
    changed.view = NULL;
    return launch_clock(&other, &changed).kernel;
}

/* The mean of the runs. first: the time of the first one. */
static double mean_of_runs(const struct clocked_launch *launch, struct without without,
                           double first)
{
    double sum = first;
    for (unsigned run = 1; run < RUNS; run++)
        sum += time_of_run(launch, without, run);
    return sum / RUNS;
}

static void add(const struct what_if *what_if, struct experiment one, double time)
{
    one.launches = 1;
    one.with = what_if->kernel;
    one.without = time / what_if->with * what_if->kernel;
    experiments_add(&what_if->modelled->experiments, &one);
}

/*
 * Adds the experiment without these costs. Returns 1 if they count. What the launch does not have
 * changes nothing, whatever the latencies: the traces say so, or the first run.
 */
static int try_costs(const struct what_if *what_if, unsigned costs)
{
    struct without without = {.costs = costs};
    int is_there = (costs & what_if->present) != 0;
    double first = is_there ? time_of_run(what_if->launch, without, 0) : what_if->first;
    int counts = first != what_if->first;
    double time = counts ? mean_of_runs(what_if->launch, without, first) : what_if->with;
    add(what_if, (struct experiment){.costs = costs}, time);
    return counts;
}

/* Each cost. Returns those that count. */
static unsigned try_all_costs(const struct what_if *what_if)
{
    unsigned counts = 0;
    for (unsigned cost = 0; cost < COSTS; cost++)
        counts |= (unsigned)try_costs(what_if, 1u << cost) << cost;
    return counts;
}

/* Each pair of these costs. */
static void try_pairs(const struct what_if *what_if, unsigned counts)
{
    for (unsigned one = 0; one < COSTS; one++)
        for (unsigned other = one + 1; other < COSTS; other++)
            if (counts >> one & 1 && counts >> other & 1)
                try_costs(what_if, 1u << one | 1u << other);
}

/* A line, and the time that warps spend there. */
struct line_time {
    struct line line;
    double time;
    double without; /* the launch's time in the first run without the line, if it is tried */
};

/* The lines of the places; their number. */
static unsigned find_lines(const struct modelled *modelled, struct line_time *lines)
{
    unsigned count = 0;
    for (unsigned i = 0; i < modelled->place_count; i++) {
        struct line line = line_of_site(modelled->places[i].place);
        unsigned k = 0;
        while (k < count && !same_line(lines[k].line, line))
            k++;
        if (k == count)
            lines[count++] = (struct line_time){.line = line};
        lines[k].time += modelled->places[i].time;
    }
    return count;
}

static int most_time_first(const void *left, const void *right)
{
    double a = ((const struct line_time *)left)->time, b = ((const struct line_time *)right)->time;
    return (a < b) - (a > b);
}

static int least_without_first(const void *left, const void *right)
{
    const struct line_time *a = left, *b = right;
    return a->without != b->without ? (a->without > b->without) - (a->without < b->without)
                                    : most_time_first(left, right);
}

/* What to leave out, that it be without the line; its events are freed by the caller. */
static struct without without_line(const struct modelled *modelled, struct line line)
{
    event_t *events = allocate((modelled->place_count + 1) * sizeof *events);
    struct without without = {.events = events};
    for (unsigned i = 0; i < modelled->place_count; i++)
        if (same_line(line_of_site(modelled->places[i].place), line))
            events[without.count++] = modelled->places[i].place;
    return without;
}

/*
 * Tries each line once, and puts those first that gain most. Returns how many were tried. A line's
 * share says little of its gain: where warps wait for those that execute it, the wait counts for
 * another line. So all lines are tried that have more than a trace of the time.
 */
static unsigned try_lines_once(const struct what_if *what_if, struct line_time *lines,
                               unsigned count)
{
    double least = LEAST_TRIED * modelled_place_time(what_if->modelled);
    unsigned tried = 0;
    qsort(lines, count, sizeof *lines, most_time_first);
    for (unsigned i = 0; i < count && tried < LINES_TRIED && lines[i].time >= least; i++) {
        if (!lines[i].line.number)
            continue;
        struct without without = without_line(what_if->modelled, lines[i].line);
        lines[tried] = lines[i];
        lines[tried++].without = time_of_run(what_if->launch, without, 0);
        free((void *)without.events);
    }
    qsort(lines, tried, sizeof *lines, least_without_first);
    return tried;
}

static void try_lines(const struct what_if *what_if, unsigned most)
{
    const struct modelled *modelled = what_if->modelled;
    unsigned places = modelled->place_count;
    uintptr_t *pcs = allocate((places + 1) * sizeof *pcs);
    struct line_time *lines = allocate((places + 1) * sizeof *lines);
    for (unsigned i = 0; i < places; i++)
        pcs[i] = site_pc(modelled->places[i].place);
    lines_prepare(pcs, places);
    unsigned count = try_lines_once(what_if, lines, find_lines(modelled, lines));
    for (unsigned i = 0; i < count && i < most; i++) {
        struct without without = without_line(modelled, lines[i].line);
        add(what_if, (struct experiment){.line = lines[i].line},
            mean_of_runs(what_if->launch, without, lines[i].without));
        free((void *)without.events);
    }
    free(lines);
    free(pcs);
}

/* Begins with the kernel as it is. Returns 0 if it takes no time. */
static int begin(struct what_if *what_if)
{
    what_if->present = present_costs(&what_if->launch->sample);
    what_if->first = time_of_run(what_if->launch, (struct without){0}, 0);
    what_if->with = mean_of_runs(what_if->launch, (struct without){0}, what_if->first);
    return what_if->kernel > 0 && what_if->with > 0;
}

void what_if_run(const struct clocked_launch *launch, double kernel, struct modelled *modelled)
{
    struct what_if what_if = {.launch = launch, .kernel = kernel, .modelled = modelled};
    if (!begin(&what_if))
        return;
    try_pairs(&what_if, try_all_costs(&what_if));
    try_lines(&what_if, LINES);
}

void what_if_of_view(const struct clocked_launch *launch, double kernel, struct modelled *modelled)
{
    struct what_if what_if = {.launch = launch, .kernel = kernel, .modelled = modelled};
    if (!begin(&what_if))
        return;
    try_all_costs(&what_if);
    try_lines(&what_if, LINES_OF_VIEW);
}
