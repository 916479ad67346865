/*
 * The idea of the exercise with any type, for the operators to which the limits do not apply.
 */
#include <string.h>
#include <unistd.h>

#include "counted_else.h"
#include "grading.h"

/* Whole tiles of each operator but the one that course/rules.c is about. */
static const struct run_case whole_tiles[] = {
    {.reduction = INT_SUM, .n = 3 * 4096, .block = 512, .launches = 1, .kind = ANY},
    {.reduction = MAPS, .n = 5 * 768, .block = 64, .launches = 1, .kind = ANY},
    {.reduction = ARGMIN, .n = 7 * 128, .block = 64, .launches = 1, .kind = ANY},
    {.reduction = MOMENTS, .n = 3 * 3072, .block = 256, .launches = 1, .kind = ANY},
    {.reduction = HALF_SUM, .n = 7 * 256, .block = 64, .launches = 1, .kind = ANY},
    {.reduction = FLOAT_SUM_ALONE, .n = 8192, .block = 512, .launches = 1, .kind = ANY},
};

/*
 * An operator's launch: each load of a warp has 16 bytes for each lane, and each part of a tile is
 * combined by exchanges; each row of it, where the operator is not commutative.
 */
static int judge_operator(const struct csv *counters, const struct run_case *it, FILE *details)
{
    const struct reduction_kind *kind = &reductions[it->reduction];
    size_t tiles = tiles_of(it->reduction, it->n), parts = tiles * kind->warps, row = 0;
    size_t rows = parts * kind->loads * kind->rounds;
    size_t combined = kind->is_commutative ? parts : rows * 5 * kind->words;
    size_t most = 5 * kind->words * ((kind->is_commutative ? parts : rows) + tiles + 17);
    char name[128];

    snprintf(name, sizeof name, "(%s)", kind->name);
    while (row < counters->count && strstr(csv_text(counters, row, "kernel"), name) == NULL)
        row++;
    if (row == counters->count) {
        fprintf(details, "    MISSING %s: counters of its launch\n", kind->name);
        return 0;
    }
    double loads = csv_number(counters, row, "global_load_requests");
    double exchanges = csv_number(counters, row, "warp_exchanges");
    int is_kept = loads <= (double)(rows + tiles) && exchanges >= (double)combined &&
                  exchanges <= (double)most;

    fprintf(details,
            "    %-7s %s: global_load_requests is %g, at most %zu; warp_exchanges is %g, from %zu "
            "to %zu\n",
            is_kept ? "GOOD" : "BAD", kind->name, loads, rows + tiles, exchanges, combined, most);
    return is_kept;
}

int judge_operators(struct subject *subject, FILE *details)
{
    const char *path = path_in(subject, "idea-operators.csv");
    char *settings[] = {new_text(subject->texts, "SIM_CSV=%s", path), "SIM_CLOCK=0", NULL};
    char ending[ENDING_BYTES];
    struct run_case cases[sizeof whole_tiles / sizeof *whole_tiles];
    size_t count = sizeof cases / sizeof *cases;
    struct csv counters;
    int is_kept = 1;

    unlink(path);
    memcpy(cases, whole_tiles, sizeof cases);
    if (!run_cases(subject, "idea-operators", cases, count, settings, ending))
        quote_findings(subject, "idea-operators", details);
    for (size_t i = 0; i < count; i++)
        is_kept &= is_right(&cases[i]);
    if (!is_kept) {
        report_cases(subject, cases, count, ending, details);
        return 0;
    }
    if (!csv_read(path, &counters)) {
        fprintf(details, "    MISSING counters of the operators\n");
        return 0;
    }
    for (size_t i = 0; i < count; i++)
        is_kept &= judge_operator(&counters, &cases[i], details);
    return is_kept;
}
