/*
 * The kernels' source with the counters of each line beside it, and its share of the time that
 * the clock's model has warps spend in the kernel.
 */
#include <stdlib.h>
#include <string.h>

#include "report/report_parts.h"

#define CONTEXT 2 /* lines shown before the first and after the last one counted */

static void print_number(FILE *stream, double value, int width, int decimals, const char *unit)
{
    if (value < 0)
        fprintf(stream, " %*s", width + (int)strlen(unit), "");
    else
        fprintf(stream, " %*.*f%s", width, decimals, value, unit);
}

/* Loads and stores of a line share its columns: lines that do both show their sum. */
static struct traffic sum(const struct traffic *a, const struct traffic *b, const struct traffic *c)
{
    return (struct traffic){a->requests + b->requests + c->requests, a->lanes + b->lanes + c->lanes,
                            a->sectors + b->sectors + c->sectors, a->bytes + b->bytes + c->bytes,
                            a->wavefronts + b->wavefronts + c->wavefronts};
}

static double each(uint64_t value, uint64_t launches)
{
    return value ? (double)value / (double)launches : -1;
}

static void print_counters(FILE *stream, const struct totals *t, uint64_t launches)
{
    struct traffic global = sum(&t->global_load, &t->global_store, &t->global_atomic);
    struct traffic shared = sum(&t->shared_load, &t->shared_store, &t->shared_atomic);
    struct traffic both = sum(&global, &shared, &(struct traffic){0, 0, 0, 0, 0});
    print_number(stream, each(global.sectors, launches), 10, 0, "");
    print_number(stream, efficiency(&global), 6, 1, "%");
    print_number(stream, each(shared.wavefronts, launches), 10, 0, "");
    print_number(stream, conflict_degree(&shared), 6, 2, "");
    print_number(stream, lanes_per_request(&both), 6, 2, "");
    print_number(stream, each(t->diverged, launches), 9, 0, "");
    print_number(stream, each(t->block_barriers + t->warp_barriers, launches), 9, 0, "");
}

static const struct line_totals *find(const struct line_totals *lines, unsigned count,
                                      const char *file, int number)
{
    for (unsigned i = 0; i < count; i++)
        if (lines[i].line.number == number && !strcmp(lines[i].line.file, file))
            return &lines[i];
    return NULL;
}

/* The values that all stretches of a kernel are printed with. */
struct listing {
    uint64_t launches;
    double time; /* of all lines, in ns; 0: there is no column for it */
};

/* The stretch of a file from line first of the list to the one before last, all in that file. */
static void print_stretch(FILE *stream, const struct line_totals *lines, unsigned first,
                          unsigned last, const struct listing *listing)
{
    static const struct line_totals nothing;
    const char *file = lines[first].line.file;
    int from = lines[first].line.number - CONTEXT, counted = lines[last - 1].line.number;
    int to = counted + CONTEXT;
    fprintf(stream, "%s\n", file);
    fprintf(stream, " %10s %7s %10s %6s %6s %9s %9s%s\n", "global", "effi-", "shared", "con-",
            "lanes", "diver-", "", listing->time > 0 ? "    time," : "");
    fprintf(stream, " %10s %7s %10s %6s %6s %9s %9s%s\n", "sectors", "ciency", "wavefronts",
            "flicts", "active", "gent", "barriers", listing->time > 0 ? " modelled" : "");
    for (int number = from < 1 ? 1 : from; number <= to && number <= file_lines(file); number++) {
        const struct line_totals *line = find(lines + first, last - first, file, number);
        if (!line)
            line = &nothing;
        print_counters(stream, &line->totals, listing->launches);
        if (listing->time > 0)
            print_number(stream, line->time > 0 ? 100 * line->time / listing->time : -1, 7, 1, "%");
        fprintf(stream, " %4d  %s\n", number, file_line(file, number));
        if (number >= counted && file_line(file, number)[0] == '}')
            return; /* what stands behind the function is not its */
    }
}

void report_lines(FILE *stream)
{
    char grid[48], block[48];
    for (struct kernel *kernel = kernel_first(); kernel; kernel = kernel->next)
        for (struct profile *p = kernel->profiles; p; p = p->next) {
            unsigned count;
            struct line_totals *lines = totals_by_line(p, &count);
            struct listing listing = {p->launches, modelled_place_time(&p->modelled)};
            fprintf(stream, "\n%s <<<grid %s block %s>>>: counters of %s\n", kernel->name,
                    shape_text(&p->grid, grid, sizeof grid),
                    shape_text(&p->block, block, sizeof block), report_of_launch(p));
            for (unsigned i = 0; i < count;) {
                unsigned first = i;
                while (i < count && !strcmp(lines[i].line.file, lines[first].line.file))
                    i++;
                if (lines[first].line.number)
                    print_stretch(stream, lines, first, i, &listing);
            }
            free(lines);
        }
}
