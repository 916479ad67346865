/*
 * Prints which counters moved when something was taken away: for each comparison of `make stepNN
 * why` on the simulator, the counters of the main kernels of both sides that differ.
 *
 *     why_counters COMPARISONS.csv COUNTERS.csv
 *
 * COMPARISONS.csv is what the program wrote, COUNTERS.csv what the simulator wrote of the same run.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csv.h"

static const struct {
    const char *column, *name;
} counters[] = {
    {"global_load_sectors", "global load sectors"},
    {"global_store_sectors", "global store sectors"},
    {"global_atomic_requests", "global atomic requests"},
    {"shared_load_wavefronts", "shared load wavefronts"},
    {"shared_store_wavefronts", "shared store wavefronts"},
    {"divergent_branches", "divergent branches"},
    {"block_barriers", "block barriers"},
    {"warp_barriers", "warp barriers"},
    {"warp_exchanges", "warp exchanges"},
    {"modelled_instructions", "warps' instructions (modelled)"},
};
enum { COUNTERS = sizeof counters / sizeof *counters };

static void read_or_end(const char *path, struct csv *csv)
{
    if (csv_read(path, csv))
        return;
    fprintf(stderr, "why_counters: cannot read %s\n", path);
    exit(3);
}

/* Whether a kernel has this name, or is an instance of the template of which this name tells the
   first arguments, or none. */
static int is_kernel(const char *kernel, const char *name)
{
    size_t length = strlen(name);

    return strncmp(kernel, name, length) == 0 && strchr("<,>", kernel[length]) != NULL;
}

/* The row of the kernel that this side ("before", "after") of a comparison launched. */
static size_t row_of(const struct csv *counted, const struct csv *comparisons, size_t comparison,
                     const char *side)
{
    static const char *const keys[] = {"kernel", "grid", "block"};
    const char *sought[3];

    for (size_t i = 0; i < 3; i++) {
        char column[32];

        snprintf(column, sizeof column, "%s_%s", side, keys[i]);
        sought[i] = csv_text(comparisons, comparison, column);
    }
    for (size_t row = 0; row < counted->count; row++)
        if (is_kernel(csv_text(counted, row, "kernel"), sought[0]) &&
            strcmp(csv_text(counted, row, "grid"), sought[1]) == 0 &&
            strcmp(csv_text(counted, row, "block"), sought[2]) == 0)
            return row;
    fprintf(stderr, "why_counters: the simulator has not counted %s\n", sought[0]);
    exit(3);
}

static void print_moved(const struct csv *counted, size_t before, size_t after)
{
    int moved = 0;

    for (int i = 0; i < COUNTERS; i++) {
        const char *was = csv_text(counted, before, counters[i].column);
        const char *is = csv_text(counted, after, counters[i].column);

        if (was == NULL || is == NULL || strcmp(was, is) == 0)
            continue;
        printf("    %-32s %12s -> %12s\n", counters[i].name, was, is);
        moved = 1;
    }
    if (!moved)
        printf("    no counter\n");
}

int main(int argc, char **argv)
{
    struct csv comparisons, counted;

    if (argc != 3) {
        fprintf(stderr, "usage: why_counters COMPARISONS.csv COUNTERS.csv\n");
        return 2;
    }
    read_or_end(argv[1], &comparisons);
    read_or_end(argv[2], &counted);
    printf("\nwhich counters moved, of one launch of the main kernel\n");
    for (size_t i = 0; i < comparisons.count; i++) {
        printf("%s > %s  %s\n", csv_text(&comparisons, i, "before_letter"),
               csv_text(&comparisons, i, "after_letter"), csv_text(&comparisons, i, "taken_away"));
        print_moved(&counted, row_of(&counted, &comparisons, i, "before"),
                    row_of(&counted, &comparisons, i, "after"));
    }
    return 0;
}
