#include "clock/what_if.h"

#include <stdlib.h>

#include "base/allocate.h"
#include "report/shown.h"
#include "report/totals.h"

/* Lines whose instructions are left out, each by itself. */
#define LINES         8
#define LINES_OF_VIEW 3

/*
 * Where many warps take turns, the model's time hangs on who comes first: some percent by chance.
 * So each experiment is the mean of some runs, in which latencies differ by a little, and so is the
 * time that it is compared with.
 */
static const double latencies[] = {0.98, 1, 1.02};
#define RUNS (sizeof latencies / sizeof *latencies)

/* A launch to experiment with. */
struct what_if {
    const struct clocked_launch *launch;
    double kernel;             /* ns: its kernel time... */
    double with;               /* ... and the mean of the runs with all costs */
    struct modelled *modelled; /* receives the experiments */
};

/* The launch's kernel time in ns without these costs: the mean of the runs. */
static double time_without(const struct clocked_launch *launch, struct without without)
{
    double sum = 0;
    for (unsigned i = 0; i < RUNS; i++) {
        struct clocked_launch changed = *launch;
        struct device other = without_device(&device, without.costs);
        other.block_start *= latencies[i];
        other.memory_latency *= latencies[i];
        other.shared_latency *= latencies[i];
        changed.without = without;
        changed.without.tries = 1;
        changed.view = NULL;
        sum += launch_clock(&other, &changed).kernel;
    }
    return sum / RUNS;
}

static void add(const struct what_if *what_if, struct experiment one, double time)
{
    one.launches = 1;
    one.with = what_if->kernel;
    one.without = time / what_if->with * what_if->kernel;
    experiments_add(&what_if->modelled->experiments, &one);
}

/* Adds the experiment without these costs. Returns 1 if they count. */
static int try_costs(const struct what_if *what_if, unsigned costs)
{
    double time = time_without(what_if->launch, (struct without){.costs = costs});
    add(what_if, (struct experiment){.costs = costs}, time);
    return time != what_if->with;
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
            lines[count++] = (struct line_time){line, 0};
        lines[k].time += modelled->places[i].time;
    }
    return count;
}

static int compare_times(const void *left, const void *right)
{
    double a = ((const struct line_time *)left)->time, b = ((const struct line_time *)right)->time;
    return (a < b) - (a > b);
}

static void try_line(const struct what_if *what_if, struct line line)
{
    const struct modelled *modelled = what_if->modelled;
    event_t *events = allocate(modelled->place_count * sizeof *events);
    struct without without = {.events = events};
    for (unsigned i = 0; i < modelled->place_count; i++)
        if (same_line(line_of_site(modelled->places[i].place), line))
            events[without.count++] = modelled->places[i].place;
    add(what_if, (struct experiment){.line = line}, time_without(what_if->launch, without));
    free(events);
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
    unsigned count = find_lines(modelled, lines);
    qsort(lines, count, sizeof *lines, compare_times);
    for (unsigned i = 0; i < count && i < most; i++)
        if (lines[i].line.number)
            try_line(what_if, lines[i].line);
    free(lines);
    free(pcs);
}

/* Begins with the kernel as it is. Returns 0 if it takes no time. */
static int begin(struct what_if *what_if)
{
    what_if->with = time_without(what_if->launch, (struct without){0});
    return what_if->kernel > 0 && what_if->with > 0;
}

void what_if_run(const struct clocked_launch *launch, double kernel, struct modelled *modelled)
{
    struct what_if what_if = {launch, kernel, 0, modelled};
    if (!begin(&what_if))
        return;
    try_pairs(&what_if, try_all_costs(&what_if));
    try_lines(&what_if, LINES);
}

void what_if_of_view(const struct clocked_launch *launch, double kernel, struct modelled *modelled)
{
    struct what_if what_if = {launch, kernel, 0, modelled};
    if (!begin(&what_if))
        return;
    try_all_costs(&what_if);
    try_lines(&what_if, LINES_OF_VIEW);
}
