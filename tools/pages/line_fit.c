#include "line_fit.h"

#include <math.h>
#include <string.h>

enum { SIZES_LEAST = 8 };

static int is_of(const struct csv *grid, size_t row, const char *program, const char *block)
{
    return strcmp(csv_text(grid, row, "program"), program) == 0 &&
           (block == NULL || strcmp(csv_text(grid, row, "block"), block) == 0);
}

struct line_fit fit_line(const struct csv *grid, const char *program, const char *block)
{
    struct line_fit line = {0, NAN, NAN, NAN};
    double weights = 0, x = 0, y = 0, xx = 0, xy = 0;
    int sizes = 0;

    for (size_t row = 0; row < grid->count; row++) {
        if (!is_of(grid, row, program, block))
            continue;
        double bytes = 4 * csv_number(grid, row, "n"), time = csv_number(grid, row, "median_ms");
        double weight = 1 / (time * time);

        weights += weight;
        x += weight * bytes;
        y += weight * time;
        xx += weight * bytes * bytes;
        xy += weight * bytes * time;
        sizes++;
    }
    double slope = (weights * xy - x * y) / (weights * xx - x * x); /* milliseconds a byte */
    double fixed = (y - slope * x) / weights;

    if (sizes < SIZES_LEAST || isnan(slope))
        return line;
    line = (struct line_fit){sizes, 1e3 * fixed, 1 / slope / 1e6, 0};
    for (size_t row = 0; row < grid->count; row++) {
        if (!is_of(grid, row, program, block))
            continue;
        double time = csv_number(grid, row, "median_ms");
        double deviation = (fixed + slope * 4 * csv_number(grid, row, "n")) / time - 1;

        line.worst = fmax(line.worst, fabs(deviation));
    }
    return line;
}
