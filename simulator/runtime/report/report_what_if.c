/*
 * What if: each kernel's modelled time with one cost taken away, or two, as a part of the clock's
 * report and as a CSV file.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "report/report_parts.h"

#define NAME_WIDTH  26
#define TEXT_WIDTH  44   /* of a line of the source; longer ones are cut */
#define LINES       3    /* are printed, at most */
#define PAIRS       3    /* are printed, at most */
#define LEAST_PAIRS 0.03 /* of the kernel's time: a smaller overlap is not printed */

static int has_one_cost(const struct experiment *e)
{
    return e->costs && !(e->costs & (e->costs - 1));
}

/* The name of the first cost at least as large as *cost, which becomes the next one after it. */
static const char *next_name(const struct experiment *e, const char *const *names, unsigned *cost)
{
    while (*cost < COSTS && !(e->costs >> *cost & 1))
        ++*cost;
    return *cost < COSTS ? names[(*cost)++] : "";
}

static double microseconds(const struct experiment *e, double sum)
{
    return sum / (double)e->launches / 1000;
}

static void print_times(FILE *stream, const struct experiment *e)
{
    double percent = 100 * experiment_change(e);
    fprintf(stream, " %9.2f us ", microseconds(e, e->without));
    fprintf(stream, fabs(percent) < 0.05 ? "    0.0 %%" : "%+7.1f %%", percent);
}

static int compare_changes(const void *left, const void *right)
{
    const struct experiment *a = *(const struct experiment *const *)left;
    const struct experiment *b = *(const struct experiment *const *)right;
    double one = experiment_change(a), other = experiment_change(b);
    return one != other ? (one > other) - (one < other) : (a->costs > b->costs);
}

/* The experiments with one cost, or with a line, the largest gain first; their number. */
static unsigned sorted(const struct experiments *all, int with_cost, const struct experiment **list)
{
    unsigned count = 0;
    for (unsigned i = 0; i < all->count; i++)
        if (with_cost ? has_one_cost(&all->list[i]) : !all->list[i].costs)
            list[count++] = &all->list[i];
    qsort(list, count, sizeof *list, compare_changes);
    return count;
}

static void print_cost(FILE *stream, const struct experiment *e)
{
    unsigned cost = 0;
    fprintf(stream, "    %-*s", NAME_WIDTH, next_name(e, cost_names, &cost));
    print_times(stream, e);
    fprintf(stream, "\n");
}

static void print_line(FILE *stream, const struct experiment *e)
{
    char name[NAME_WIDTH + 1];
    snprintf(name, sizeof name, "without line %d", e->line.number);
    fprintf(stream, "    %-*s", NAME_WIDTH, name);
    print_times(stream, e);
    fprintf(stream, "   %.*s\n", TEXT_WIDTH, line_text(e->line));
}

static void print_pair(FILE *stream, const struct experiments *all, const struct experiment *e)
{
    unsigned cost = 0;
    const char *one = next_name(e, cost_names, &cost);
    double alone = experiment_change(experiments_find(all, 1u << (cost - 1)));
    const char *other = next_name(e, cost_names, &cost);
    double other_alone = experiment_change(experiments_find(all, 1u << (cost - 1)));
    fprintf(stream, "    %s, %s\n    %-*s", one, other, NAME_WIDTH, "");
    print_times(stream, e);
    fprintf(stream, "   apart %+.1f, %+.1f %%: %s\n", 100 * alone, 100 * other_alone,
            experiment_overlap(all, e) < 0 ? "each hides the other" : "they overlap");
}

/* The pair with the largest overlap that is not larger than *below, which it becomes; or NULL. */
static const struct experiment *next_pair(const struct experiments *all, double *below)
{
    const struct experiment *found = NULL;
    double largest = LEAST_PAIRS;
    for (unsigned i = 0; i < all->count; i++) {
        const struct experiment *e = &all->list[i];
        double overlap = e->costs && !has_one_cost(e) ? fabs(experiment_overlap(all, e)) : -1;
        if (overlap >= largest && overlap < *below) {
            found = e;
            largest = overlap;
        }
    }
    *below = largest;
    return found;
}

static void print_pairs(FILE *stream, const struct experiments *all)
{
    double below = INFINITY;
    for (unsigned i = 0; i < PAIRS; i++) {
        const struct experiment *pair = next_pair(all, &below);
        if (pair && i == 0)
            fprintf(stream, "  two at a time, where that is not the sum of both\n");
        if (pair)
            print_pair(stream, all, pair);
    }
}

void print_what_if(FILE *stream, const struct profile *profile)
{
    const struct experiments *all = &profile->modelled.experiments;
    const struct experiment **list = allocate((all->count + 1) * sizeof *list);
    fprintf(stream, "\n  what if, modelled: the kernel once more, each time without one cost\n");
    unsigned costs = sorted(all, 1, list);
    for (unsigned i = 0; i < costs; i++)
        print_cost(stream, list[i]);
    unsigned lines = sorted(all, 0, list);
    for (unsigned i = 0; i < lines && i < LINES; i++)
        print_line(stream, list[i]);
    print_pairs(stream, all);
    free(list);
}

static void write_experiment(FILE *stream, const struct kernel *kernel, const struct profile *p,
                             const struct experiment *e)
{
    char text[48];
    unsigned cost = 0;
    print_quoted(stream, kernel->name);
    fprintf(stream, ",");
    print_quoted(stream, shape_text(&p->grid, text, sizeof text));
    fprintf(stream, ",");
    print_quoted(stream, shape_text(&p->block, text, sizeof text));
    fprintf(stream, ",%llu,", (unsigned long long)e->launches);
    fprintf(stream, "%s,", e->costs ? next_name(e, cost_keys, &cost) : "line");
    fprintf(stream, "%s,", e->costs ? next_name(e, cost_keys, &cost) : "");
    if (!e->costs) {
        print_quoted(stream, e->line.file);
        fprintf(stream, ",%d", e->line.number);
    } else {
        fprintf(stream, ",");
    }
    fprintf(stream, ",%.3f,%.3f,%.2f\n", microseconds(e, e->with), microseconds(e, e->without),
            100 * experiment_change(e));
}

void report_what_if_csv(FILE *stream)
{
    fprintf(stream, "kernel,grid,block,launches,without,and,file,line,modelled_us,"
                    "modelled_without_us,modelled_change_percent\n");
    for (struct kernel *kernel = kernel_first(); kernel; kernel = kernel->next)
        for (struct profile *p = kernel->profiles; p; p = p->next)
            for (unsigned i = 0; i < p->modelled.experiments.count; i++)
                write_experiment(stream, kernel, p, &p->modelled.experiments.list[i]);
}
